package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Collections;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.ForgottenWindows;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that a program forgets and never frees. */
@Execution(ExecutionMode.CONCURRENT)
class ForgottenWindowsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({"shm, shared, 4", "threads, shared, 4", "nio, own, 2"})
    void memoryLastsUntilFinalizeAndIsThenClosed(String transport, String kinds, int lines) {
        Job.Result result = Job.start("--api", "openmpi", "-np", "2", "-Dmpj.transport=" + transport,
            ForgottenWindows.class.getName(), kinds).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(Collections.nCopies(lines, "closed"), result.out());
    }
}
