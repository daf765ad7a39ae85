package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.LostTarget;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows when a rank is lost. */
@Execution(ExecutionMode.CONCURRENT)
class LostTargetTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @ParameterizedTest
    @ValueSource(strings = {"shm", "nio"})
    void callsThatNeedALostRankAreErrorsThatNameItAndTheOthersGoOn(String transport) {
        Job.Result result = Job.start("--api", "openmpi", "-np", "3", "-Dmpj.transport=" + transport,
            LostTarget.class.getName()).await(LIMIT);
        for (int rank = 0; rank < 2; rank++) {
            for (String call : new String[] {"put", "lock"}) {
                String start = "rank " + rank + ": " + call + ": ";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)
                    && line.contains("rank 2 is lost")), () -> start + "\n" + result);
            }
            assertTrue(result.out().contains("rank " + rank + " heard from " + (1 - rank)), result::toString);
        }
    }
}
