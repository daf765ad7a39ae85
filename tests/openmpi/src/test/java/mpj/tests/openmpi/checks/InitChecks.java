package mpj.tests.openmpi.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, section 8.7: startup. */
@Runs(ranks = {1, 2, 4})
public final class InitChecks {

    @Check
    void worldHasEveryRank() {
        int rank = MPI.COMM_WORLD.getRank();
        assertTrue(rank >= 0 && rank < MPI.COMM_WORLD.getSize(), () -> "rank " + rank);
    }

    @Check
    void selfHasThisRankOnly() {
        assertEquals(0, MPI.COMM_SELF.getRank());
        assertEquals(1, MPI.COMM_SELF.getSize());
    }
}
