package mpj.core.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.files.FileReason;

/** Errors of the operating system as errors of MPI. */
final class FileErrors {
    /**
     * The system's texts, in the English words of Linux, macOS and Windows. The JDK passes on nothing else. They decide
     * only where the library does not call the system itself: otherwise there is a {@link SystemException}.
     */
    private static final Map<String, ErrorClass> TEXTS = Map.ofEntries(
        Map.entry("no space left", ErrorClass.ERR_NO_SPACE), Map.entry("not enough space", ErrorClass.ERR_NO_SPACE),
        Map.entry("quota", ErrorClass.ERR_QUOTA), Map.entry("read-only file system", ErrorClass.ERR_READ_ONLY),
        Map.entry("write protected", ErrorClass.ERR_READ_ONLY), Map.entry("permission denied", ErrorClass.ERR_ACCESS),
        Map.entry("not permitted", ErrorClass.ERR_ACCESS), Map.entry("text file busy", ErrorClass.ERR_FILE_IN_USE),
        Map.entry("is a directory", ErrorClass.ERR_BAD_FILE), Map.entry("not a directory", ErrorClass.ERR_BAD_FILE),
        Map.entry("name too long", ErrorClass.ERR_BAD_FILE), Map.entry("symbolic links", ErrorClass.ERR_BAD_FILE));

    private FileErrors() {
    }

    /**
     * The error for a call that the system has refused.
     *
     * @param doing the failure in a few words, such as "cannot open"
     */
    static EngineException of(Path path, String doing, IOException cause) {
        return new EngineException(classOf(cause), "file " + path + ": " + doing + ": " + reason(cause), cause);
    }

    /**
     * The error of this rank's part of a call that all ranks make. The other ranks wait for the part, so they have to
     * be told of every exception, and each exception has to have a class that they can be told.
     */
    static EngineException ofPart(Throwable e) {
        return switch (e) {
            case EngineException engine -> engine;
            case OutOfMemoryError _ -> new EngineException(ErrorClass.ERR_NO_MEM, "this rank has too little memory for"
                + " its part of the call: " + e.getMessage() + "; give its JVM more, with -J-Xmx or"
                + " -J-XX:MaxDirectMemorySize of mpjrun, or lower the hint cb_buffer_size", e);
            case IllegalStateException _, WrongThreadException _ -> new EngineException(ErrorClass.ERR_BUFFER,
                "the buffer cannot be accessed: " + e.getMessage() + "; keep its arena open until the call is over, and"
                + " pass memory that every thread may access", e);
            case RuntimeException runtime when EngineException.of(runtime) instanceof EngineException engine -> engine;
            default -> new EngineException(ErrorClass.ERR_OTHER, "this rank could not do its part of the call: " + e,
                e);
        };
    }

    /** Makes this rank's part of a call that all ranks make. Returns its error; null if there is none. */
    static EngineException attempt(Runnable part) {
        try {
            part.run();
            return null;
        } catch (RuntimeException | Error e) {
            return ofPart(e);
        }
    }

    private static ErrorClass classOf(IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ -> ErrorClass.ERR_NO_SUCH_FILE;
            case FileAlreadyExistsException _ -> ErrorClass.ERR_FILE_EXISTS;
            case AccessDeniedException _ -> ErrorClass.ERR_ACCESS;
            case SystemException e -> e.error();
            // The message also has the name of the file, which may have any words.
            case FileSystemException e -> ofText(String.valueOf(e.getReason()));
            default -> ofText(String.valueOf(cause.getMessage()));
        };
    }

    private static ErrorClass ofText(String text) {
        String words = text.toLowerCase(Locale.ROOT);
        return TEXTS.entrySet().stream().filter(entry -> words.contains(entry.getKey())).map(Map.Entry::getValue)
            .findFirst().orElse(ErrorClass.ERR_IO);
    }

    private static String reason(IOException cause) {
        return cause instanceof ClosedChannelException ? "the file was closed meanwhile" : FileReason.of(cause);
    }
}
