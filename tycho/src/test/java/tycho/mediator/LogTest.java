package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Otherwise a stranger could fill the disk. */
    @Test
    void whatOthersCauseIsLimited() throws IOException {
        Path file = folder.resolve("log");
        AtomicLong now = new AtomicLong();
        try (Log log = new Log(Optional.of(file), System.err, now::get)) {
            for (int i = 0; i < Log.MOST_OFTEN + 7; i++) {
                log.sayOften("refused " + i);
            }
            assertEquals(Log.MOST_OFTEN, Files.readAllLines(file).size());
            now.addAndGet(TimeUnit.MINUTES.toNanos(1));
            log.sayOften("refused again");
            String all = Files.readString(file);
            assertTrue(all.contains(" 7 more lines") && all.endsWith("refused again" + System.lineSeparator()), all);
        }
    }
}
