package mpj.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;

/** Tests that {@link MpiTestTest} runs in order to check their results. */
final class Samples {
    /** Such jobs live for a second. C2 would take most of this time. */
    private static final String C1 = "-XX:TieredStopAtLevel=1";

    private static int calls;

    private int prepared;

    private Samples() {
    }

    @BeforeEach
    void prepare(Intracomm world) {
        prepared = world.Size();
    }

    @AfterEach
    void everyRankIsStillThere() {
        MPI.COMM_WORLD.Barrier();
    }

    @MpiTest(ranks = 3, transport = {"threads", "shm", "nio"}, jvmOptions = C1)
    void passes(Intracomm world, TestInfo info) {
        assertEquals(3, prepared);
        assertEquals(1, ++calls, "static variables are the rank's own");
        int[] sum = {world.Rank()};
        world.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(3, sum[0]);
        assertNotNull(info.getTestMethod().orElseThrow());
    }

    /** Rank 0 waits for a message that never comes. It must not be named as the cause. */
    @MpiTest(ranks = 3, transport = {"threads", "shm"}, jvmOptions = C1)
    void failsOnOneRank(Intracomm world) {
        if (world.Rank() == 1) {
            assertEquals("expected here", "got this");
        }
        world.Barrier();
    }

    @MpiTest(ranks = 3, jvmOptions = C1)
    void failsOnTwoRanks(Intracomm world) {
        if (world.Rank() > 0) {
            throw new IllegalStateException("broken", new ArithmeticException("by " + world.Rank()));
        }
    }

    @MpiTest(ranks = 2, timeout = 5, jvmOptions = C1)
    void hangs(Intracomm world) {
        if (world.Rank() == 1) {
            receiveAMessageThatNobodySends(world);
        }
    }

    @MpiTest(ranks = 2, transport = "shm", timeout = 5, jvmOptions = C1)
    void hangsBetweenProcesses(Intracomm world) {
        if (world.Rank() == 1) {
            receiveAMessageThatNobodySends(world);
        }
    }

    @MpiTest(ranks = 2, jvmOptions = C1)
    void waits(Intracomm world) {
        if (world.Rank() == 1) {
            System.out.println("about to wait");
            receiveAMessageThatNobodySends(world);
        }
    }

    private static void receiveAMessageThatNobodySends(Intracomm world) {
        world.Recv(new int[1], 0, 1, MPI.INT, 0, 5);
    }

    @MpiTest(ranks = 2, transport = {"threads", "shm"}, jvmOptions = C1)
    void exits(Intracomm world) {
        if (world.Rank() == 1) {
            System.err.println("about to exit");
            System.exit(3);
        }
        world.Recv(new int[1], 0, 1, MPI.INT, 1, 5);
    }

    @MpiTest(jvmOptions = C1)
    void doesNotApply(Intracomm world) {
        Assumptions.assumeTrue(world.Size() > 10, "needs more ranks");
    }

    @MpiTest(ranks = 1, properties = {"mpj.check=true", "own=some thing"}, jvmOptions = {C1, "-Xmx200m"})
    void hasProperties(Intracomm world) {
        assertEquals("true", System.getProperty("mpj.check"));
        assertEquals("some thing", System.getProperty("own"));
        assertTrue(Runtime.getRuntime().maxMemory() <= 200 << 20);
    }

    @Nested
    final class Inside {
        @MpiTest(ranks = 2, jvmOptions = C1)
        void passesInside(Intracomm world) {
            assertEquals(2, prepared);
            world.Barrier();
        }
    }

    @MpiTest(ranks = 0)
    void ofNoRanks() {
    }

    @MpiTest(transport = {"shm", "carrier-pigeon"})
    void overAnUnknownTransport() {
    }

    @MpiTest(timeout = -1)
    void ofNoTime() {
    }

    @MpiTest(properties = "mpj.check")
    void ofAPropertyWithoutValue() {
    }

    @MpiTest(properties = "mpj.chek=true")
    void ofAnUnknownProperty() {
    }
}
