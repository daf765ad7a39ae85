package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.programs.RingAndRooms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the order of memory accesses in the channels and in shared memory, under load. tests/other-machines runs the
 * same program on a machine with a weaker memory order.
 */
class RingAndRoomsTest {
    private static final JobsInTurn SECOND = JobsInTurn.chosen();
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @ParameterizedTest
    @CsvSource({"shm,2,20000", "shm,3,20000", "threads,2,20000", "threads,3,20000", "threads,100,300", "shm,70,100"})
    void everyElementIsOfItsRound(String transport, int ranks, int rounds) {
        assumeTrue(SECOND.runsNext(), "of the second tier");
        Job.Result result = Job.start("-np", Integer.toString(ranks), "-Dmpj.transport=" + transport,
            RingAndRooms.class.getName(), Integer.toString(rounds)).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(1, count(result.out(), "rank " + rank + " of " + ranks + ": " + rounds + " rounds went well"),
                result::toString);
        }
    }

    private static long count(List<String> lines, String wanted) {
        return lines.stream().filter(wanted::equals).count();
    }
}
