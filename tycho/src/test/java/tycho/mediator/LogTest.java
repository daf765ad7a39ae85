package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTest {
    @TempDir
    private Path folder;

    @Test
    void threadThatIsLateMakesNoFile() throws IOException {
        Path file = folder.resolve("log");
        Log log = new Log(Optional.of(file), System.err);
        log.say("the mediator serves");
        assertTrue(Files.readString(file).contains("the mediator serves"));
        log.close();
        Files.delete(file);
        log.say("a connection has ended");
        assertFalse(Files.exists(file));
    }
}
