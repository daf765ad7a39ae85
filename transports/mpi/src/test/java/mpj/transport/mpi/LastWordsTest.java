package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a process prints when something other than Java has ended it. */
class LastWordsTest {
    private static final String WORDS = "it's \"over\": $HOME `date` 100%s \\n";
    private static final long SECONDS = 60;

    /** A process that prepares its last words, and ends as a C library ends it. */
    static final class Speaker {
        private Speaker() {
        }

        public static void main(String[] arguments) {
            LastWords words = LastWords.of(WORDS);
            if (arguments[0].equals("close")) {
                words.close();
            }
            Runtime.getRuntime().halt(3);
        }
    }

    /** What the process and its shell have printed. Returns when both have ended. */
    private static String printed(String argument) throws Exception {
        String path = String.join(File.pathSeparator, System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path"), "target/classes", "target/test-classes");
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC", "-Xshare:auto", "-cp", path, Speaker.class.getName(), argument)
            .redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS));
        assertEquals(3, process.exitValue(), text);
        return text;
    }

    @Test
    void wordsArePrintedAsTheyAreWhenTheProcessHasEnded() throws Exception {
        assertEquals(WORDS + "\n", printed("leave"));
    }

    @Test
    void wordsThatWereTakenBackAreNotPrinted() throws Exception {
        assertEquals("", printed("close"));
    }
}
