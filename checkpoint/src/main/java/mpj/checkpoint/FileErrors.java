package mpj.checkpoint;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes the exceptions of java.nio.file in words. */
final class FileErrors {
    private FileErrors() {
    }

    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "there is no such file or folder";
            case FileAlreadyExistsException _ -> "it exists already, and is not a folder";
            case NotDirectoryException _ -> "it is not a folder";
            case FileSystemException system when system.getReason() != null -> system.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }
}
