package mpj.runtime.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual page of mpjd. */
class DaemonManualTest {
    private static final Path MAN = Path.of("/usr/bin/man");
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private Path folder;

    @Test
    void manualHasEveryCommandOfTheHelp() {
        List<String> commands = Mpjd.HELP.lines().filter(line -> line.matches("(Usage:| {6}) mpjd .*"))
            .map(line -> line.substring(7).strip().split(" {2,}")[0]).toList();
        assertTrue(commands.size() > 6, commands::toString);
        String page = Mpjd.MANUAL.text("1.0");
        assertEquals(commands, page.lines().filter(line -> line.startsWith("\\fBmpjd "))
            .map(line -> line.substring(3, line.length() - 3).replace("\\-", "-")).toList(), page);
    }

    /** man prints a warning about everything that roff does not understand. */
    @Test
    void manIsContentWithThePage() throws Exception {
        assumeTrue(Files.isExecutable(MAN), "man is not installed");
        Path file = Files.writeString(folder.resolve("mpjd.1"), Mpjd.MANUAL.text("1.0"));
        ProcessBuilder man = new ProcessBuilder(MAN.toString(), "--warnings", "-l", file.toString())
            .redirectErrorStream(true);
        man.environment().put("MANWIDTH", "100");
        Process process = man.start();
        // man may put additional spaces into lines.
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .replaceAll("\\s+", " ");
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(text.contains("mpjd trust HOST:PORT KEY") && text.contains("Whoever can read DIR"), text);
        assertFalse(text.contains("warning"), text);
    }
}
