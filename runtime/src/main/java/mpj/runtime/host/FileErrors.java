package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** What to say of a file that cannot be read or written. */
public final class FileErrors {
    private FileErrors() {
    }

    /** The message of some exceptions is only a file's name, and some have none. */
    public static String reason(IOException e) {
        return e.getMessage() == null || e instanceof FileSystemException file && file.getReason() == null
            ? e.toString() : e.getMessage();
    }
}
