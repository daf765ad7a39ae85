package mpj.runtime.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileReasonTest {
    @Test
    void exceptionsThatHaveOnlyANameAreSaidInWords() {
        assertEquals("permission denied", FileReason.of(new AccessDeniedException("/a")));
        assertEquals("there is no such file or folder", FileReason.of(new NoSuchFileException("/a")));
        assertEquals("it exists already", FileReason.of(new FileAlreadyExistsException("/a")));
        assertEquals("it is not a folder", FileReason.of(new NotDirectoryException("/a")));
        assertEquals("No space left on device", FileReason.of(new FileSystemException("/a", null,
            "No space left on device")));
        assertEquals("DirectoryNotEmptyException", FileReason.of(new DirectoryNotEmptyException("/a")));
    }

    @Test
    void otherExceptionsHaveTheirMessage() {
        assertEquals("Stream closed", FileReason.of(new IOException("Stream closed")));
        assertEquals("java.io.EOFException", FileReason.of(new EOFException()));
    }

    @Test
    void nameOfTheFilePrecedesTheReasonOnce() {
        assertEquals("/a: permission denied", FileReason.withName(new AccessDeniedException("/a")));
        assertEquals("/a: Read-only file system", FileReason.withName(new FileSystemException("/a", null,
            "Read-only file system")));
        assertEquals("permission denied", FileReason.withName(new AccessDeniedException(null)));
        assertEquals("Stream closed", FileReason.withName(new IOException("Stream closed")));
    }
}
