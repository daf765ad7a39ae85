package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.ErrorEnds;
import mpj.tests.openmpi.programs.Listens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of error handlers on a job, and of a lost rank on a duplicate that is being made. */
class ErrorEndsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static Job.Result run(String how) {
        return Job.start("--api", "openmpi", "-np", "2", ErrorEnds.class.getName(), how).await(LIMIT);
    }

    private static void assertReported(Job.Result result, String text) {
        assertTrue(result.err().stream().anyMatch(line -> line.startsWith("mpjrun: ") && line.contains(text)),
            result::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "ERRORS_ARE_FATAL, 6, MPI_ERR_RANK: dest is 99",
        "ERRORS_ABORT, 6, MPI_ERR_RANK: dest is 99",
        "callErrhandler, 50, MPI_ERR_SPAWN: the program has called the error handler",
        "abort, 9, rank 1"})
    void errorEndsTheJobWithItsClass(String how, int exitCode, String message) {
        Job.Result result = run(how);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertReported(result, message);
    }

    @Test
    void finalizeEndsTheCallsOfOtherThreads() {
        Job.Result result = Job.start("--api", "openmpi", "-np", "1", Listens.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("probe ended", "probe: true", "recv ended", "recv: true", "waitFor ended",
            "waitFor: true"), result.out().stream().sorted().toList(), result::toString);
    }

    @Test
    void duplicateWithoutALostRankIsAnErrorThatNamesIt() {
        Job.Result result = run("loss");
        for (String call : new String[] {"waitFor", "getSize"}) {
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(call + ": ") && line.contains("rank 1")),
                result::toString);
        }
        assertTrue(result.out().contains("alone: 1"), result::toString);
        assertEquals(1, result.exitCode(), result::toString);
    }
}
