package mpj.runtime.host;

import java.io.IOException;

/** Explains the failure when this process may open no more files. */
public final class OpenFiles {
    /**
     * EMFILE, in the form in which the JDK reports it when a process cannot be started. The rest of the JDK's message
     * names a wrong cause.
     */
    private static final String NUMBER = "error: 24";
    private static final String NUMBER_BEFORE_26 = "error=24";
    private static final String WORDS = "Too many open files";
    private static final String SYSTEM = WORDS + " in system";

    private OpenFiles() {
    }

    /** Returns the same exception, or one that says what to do if there are no file descriptors left. */
    public static IOException explain(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        boolean lacking = message.contains(NUMBER) || message.contains(NUMBER_BEFORE_26)
            || message.contains(WORDS) && !message.contains(SYSTEM);
        return lacking ? new IOException("no more files can be opened; a launcher needs five file descriptors for each"
            + " rank on its host, and fifty for itself: allow more with ulimit -n", failure) : failure;
    }
}
