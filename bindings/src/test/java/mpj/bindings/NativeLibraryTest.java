package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries that may be missing. */
class NativeLibraryTest {
    private static final String PROPERTY = "mpj.test.library";

    @Test
    void aMissingLibraryIsAnErrorAtItsFirstUseThatNamesIt() {
        NativeLibrary library = new NativeLibrary("libmpj-missing.so.1", PROPERTY);
        assertMessage("libmpj-missing.so.1: cannot open shared object file", library);
        assertMessage("libmpj-missing.so.1: cannot open shared object file", library);
    }

    @Test
    void aBrokenLibraryIsAnErrorThatSaysSo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("libbroken.so"), "no library");
        assertMessage("file too short", new NativeLibrary(file.toString(), PROPERTY));
    }

    @Test
    void thePropertyNamesAnotherFile() {
        System.setProperty(PROPERTY, "libm.so.6");
        try {
            assertTrue(new NativeLibrary("libmpj-missing.so.1", PROPERTY).find("cos").isPresent());
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    private static void assertMessage(String part, NativeLibrary library) {
        String message = assertThrows(UnsatisfiedLinkError.class, library::open).getMessage();
        assertTrue(message.contains(part), message);
    }
}
