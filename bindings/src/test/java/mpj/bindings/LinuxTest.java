package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The class that decides whether features of Linux can be used. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the gate is shut")
class LinuxTest {
    private static final String PROPERTY = "mpj.portable";

    @AfterEach
    void open() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void itIsOpenOnLinux() throws IOException {
        assertTrue(Linux.hasBindings());
        assertEquals("/proc/self", Linux.file("/proc", "self").toString());
    }

    @Test
    void thePropertyShutsIt() {
        System.setProperty(PROPERTY, "true");
        assertFalse(Linux.hasBindings());
        assertTrue(assertThrows(UnsupportedOperationException.class, Linux::linker).getMessage()
                .endsWith("; -Dmpj.portable=true is set"));
        assertEquals("only Linux has it; -Dmpj.portable=true is set",
                assertThrows(NoSuchFileException.class, () -> Linux.file("/proc/self")).getReason());
    }

    @Test
    void noLibraryIsOpenedInPortableMode() {
        System.setProperty(PROPERTY, "true");
        NativeLibrary library = new NativeLibrary("libm.so.6", "mpj.bindings.test.library");
        assertEquals("libm.so.6: C libraries are called on Linux on x86-64 or aarch64 only; -Dmpj.portable=true is set",
                assertThrows(UnsatisfiedLinkError.class, library::open).getMessage());
    }

    @Test
    void theHostIsKnownWithoutTheKernel() throws IOException {
        String named = ThisHost.name();
        System.setProperty(PROPERTY, "true");
        assertTrue(ThisHost.cores() > 0);
        assertFalse(ThisHost.name().isEmpty(), named);
        assertThrows(NoSuchFileException.class, ThisHost::processNamespace);
    }
}
