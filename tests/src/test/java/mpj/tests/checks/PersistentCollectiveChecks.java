package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.User_function;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/**
 * The call of {@code _init} defines a persistent collective. It checks the arguments, and later changes of them have no
 * effect.
 */
public final class PersistentCollectiveChecks {
    private static final int[] INTS = new int[100];
    private static final int[] OTHERS = new int[100];

    /** Each call fails, and the next persistent collective works. */
    private static void refused(int errorClass, String words, Executable... calls) {
        for (Executable call : calls) {
            assertError(errorClass, words, call);
        }
        int[] sum = new int[1];
        Prequest next = COMM.Allreduce_init(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        complete(next);
        assertArrayEquals(new int[] {SIZE}, sum, "the collective after " + words);
    }

    private static void complete(Prequest request) {
        request.Start();
        request.Wait();
    }

    private static int[] each(int value) {
        int[] values = new int[SIZE];
        Arrays.fill(values, value);
        return values;
    }

    private static int[] displs(int distance) {
        return IntStream.range(0, SIZE).map(rank -> rank * distance).toArray();
    }

    @Check
    public void wrongBuffersAreRefusedBeforeTheStart() {
        refused(MPI.ERR_BUFFER, "is null",
            () -> COMM.Bcast_init(null, 0, 1, MPI.INT, 0),
            () -> COMM.Gather_init(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, 0),
            () -> COMM.Gatherv_init(INTS, 0, 1, MPI.INT, null, 0, each(1), displs(1), MPI.INT, RANK),
            () -> COMM.Scatter_init(INTS, 0, 1, MPI.INT, null, 0, 1, MPI.INT, 0),
            () -> COMM.Scatterv_init(null, 0, each(1), displs(1), MPI.INT, OTHERS, 0, 1, MPI.INT, RANK),
            () -> COMM.Allgather_init(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT),
            () -> COMM.Allgatherv_init(INTS, 0, 1, MPI.INT, null, 0, each(1), displs(1), MPI.INT),
            () -> COMM.Alltoall_init(null, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT),
            () -> COMM.Alltoallv_init(INTS, 0, each(1), displs(1), MPI.INT, null, 0, each(1), displs(1), MPI.INT),
            () -> COMM.Reduce_init(null, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM, 0),
            () -> COMM.Allreduce_init(INTS, 0, null, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Reduce_scatter_init(null, 0, OTHERS, 0, each(1), MPI.INT, MPI.SUM),
            () -> COMM.Reduce_scatter_block_init(null, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Scan_init(INTS, 0, null, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Exscan_init(null, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM));
        refused(MPI.ERR_BUFFER, "offset 99 and count 2",
            () -> COMM.Bcast_init(INTS, 99, 2, MPI.INT, 0),
            () -> COMM.Scan_init(INTS, 0, OTHERS, 99, 2, MPI.INT, MPI.SUM));
    }

    @Check
    public void otherWrongArgumentsAreRefusedBeforeTheStart() {
        refused(MPI.ERR_ROOT, "root is " + SIZE,
            () -> COMM.Bcast_init(INTS, 0, 1, MPI.INT, SIZE),
            () -> COMM.Gather_init(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, SIZE),
            () -> COMM.Scatter_init(INTS, 0, 1, MPI.INT, OTHERS, 0, 1, MPI.INT, SIZE),
            () -> COMM.Reduce_init(INTS, 0, OTHERS, 0, 1, MPI.INT, MPI.SUM, SIZE));
        refused(MPI.ERR_OP, "op is null",
            () -> COMM.Reduce_init(INTS, 0, OTHERS, 0, 1, MPI.INT, null, 0),
            () -> COMM.Allreduce_init(INTS, 0, OTHERS, 0, 1, MPI.INT, null),
            () -> COMM.Reduce_scatter_init(INTS, 0, OTHERS, 0, each(1), MPI.INT, null),
            () -> COMM.Exscan_init(INTS, 0, OTHERS, 0, 1, MPI.INT, null));
        refused(MPI.ERR_TYPE, "datatype is null", () -> COMM.Bcast_init(INTS, 0, 1, null, 0));
        refused(MPI.ERR_TYPE, "the datatype of sendbuf is null",
            () -> COMM.Reduce_scatter_block_init(INTS, 0, OTHERS, 0, 1, null, MPI.SUM));
        refused(MPI.ERR_COUNT, "-1",
            () -> COMM.Bcast_init(INTS, 0, -1, MPI.INT, 0),
            () -> COMM.Alltoallv_init(INTS, 0, each(-1), displs(1), MPI.INT, OTHERS, 0, each(1), displs(1), MPI.INT));
        refused(MPI.ERR_ARG, "are null",
            () -> COMM.Allgatherv_init(INTS, 0, 1, MPI.INT, OTHERS, 0, null, displs(1), MPI.INT),
            () -> COMM.Reduce_scatter_init(INTS, 0, OTHERS, 0, null, MPI.INT, MPI.SUM));
    }

    /** Only one rank gets an error. The requests that the ranks make afterwards still belong together. */
    @Check(ranks = 2)
    public void aRefusalOnOneRankLeavesTheOthersInStep() {
        if (RANK == 1) {
            assertError(MPI.ERR_BUFFER, "is null", () -> COMM.Bcast_init(null, 0, 1, MPI.INT, 0));
        } else {
            COMM.Bcast_init(INTS, 0, 1, MPI.INT, 0);
        }
        refused(0, "");
    }

    @Check
    public void countsAndDisplacementsAreReadByInit() {
        int[] counts = each(2);
        int[] displs = displs(3);
        int[] sent = IntStream.range(0, 3 * SIZE).map(i -> 1000 * RANK + i).toArray();
        int[] gathered = new int[3 * SIZE];
        int[] allGathered = new int[3 * SIZE];
        int[] scattered = new int[2];
        int[] exchanged = new int[3 * SIZE];
        int[] reduced = new int[2];
        Prequest[] requests = {
            COMM.Gatherv_init(sent, 0, 2, MPI.INT, gathered, 0, counts, displs, MPI.INT, 0),
            COMM.Allgatherv_init(sent, 0, 2, MPI.INT, allGathered, 0, counts, displs, MPI.INT),
            COMM.Scatterv_init(sent, 0, counts, displs, MPI.INT, scattered, 0, 2, MPI.INT, 0),
            COMM.Alltoallv_init(sent, 0, counts, displs, MPI.INT, exchanged, 0, counts, displs, MPI.INT),
            COMM.Reduce_scatter_init(sent, 0, reduced, 0, counts, MPI.INT, MPI.MAX)};
        Arrays.fill(counts, -5);
        Arrays.fill(displs, 1 << 20);
        for (int round = 0; round < 3; round++) {
            for (int[] received : List.of(gathered, allGathered, scattered, exchanged, reduced)) {
                Arrays.fill(received, -1);
            }
            Prequest.Startall(requests);
            Prequest.Waitall(requests);
            int[] all = IntStream.range(0, 3 * SIZE).map(i -> i % 3 == 2 ? -1 : 1000 * (i / 3) + i % 3).toArray();
            assertArrayEquals(all, allGathered);
            assertArrayEquals(RANK == 0 ? all : IntStream.range(0, 3 * SIZE).map(_ -> -1).toArray(), gathered);
            assertArrayEquals(new int[] {3 * RANK, 3 * RANK + 1}, scattered);
            assertArrayEquals(IntStream.range(0, 3 * SIZE)
                .map(i -> i % 3 == 2 ? -1 : 1000 * (i / 3) + 3 * RANK + i % 3).toArray(), exchanged);
            assertArrayEquals(IntStream.range(2 * RANK, 2 * RANK + 2).map(i -> 1000 * (SIZE - 1) + i).toArray(),
                reduced);
        }
    }

    /** In MPI, free ends the use of a handle. Requests that were made with the handle go on. */
    @Check
    public void operationsAndDatatypesMayBeFreedAfterTheInit() {
        Op larger = new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                int[] in = (int[]) invec;
                int[] inout = (int[]) inoutvec;
                for (int i = 0; i < 2 * count; i++) {
                    inout[inoutoffset + i] = Math.max(in[inoffset + i], inout[inoutoffset + i]);
                }
            }
        }, true);
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        pair.Commit();
        int[] sent = {RANK, -RANK, RANK, -RANK};
        int[] most = new int[4];
        int[] most2 = new int[4];
        Prequest request = COMM.Allreduce_init(sent, 0, most, 0, 2, pair, larger);
        mpi.Request underWay = COMM.Iallreduce(sent, 0, most2, 0, 2, pair, larger);
        larger.free();
        pair.free();
        underWay.Wait();
        assertArrayEquals(new int[] {SIZE - 1, 0, SIZE - 1, 0}, most2);
        for (int round = 0; round < 3; round++) {
            Arrays.fill(most, -1);
            complete(request);
            assertArrayEquals(new int[] {SIZE - 1, 0, SIZE - 1, 0}, most);
        }
    }

    @Check
    public void objectsAreReadByStart() {
        Object[] all = new Object[SIZE];
        String[] mine = new String[1];
        Prequest request = COMM.Allgather_init(mine, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        Object[] joined = new String[1];
        Prequest reduction = COMM.Allreduce_init(mine, 0, joined, 0, 1, MPI.OBJECT, new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                ((Object[]) inoutvec)[inoutoffset] = "" + ((Object[]) invec)[inoffset]
                    + ((Object[]) inoutvec)[inoutoffset];
            }
        }, false));
        for (int round = 0; round < 3; round++) {
            int number = round;
            mine[0] = "<" + round + RANK + ">";
            complete(request);
            complete(reduction);
            String[] expected = IntStream.range(0, SIZE).mapToObj(rank -> "<" + number + rank + ">")
                .toArray(String[]::new);
            assertArrayEquals(expected, all);
            assertArrayEquals(new String[] {String.join("", expected)}, joined);
        }
    }

    @Check
    public void aFreedCommunicatorStartsNothing() {
        Intracomm clone = (Intracomm) COMM.clone();
        Prequest request = clone.Bcast_init(new int[1], 0, 1, MPI.INT, 0);
        complete(request);
        COMM.Barrier();
        clone.Free();
        assertError(MPI.ERR_COMM, "was freed", request::Start);
        refused(0, "");
    }
}
