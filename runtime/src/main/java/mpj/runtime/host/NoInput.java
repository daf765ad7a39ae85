package mpj.runtime.host;

/** The standard input of a process that is to read nothing, on every system. */
public final class NoInput {
    /** From the system's null device, which the JDK names for output only. */
    public static final ProcessBuilder.Redirect REDIRECT =
        ProcessBuilder.Redirect.from(ProcessBuilder.Redirect.DISCARD.file());

    private NoInput() {
    }
}
