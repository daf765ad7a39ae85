package mpj.core.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import mpj.bindings.libc.libc_h;
import mpj.engine.ErrorClass;

/**
 * The numbers of Linux's errors as errors of MPI. The texts of the usual errors are here, because those of the system
 * are in the language of the user, and an error of MPI has one language.
 */
final class Errno {
    /** What an error is to MPI. */
    private record Known(ErrorClass error, String text) {
    }

    private static final Map<Integer, Known> KNOWN = Map.ofEntries(
        Map.entry(libc_h.ENOSPC(), new Known(ErrorClass.ERR_NO_SPACE, "No space left on device")),
        Map.entry(libc_h.EDQUOT(), new Known(ErrorClass.ERR_QUOTA, "Disk quota exceeded")),
        Map.entry(libc_h.EROFS(), new Known(ErrorClass.ERR_READ_ONLY, "Read-only file system")),
        Map.entry(libc_h.EPERM(), new Known(ErrorClass.ERR_ACCESS, "Operation not permitted")),
        Map.entry(libc_h.ETXTBSY(), new Known(ErrorClass.ERR_FILE_IN_USE, "the file is a program that runs")),
        Map.entry(libc_h.EISDIR(), new Known(ErrorClass.ERR_BAD_FILE, "it is a directory")),
        Map.entry(libc_h.ENOTDIR(), new Known(ErrorClass.ERR_BAD_FILE, "a part of its path is not a directory")),
        Map.entry(libc_h.ENAMETOOLONG(), new Known(ErrorClass.ERR_BAD_FILE, "its name is too long")),
        Map.entry(libc_h.ELOOP(), new Known(ErrorClass.ERR_BAD_FILE, "its path has too many symbolic links")));

    private Errno() {
    }

    /** The exception for a call that has failed with this number; the JDK's own if it has one for the number. */
    static IOException exception(int errno, Path path) {
        if (errno == libc_h.ENOENT()) {
            return new NoSuchFileException(path.toString());
        }
        if (errno == libc_h.EEXIST()) {
            return new FileAlreadyExistsException(path.toString());
        }
        if (errno == libc_h.EACCES()) {
            return new AccessDeniedException(path.toString());
        }
        Known known = KNOWN.get(errno);
        return known != null ? new SystemException(known.error, known.text)
            : new SystemException(ErrorClass.ERR_IO, libc_h.strerror(errno).getString(0) + " (errno " + errno + ")");
    }
}
