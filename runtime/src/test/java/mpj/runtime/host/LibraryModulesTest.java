package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LibraryModulesTest {
    @Test
    void jarsAreModulesButForBenchmarksAndDependencies() {
        LibraryModules modules = LibraryModules.of(new LibraryFiles(List.of("/lib/mpj-bench.jar",
            "/lib/mpj-transport-shm.jar", "/lib/mpj.jar", "/lib/picocli.jar")));
        assertEquals(List.of("mpj.transport.shm", "mpj"), modules.names());
        assertEquals(List.of("/lib/mpj-transport-shm.jar", "/lib/mpj.jar"), modules.jars());
        assertEquals(List.of("/lib/mpj-bench.jar", "/lib/picocli.jar"), modules.others());
    }

    @Test
    void moduleOptionsOfTheUserComeFirst() {
        assertTrue(LibraryModules.areChosenBy(List.of("-Xmx1g", "-p", "mods")));
        assertTrue(LibraryModules.areChosenBy(List.of("--module-path=mods")));
        assertTrue(LibraryModules.areChosenBy(List.of("--limit-modules", "java.base")));
        assertFalse(LibraryModules.areChosenBy(List.of("-Xmx1g", "--add-opens=java.base/java.lang=ALL-UNNAMED")));
    }
}
