package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LibraryModulesTest {
    @Test
    void jarsAreModulesButForTheLaunchersAndForeignOnes() {
        LibraryModules modules = LibraryModules.of(new LibraryFiles(List.of("/lib/mpj-trace.jar",
            "/lib/mpj-transport-shm.jar", "/lib/mpj.jar", "/lib/other.jar")));
        assertEquals(List.of("mpj.transport.shm", "mpj"), modules.names());
        assertEquals(List.of("/lib/mpj-transport-shm.jar", "/lib/mpj.jar"), modules.jars());
    }

    @Test
    void moduleOptionsOfTheUserComeFirst() {
        assertTrue(LibraryModules.areChosenBy(List.of("-Xmx1g", "-p", "mods")));
        assertTrue(LibraryModules.areChosenBy(List.of("--module-path=mods")));
        assertTrue(LibraryModules.areChosenBy(List.of("--limit-modules", "java.base")));
        assertFalse(LibraryModules.areChosenBy(List.of("-Xmx1g", "--add-opens=java.base/java.lang=ALL-UNNAMED")));
    }
}
