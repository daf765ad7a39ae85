package mpj.runtime.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Says in words why a file cannot be read or written. The message of some exceptions of java.nio.file is only the name
 * of the file, and other exceptions have no message.
 */
public final class FileReason {
    private FileReason() {
    }

    /** The reason, for a text that names the file already. */
    public static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "there is no such file or folder";
            case FileAlreadyExistsException _ -> "it exists already";
            case NotDirectoryException _ -> "it is not a folder";
            case FileSystemException system when system.getReason() != null -> system.getReason();
            case FileSystemException _ -> e.getClass().getSimpleName();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }

    /** The reason with the name of the file, if the exception knows the file. */
    public static String withName(IOException e) {
        return e instanceof FileSystemException system && system.getFile() != null ? system.getFile() + ": " + of(e)
            : of(e);
    }
}
