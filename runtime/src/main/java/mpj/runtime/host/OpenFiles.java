package mpj.runtime.host;

import java.io.IOException;

/** What to say when this process may open no more files. */
public final class OpenFiles {
    /** EMFILE, as the JDK writes it where a process cannot be started; it then goes on to blame itself. */
    private static final String NUMBER = "error: 24";
    private static final String NUMBER_BEFORE_26 = "error=24";
    private static final String WORDS = "Too many open files";
    private static final String SYSTEM = WORDS + " in system";

    private OpenFiles() {
    }

    /** The same failure, or one that says what to do if file descriptors are what it lacks. */
    public static IOException explain(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        boolean lacking = message.contains(NUMBER) || message.contains(NUMBER_BEFORE_26)
            || message.contains(WORDS) && !message.contains(SYSTEM);
        return lacking ? new IOException("no more files can be opened; a launcher needs five file descriptors for each"
            + " rank on its host, and fifty for itself: allow more with ulimit -n", failure) : failure;
    }
}
