package mpj.runtime.rank;

/** Explains the JVM's refusal to load a native library for a second class loader (JNI specification, chapter 5). */
public final class LoadedTwice {
    private static final String REFUSAL = "already loaded in another classloader";

    private LoadedTwice() {
    }

    /**
     * Says what to do, if this is why a thread of a rank failed.
     *
     * @param failure what ended it
     */
    public static void explain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedLinkError && String.valueOf(cause.getMessage()).contains(REFUSAL)) {
                System.err.println("A JVM loads a native library for one class loader only, and with"
                    + " -Dmpj.transport=threads each rank has its own; choose a transport between processes, such as"
                    + " -Dmpj.transport=shm");
                return;
            }
        }
    }
}
