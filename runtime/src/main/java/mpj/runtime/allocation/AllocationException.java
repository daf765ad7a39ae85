package mpj.runtime.allocation;

/** Thrown when a resource manager's variables cannot be read. The message names the variable and its value. */
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
