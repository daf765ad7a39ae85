package mpj.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnRequestTest {
    @TempDir
    private Path folder;

    private static SpawnRequest of(Map<String, String> info) {
        return new SpawnRequest(List.of(new SpawnRequest.Command("Program", List.of("a"), 6, info)), "port");
    }

    @Test
    void largestNumberThatTheHintAllowsIsTaken() {
        assertEquals(5, of(Map.of("soft", "1:9:2")).resolved().counts()[0]);
        assertEquals(6, of(Map.of()).resolved().counts()[0]);
    }

    @Test
    void keysOfTheInfoCountMoreThanKeysOfItsFile() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "soft = 1:4\nwdir = /tmp\nhost = a,b\n");
        SpawnRequest resolved = of(Map.of("file", file.toString(), "wdir", "/var")).resolved();
        Map<String, String> info = resolved.commands().getFirst().info();
        assertEquals(4, resolved.counts()[0]);
        assertEquals("/var", info.get("wdir"));
        assertEquals("a,b", info.get("host"));
    }

    @Test
    void ownArchitectureIsAllowed() {
        assertEquals(6, of(Map.of("arch", System.getProperty("os.arch"))).resolved().counts()[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soft=x", "soft=7:9", "arch=pdp11", "file=/no/such/file", "file=a\0b"})
    void hintThatCannotBeFollowedIsNamed(String hint) {
        String[] parts = hint.split("=");
        String message = assertThrows(BootstrapException.class, () -> of(Map.of(parts[0], parts[1])).resolved())
            .getMessage();
        assertTrue(message.startsWith("info key " + parts[0]) || message.contains("cannot be the name of a file"),
            message);
    }
}
