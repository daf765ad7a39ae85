package tycho.processes;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests with processes rely on. */
class MediatorProcessTest {
    @TempDir
    private Path folder;

    @Test
    void aMediatorThatEndsByItselfEndsTheWait() throws Exception {
        try (MediatorProcess mediator = new MediatorProcess(folder, "without-keys", List.of(),
                Map.of("keys", folder.resolve("none").toString()))) {
            mediator.start();
            String why = assertThrows(IllegalStateException.class, () -> mediator.logs("reached", 0)).getMessage();
            assertTrue(why.contains("without-keys has ended by itself, with status 1")
                && why.contains(folder.resolve("none").toString()), why);
        }
    }
}
