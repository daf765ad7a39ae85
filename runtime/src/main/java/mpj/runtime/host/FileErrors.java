package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Says why a file cannot be read or written. */
public final class FileErrors {
    private FileErrors() {
    }

    /**
     * Returns the reason in words, because the message of some exceptions is only a file's name, and others have no
     * message.
     */
    public static String reason(IOException e) {
        return e.getMessage() == null || e instanceof FileSystemException file && file.getReason() == null
            ? e.toString() : e.getMessage();
    }
}
