package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import mpi.MPI;
import mpj.junit.MpiTest;

/** Tests on several ranks work with this API as well, although they are compiled without it. */
class MpiTestTest {
    @MpiTest(ranks = 2, transport = {"threads", "shm"})
    void worldBelongsToThisApi(Intracomm world) {
        int[] sum = new int[1];
        world.allReduce(new int[] {world.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(3, sum[0]);
    }
}
