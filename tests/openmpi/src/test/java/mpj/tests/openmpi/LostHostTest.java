package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpj.tests.Hosts;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.MostlyWaits;
import mpj.tests.openmpi.programs.Survivors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that go on although a whole host is lost, with its agent and its ranks. The test prints its seeds. */
@MostlyWaits
class LostHostTest {
    private static final Duration LIMIT = Duration.ofSeconds(240);
    private static final int RANKS = 6;
    private static final int LOST = 3;
    private static final int ROUNDS = 10;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static Hosts hosts;

    @BeforeAll
    static void startHosts() throws InterruptedException {
        hosts = Hosts.startOrSkip();
    }

    @AfterAll
    static void stopHosts() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** One seed in the first tier. */
    static IntStream seeds() {
        JobsInTurn second = JobsInTurn.chosen();
        return IntStream.range(0, JobsInTurn.rounds(ROUNDS)).filter(seed -> seed == 0 | second.runsNext());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ranksOfTheOtherHostsGoOn(int seed) throws InterruptedException {
        Job job = hosts.mpjrun(Survivors.class, List.of("--api", "openmpi", "--host", "a:3,b:3", "-np",
            Integer.toString(RANKS), Survivors.class.getName(), Integer.toString(seed), Integer.toString(LOST),
            "others"));
        job.awaitLines(RANKS, line -> line.endsWith(" begins"), LIMIT);
        long end = System.nanoTime() + new Random(seed).nextLong(LONGEST_NANOS);
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        hosts.killAll("b");
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(RANKS - LOST, result.out().stream()
            .filter(line -> line.endsWith(": " + (RANKS - LOST) + " are left")).count(), result::toString);
        assertTrue(result.exitCode() != 0, result::toString);
        hosts.awaitNoProcesses(LIMIT);
    }
}
