package mpj.runtime.launcher;

import static mpj.runtime.launcher.MpjrunProcess.name;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.runtime.launcher.MpjrunProcess.Result;
import mpj.runtime.launcher.programs.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** mpjrun --clean while jobs run. */
@Timeout(500)
class CleaningTest {
    @TempDir
    private Path folder;

    private Path cache() {
        return folder.resolve("mpj");
    }

    private ProcessBuilder command(String... words) {
        ProcessBuilder builder = MpjrunProcess.command(words);
        builder.environment().put("XDG_CACHE_HOME", folder.toString());
        builder.command().replaceAll(word -> word.startsWith("-Dmpj.archive=") ? "-Dmpj.archive=" : word);
        return builder;
    }

    private MpjrunProcess job(String... words) {
        return MpjrunProcess.start(command(words));
    }

    private void clean(String expected) {
        Result result = job("--clean").closeInput().await();
        assertTrue(result.exitCode() == 0 && result.out().contains(expected), result.out() + result.err());
    }

    /** It waits for a line, and then loads another class. */
    private Path source() throws IOException {
        return Files.writeString(folder.resolve("Late.java"), """
            public class Late {
                static class Later {
                    static String word() { return "later"; }
                }
                public static void main(String[] args) throws java.io.IOException {
                    System.out.println("ready");
                    System.in.read();
                    System.out.println(Later.word());
                }
            }
            """);
    }

    @Test
    void classesOfARunningJobStayAndGoWithItsEnd() throws IOException {
        MpjrunProcess running = job("-np", "1", "--api", "mpijava", source().toString());
        assertEquals(List.of("ready"), running.readLines(1));
        Path other = Files.createDirectories(cache().resolve("compiled/of-nobody"));
        clean("in use by process ");
        assertFalse(Files.exists(other));
        running.process().getOutputStream().write('\n');
        running.process().getOutputStream().flush();
        assertEquals(List.of("later"), running.readLines(1));
        assertEquals(0, running.closeInput().await().exitCode());
        clean("deleted " + cache());
        assertFalse(Files.exists(cache()));
    }

    @Test
    void processThatWasKilledKeepsNothing() throws Exception {
        MpjrunProcess running = job("-np", "1", name(Ranks.Wait.class));
        running.readLines(1);
        running.process().destroyForcibly().waitFor();
        assertTrue(Files.exists(cache().resolve("in-use")));
        clean("deleted " + cache());
        assertFalse(Files.exists(cache()));
    }
}
