package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be loaded. Each of them leaves the JVM without a library, so the next one can be tried. */
class BrokenLibraryTest {
    static void assertUnavailable(Path file, String... parts) {
        System.setProperty("mpj.mpi.library", file.toString());
        MpiProvider provider = new MpiProvider();
        for (Runnable call : new Runnable[] {provider::describe, provider::load}) {
            String message = assertThrows(TransportException.class, call::run).getMessage();
            assertTrue(message.startsWith("transport mpi is unavailable: " + file), message);
            for (String part : parts) {
                assertTrue(message.contains(part), () -> "no '" + part + "' in: " + message);
            }
            assertTrue(message.contains("LD_LIBRARY_PATH, or name the file with -Dmpj.mpi.library=FILE"), message);
        }
    }

    @Test
    void fileThatIsNotThereIsNamed(@TempDir Path folder) {
        assertUnavailable(folder.resolve("libmpi_abi.so.1"), "No such file", "lib/libmpi_abi.so.1");
    }

    @Test
    void fileThatIsNoLibraryIsNamed(@TempDir Path folder) throws Exception {
        assertUnavailable(Files.writeString(folder.resolve("libmpi_abi.so.1"), "no library"), "file too short");
    }
}
