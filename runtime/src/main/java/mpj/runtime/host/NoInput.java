package mpj.runtime.host;

/** The standard input for a process that reads nothing, on every system. */
public final class NoInput {
    /** Reads the system's null device, which the JDK names only for output. */
    public static final ProcessBuilder.Redirect REDIRECT =
        ProcessBuilder.Redirect.from(ProcessBuilder.Redirect.DISCARD.file());

    private NoInput() {
    }
}
