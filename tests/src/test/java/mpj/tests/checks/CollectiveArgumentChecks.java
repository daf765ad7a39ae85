package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;

import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/** Each rank refuses wrong arguments of collectives by itself and sends nothing, so the next collective works. */
public final class CollectiveArgumentChecks {
    private static final int[] INTS = new int[100];
    private static final int[] OTHERS = new int[100];
    private static final int[] COUNTS = IntStream.range(0, SIZE).map(_ -> 1).toArray();
    private static final int[] DISPLS = IntStream.range(0, SIZE).toArray();

    private static void refused(int errorClass, String words, Executable... calls) {
        for (Executable call : calls) {
            assertError(errorClass, words, call);
        }
        int[] sum = new int[1];
        COMM.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (sum[0] != SIZE) {
            throw new AssertionError("after " + words + ": the next collective gives " + sum[0] + ", not " + SIZE);
        }
    }

    @Check
    public void rootThatDoesNotExist() {
        for (int root : new int[] {-1, SIZE, MPI.ANY_SOURCE, MPI.PROC_NULL, Integer.MAX_VALUE}) {
            refused(MPI.ERR_ROOT, "root is " + root,
                () -> COMM.Bcast(INTS, 0, 1, MPI.INT, root),
                () -> COMM.Gather(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, root),
                () -> COMM.Gatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, COUNTS, DISPLS, MPI.INT, root),
                () -> COMM.Scatter(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, root),
                () -> COMM.Scatterv(INTS, 0, COUNTS, DISPLS, MPI.INT, OTHERS, 0, 1, MPI.INT, root),
                () -> COMM.Reduce(INTS, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM, root));
        }
    }

    private static void refusedOp(String words, Datatype datatype, Object array, Op op) {
        refused(MPI.ERR_OP, words,
            () -> COMM.Reduce(array, 0, array, 1, 1, datatype, op, 0),
            () -> COMM.Allreduce(array, 0, array, 1, 1, datatype, op),
            () -> COMM.Reduce_scatter(array, 0, array, 1, COUNTS, datatype, op),
            () -> COMM.Scan(array, 0, array, 1, 1, datatype, op),
            () -> COMM.Reduce_local(array, array, 1, datatype, op));
    }

    @Check
    public void operationThatIsNullFreedOrNotDefinedForTheType() {
        refusedOp("op is null", MPI.INT, INTS, null);
        refusedOp("op is MPI.SUM, which is not defined for MPI.BOOLEAN", MPI.BOOLEAN, new boolean[100], MPI.SUM);
        refusedOp("op is MPI.BAND, which is not defined for MPI.DOUBLE", MPI.DOUBLE, new double[100], MPI.BAND);
        refusedOp("op is MPI.LOR, which is not defined for MPI.FLOAT", MPI.FLOAT, new float[100], MPI.LOR);
        refusedOp("op is MPI.MAX, which is not defined for MPI.OBJECT", MPI.OBJECT, new Integer[100], MPI.MAX);
        refusedOp("op is MPI.MAXLOC, which is not defined for MPI.INT", MPI.INT, INTS, MPI.MAXLOC);
        Op own = new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                throw new AssertionError("called after free");
            }
        }, true);
        own.free();
        refusedOp("op was freed", MPI.INT, INTS, own);
        refused(MPI.ERR_OP, "was freed", own::free);
        refused(MPI.ERR_OP, "MPI.SUM is predefined", MPI.SUM::free);
        refused(MPI.ERR_ARG, "function is null", () -> new Op(null, true));
    }

    @Check
    public void buffersThatAreWrongAreNamed() {
        refused(MPI.ERR_BUFFER, "MPI_ERR_BUFFER: sendbuf is null; pass an array",
            () -> COMM.Gather(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, RANK),
            () -> COMM.Allgather(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT),
            () -> COMM.Allreduce(null, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Scatter(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, RANK),
            () -> COMM.Alltoall(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT));
        refused(MPI.ERR_BUFFER, "offset 99 and count 2 do not lie in recvbuf, which has 100 elements",
            () -> COMM.Scatter(INTS, 0, 2, MPI.INT, OTHERS, 99, 2, MPI.INT, RANK),
            () -> COMM.Reduce(INTS, 0, OTHERS, 99, 2, MPI.INT, MPI.SUM, RANK),
            () -> COMM.Scan(INTS, 0, OTHERS, 99, 2, MPI.INT, MPI.SUM));
        refused(MPI.ERR_BUFFER,
            "the block of rank " + (SIZE - 1) + ", of offset 96 and count 5, does not lie in recvbuf, which has 100",
            () -> COMM.Allgather(INTS, 0, 5, MPI.INT, OTHERS, 101 - 5 * SIZE, 5, MPI.INT),
            () -> COMM.Gather(INTS, 0, 5, MPI.INT, OTHERS, 101 - 5 * SIZE, 5, MPI.INT, RANK));
        refused(MPI.ERR_TYPE,
            "buf is of type int[]; datatype MPI.LONG needs long[], a java.nio buffer or a MemorySegment",
            () -> COMM.Bcast(INTS, 0, 1, MPI.LONG, 0),
            () -> COMM.Allgather(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.LONG));
        refused(MPI.ERR_TYPE, "datatype is null; pass one such as MPI.INT", () -> COMM.Bcast(INTS, 0, 1, null, 0));
        refused(MPI.ERR_TYPE, "the datatype of recvbuf is null; pass one such as MPI.INT",
            () -> COMM.Alltoall(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, null));
        refused(MPI.ERR_COUNT, "-1", () -> COMM.Bcast(INTS, 0, -1, MPI.INT, 0),
            () -> COMM.Alltoall(INTS, 0, -1, MPI.INT, OTHERS, 0, 1, MPI.INT),
            () -> COMM.Allreduce(INTS, 0, OTHERS, 0, -1, MPI.INT, MPI.SUM));
    }

    private static int[] with(int[] values, int last) {
        int[] changed = values.clone();
        changed[SIZE - 1] = last;
        return changed;
    }

    @Check
    public void countsAndDisplacementsThatAreWrong() {
        refused(MPI.ERR_ARG, "are null",
            () -> COMM.Allgatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, null, DISPLS, MPI.INT),
            () -> COMM.Allgatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, COUNTS, null, MPI.INT),
            () -> COMM.Reduce_scatter(INTS, 0, OTHERS, 0, null, MPI.INT, MPI.SUM));
        int[] few = new int[SIZE - 1];
        refused(MPI.ERR_ARG, "the communicator has " + SIZE,
            () -> COMM.Gatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, few, DISPLS, MPI.INT, RANK),
            () -> COMM.Scatterv(INTS, 0, COUNTS, few, MPI.INT, OTHERS, 0, 1, MPI.INT, RANK),
            () -> COMM.Reduce_scatter(INTS, 0, OTHERS, 0, few, MPI.INT, MPI.SUM));
        refused(MPI.ERR_COUNT, "the count of the block of rank " + (SIZE - 1),
            () -> COMM.Gatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, with(COUNTS, -1), DISPLS, MPI.INT, RANK),
            () -> COMM.Reduce_scatter(INTS, 0, OTHERS, 0, with(COUNTS, -1), MPI.INT, MPI.SUM),
            () -> COMM.Alltoallv(INTS, 0, with(COUNTS, -1), DISPLS, MPI.INT, OTHERS, 0, COUNTS, DISPLS, MPI.INT));
        refused(MPI.ERR_ARG, "the block of rank " + (SIZE - 1) + " in sendbuf starts at element -5",
            () -> COMM.Scatterv(INTS, 0, COUNTS, with(DISPLS, -5), MPI.INT, OTHERS, 0, 1, MPI.INT, RANK));
        refused(MPI.ERR_BUFFER,
            "the block of rank " + (SIZE - 1) + ", of offset 100 and count 1",
            () -> COMM.Allgatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, COUNTS, with(DISPLS, 100), MPI.INT));
    }

    @Check(ranks = 2)
    public void blocksReceivedThatOverlap() {
        refused(MPI.ERR_ARG, "overlap",
            () -> COMM.Allgatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, COUNTS, with(DISPLS, 0), MPI.INT),
            () -> COMM.Gatherv(INTS, 0, 1, MPI.INT, OTHERS, 0, COUNTS, with(DISPLS, 0), MPI.INT, RANK));
        COMM.Scatterv(INTS, 0, COUNTS, with(DISPLS, 0), MPI.INT, OTHERS, 0, 1, MPI.INT, 0);
    }

    @Check
    public void ownBlockLongerThanItsPlace() {
        refused(MPI.ERR_COUNT, "this rank sends itself 3",
            () -> COMM.Gather(INTS, 0, 3, MPI.INT, OTHERS, 0, 2, MPI.INT, RANK),
            () -> COMM.Scatter(INTS, 0, 3, MPI.INT, OTHERS, 0, 2, MPI.INT, RANK),
            () -> COMM.Allgather(INTS, 0, 3, MPI.INT, OTHERS, 0, 2, MPI.INT),
            () -> COMM.Alltoall(INTS, 0, 3, MPI.INT, OTHERS, 0, 2, MPI.INT));
        refused(MPI.ERR_TYPE, "recvtype is MPI.FLOAT",
            () -> COMM.Allgather(INTS, 0, 1, MPI.INT, new float[100], 0, 1, MPI.FLOAT));
    }

    @Check
    public void ownBlockOfANeighbourLongerThanItsPlace() {
        Cartcomm ring = ((Intracomm) MPI.COMM_SELF).Create_cart(new int[] {1}, new boolean[] {true}, false);
        refused(MPI.ERR_COUNT, "this rank sends itself 1 of MPI.INT, but receives 4",
            () -> ring.Neighbor_allgather(new int[1], 0, 1, MPI.INT, new int[8], 0, 4, MPI.INT));
        refused(MPI.ERR_COUNT, "this rank sends itself 3",
            () -> ring.Neighbor_alltoall(new int[6], 0, 3, MPI.INT, new int[8], 0, 1, MPI.INT));
        ring.Free();
    }

    /**
     * A rank takes every message that is longer than its receive completely, so that no rest is left for the next
     * collective.
     */
    @Check(ranks = 2)
    public void ranksThatDisagreeAboutTheCount() {
        if (RANK == 0) {
            refused(MPI.ERR_TRUNCATE, " 8 bytes",
                () -> COMM.Gather(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, 0));
        } else {
            COMM.Gather(INTS, 0, 2, MPI.INT, null, 0, 0, null, 0);
            refused(0, "");
        }
        if (RANK == 0) {
            COMM.Bcast(INTS, 0, 5, MPI.INT, 0);
            refused(0, "");
        } else {
            // In a tree, some ranks are told by a rank that could not pass on the data, because it had no room for the
            // data.
            refused(MPI.ERR_TRUNCATE, Integer.bitCount(RANK) > 1 ? "" : " 20 bytes",
                () -> COMM.Bcast(OTHERS, 0, 4, MPI.INT, 0));
        }
    }
}
