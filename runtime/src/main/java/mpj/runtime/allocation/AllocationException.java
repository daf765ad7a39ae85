package mpj.runtime.allocation;

/** What a resource manager says in the environment cannot be read; the message names the variable and its value. */
public final class AllocationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AllocationException(String message) {
        super(message);
    }

    AllocationException(String message, Throwable cause) {
        super(message, cause);
    }

    static AllocationException malformed(String variable, String value, String expected) {
        return new AllocationException(variable + "=" + value + " is malformed: expected " + expected
            + "; --hostfile or --host names the hosts instead");
    }
}
