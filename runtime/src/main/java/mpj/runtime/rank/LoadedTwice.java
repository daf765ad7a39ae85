package mpj.runtime.rank;

/** Explains why the JVM refuses to load a native library for a second class loader (JNI specification, chapter 5). */
public final class LoadedTwice {
    private static final String REFUSAL = "already loaded in another classloader";

    private LoadedTwice() {
    }

    /**
     * Prints what to do, if this is the reason why a thread of a rank failed.
     *
     * @param failure the exception that ended the thread
     */
    public static void explain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedLinkError && String.valueOf(cause.getMessage()).contains(REFUSAL)) {
                System.err.println("a JVM loads a native library for one class loader only, and with"
                    + " -Dmpj.transport=threads each rank has its own; choose a transport between processes, such as"
                    + " -Dmpj.transport=shm");
                return;
            }
        }
    }
}
