package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import mpi.MPI;
import mpj.tests.Check;

/** A blocking collective on arrays of primitives allocates nothing, once it is compiled and its schedule is there. */
public final class AllocationChecks {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 500;
    /** So often the compiler gets another chance. */
    private static final int BLOCKS = 120;
    private static final int[] COUNTS = {1, 300, 20_000};
    private static final int LONG = 1000;

    private final long[] clean = new long[1];
    private final long[] cleanEverywhere = new long[1];

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** There comes a block of calls in which no rank allocates anything. */
    private void assertNothingAllocated(String what, int count, Runnable call) {
        int calls = count > LONG ? CALLS / 10 : CALLS;
        for (int block = 0; block < BLOCKS; block++) {
            long before = allocated();
            for (int i = 0; i < calls; i++) {
                call.run();
                COMM.Barrier(); // what comes before a rank waits for it is kept, which is not for nothing
            }
            clean[0] = allocated() - before;
            COMM.Allreduce(clean, 0, cleanEverywhere, 0, 1, MPI.LONG, MPI.MAX);
            if (cleanEverywhere[0] == 0) {
                return;
            }
        }
        assertTrue(false, () -> "rank " + RANK + ": " + what + " of " + count + " elements allocates "
            + (double) clean[0] / calls + " bytes per call");
    }

    private interface Collective {
        void call(double[] sent, double[] received, int count);
    }

    private void check(String what, Collective collective) {
        for (int count : COUNTS) {
            double[] sent = new double[SIZE * count];
            double[] received = new double[SIZE * count];
            assertNothingAllocated(what, count, () -> collective.call(sent, received, count));
        }
    }

    @Check
    public void barrier() {
        assertNothingAllocated("Barrier", 0, COMM::Barrier);
    }

    @Check
    public void movingElements() {
        check("Bcast", (sent, _, count) -> COMM.Bcast(sent, 0, count, MPI.DOUBLE, 0));
        check("Gather", (sent, received, count) ->
            COMM.Gather(sent, 0, count, MPI.DOUBLE, received, 0, count, MPI.DOUBLE, 0));
        check("Scatter", (sent, received, count) ->
            COMM.Scatter(sent, 0, count, MPI.DOUBLE, received, 0, count, MPI.DOUBLE, 0));
        check("Allgather", (sent, received, count) ->
            COMM.Allgather(sent, 0, count, MPI.DOUBLE, received, 0, count, MPI.DOUBLE));
        check("Alltoall", (sent, received, count) ->
            COMM.Alltoall(sent, 0, count, MPI.DOUBLE, received, 0, count, MPI.DOUBLE));
    }

    @Check
    public void movingElementsOfVariousCounts() {
        int[] counts = new int[SIZE];
        int[] displs = new int[SIZE];
        check("Gatherv", (sent, received, count) ->
            COMM.Gatherv(sent, 0, count, MPI.DOUBLE, received, 0, filled(counts, count), steps(displs, count),
                MPI.DOUBLE, 0));
        check("Scatterv", (sent, received, count) ->
            COMM.Scatterv(sent, 0, filled(counts, count), steps(displs, count), MPI.DOUBLE, received, 0, count,
                MPI.DOUBLE, 0));
        check("Allgatherv", (sent, received, count) ->
            COMM.Allgatherv(sent, 0, count, MPI.DOUBLE, received, 0, filled(counts, count), steps(displs, count),
                MPI.DOUBLE));
        check("Alltoallv", (sent, received, count) ->
            COMM.Alltoallv(sent, 0, filled(counts, count), steps(displs, count), MPI.DOUBLE, received, 0, counts,
                displs, MPI.DOUBLE));
    }

    @Check
    public void combiningElements() {
        int[] counts = new int[SIZE];
        check("Reduce", (sent, received, count) ->
            COMM.Reduce(sent, 0, received, 0, count, MPI.DOUBLE, MPI.SUM, 0));
        check("Allreduce", (sent, received, count) ->
            COMM.Allreduce(sent, 0, received, 0, count, MPI.DOUBLE, MPI.SUM));
        check("Reduce_scatter", (sent, received, count) ->
            COMM.Reduce_scatter(sent, 0, received, 0, filled(counts, count), MPI.DOUBLE, MPI.SUM));
        check("Reduce_scatter_block", (sent, received, count) ->
            COMM.Reduce_scatter_block(sent, 0, received, 0, count, MPI.DOUBLE, MPI.SUM));
        check("Scan", (sent, received, count) -> COMM.Scan(sent, 0, received, 0, count, MPI.DOUBLE, MPI.SUM));
        check("Exscan", (sent, received, count) -> COMM.Exscan(sent, 0, received, 0, count, MPI.DOUBLE, MPI.SUM));
    }

    private static int[] filled(int[] counts, int count) {
        Arrays.fill(counts, count);
        return counts;
    }

    private static int[] steps(int[] displs, int count) {
        for (int i = 0; i < displs.length; i++) {
            displs[i] = i * count;
        }
        return displs;
    }
}
