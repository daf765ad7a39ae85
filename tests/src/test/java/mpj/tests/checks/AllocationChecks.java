package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;
import mpj.tests.Check;

/**
 * A blocking collective on arrays of primitives allocates nothing, once it is compiled and its schedule is there. Those
 * through shared memory: a message that comes before its receive is an object.
 */
public final class AllocationChecks {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 500;
    /** So often the compiler gets another chance. */
    private static final int BLOCKS = 120;
    /** Longer messages go by the C library, with segments that not every order of compilation does away with. */
    private static final int[] COUNTS = {1, 100};

    private final long[] clean = new long[1];
    private final long[] cleanEverywhere = new long[1];

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** There comes a block of calls in which no rank allocates anything. */
    private void assertNothingAllocated(String what, int count, Runnable call) {
        for (int block = 0; block < BLOCKS; block++) {
            long before = allocated();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            clean[0] = allocated() - before;
            COMM.Allreduce(clean, 0, cleanEverywhere, 0, 1, MPI.LONG, MPI.MAX);
            if (cleanEverywhere[0] == 0) {
                return;
            }
        }
        assertTrue(false, () -> "rank " + RANK + ": " + what + " of " + count + " elements allocates "
            + (double) clean[0] / CALLS + " bytes per call");
    }

    private interface Collective {
        void call(double[] sent, double[] received, int count);
    }

    private void check(String what, Collective collective) {
        for (int count : COUNTS) {
            double[] sent = new double[count];
            double[] received = new double[count];
            assertNothingAllocated(what, count, () -> collective.call(sent, received, count));
        }
    }

    @Check
    public void barrier() {
        assertNothingAllocated("Barrier", 0, COMM::Barrier);
    }

    @Check
    public void bcast() {
        check("Bcast", (sent, _, count) -> COMM.Bcast(sent, 0, count, MPI.DOUBLE, 0));
    }
}
