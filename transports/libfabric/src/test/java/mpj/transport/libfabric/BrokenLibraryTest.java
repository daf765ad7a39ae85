package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * libfabric cannot be loaded. Like each class of these tests, this one has its own JVM, because a JVM loads a library
 * only once.
 */
class BrokenLibraryTest {

    @Test
    void isUnavailableWithTheReasonAndTheRemedy(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("libfabric.so.1"), "not a library");
        System.setProperty("mpj.libfabric.library", file.toString());
        String message = assertThrows(TransportException.class, () -> Pair.open(0, Pair.SECRET, "")).getMessage();
        for (String part : new String[] {"unavailable", file.toString(), "file too short", "libfabric1",
            "LD_LIBRARY_PATH"}) {
            assertTrue(message.contains(part), () -> "no '" + part + "' in: " + message);
        }
    }
}
