package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.LostTarget;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows when a rank is lost. */
@Execution(ExecutionMode.CONCURRENT)
class LostTargetTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @ParameterizedTest
    @CsvSource({"shm, 3", "shm, 4", "nio, 3", "nio, 6"})
    void callsThatNeedALostRankAreErrorsThatNameItAndTheOthersGoOn(String transport, int ranks) {
        Job.Result result = Job.start("--api", "openmpi", "-np", Integer.toString(ranks),
            "-Dmpj.transport=" + transport, LostTarget.class.getName()).await(LIMIT);
        for (int rank = 0; rank < ranks - 1; rank++) {
            for (String call : List.of("fence", "post", "put", "lock", "flush", "unlock", "flush of all", "lock of all",
                "lockAll", "free", "free posted", "free locked")) {
                assertSaid(result, rank, call, "rank " + (ranks - 1) + " is lost");
            }
            assertSaid(result, rank, "freed", "the window was freed");
            if (transport.equals("shm")) {
                // If operations are messages, a window takes no more of them after a loss.
                assertTrue(result.out().contains("rank " + rank + " locked rank " + (rank + 1) % (ranks - 1)),
                    result::toString);
            }
        }
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(result.out().contains("rank " + rank + " heard from " + (1 - rank)), result::toString);
        }
    }

    private static void assertSaid(Job.Result result, int rank, String call, String words) {
        String start = "rank " + rank + ": " + call + ": ";
        assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start) && line.contains(words)),
            () -> start + "\n" + result);
    }
}
