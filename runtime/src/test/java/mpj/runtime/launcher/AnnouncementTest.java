package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class AnnouncementTest {
    /** More than a pipe takes. */
    private static final String LONG = "x".repeat(1 << 20);

    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void programThatReadsNothingDoesNotKeepTheLauncherFromEnding() throws Exception {
        Process program = new ProcessBuilder("sleep", "300").start();
        try {
            CountDownLatch begun = new CountDownLatch(1);
            Announcement announcement = Announcement.begin(program, () -> {
                begun.countDown();
                return LONG;
            });
            assertTrue(begun.await(60, TimeUnit.SECONDS), "nothing is told to the program");
            announcement.end(0);
            assertTrue(program.waitFor(60, TimeUnit.SECONDS), "the program is left behind");
            assertNotEquals(0, program.exitValue());
        } finally {
            program.destroyForcibly();
        }
    }
}
