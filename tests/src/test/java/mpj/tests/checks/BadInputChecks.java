package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/**
 * A rank refuses each invalid argument that it is given, in collectives and in messages. The error has the right class
 * and the name of the argument, and the communicator works afterwards.
 */
public final class BadInputChecks {
    private static final int[] SENT = new int[100];
    private static final int[] RECEIVED = new int[100];
    private static final int[] ONES = IntStream.range(0, SIZE).map(_ -> 1).toArray();
    private static final int[] DISPLS = IntStream.range(0, SIZE).toArray();

    /** Forced algorithms may receive a message that is too long in parts, each of which fits. */
    private static final boolean FORCED =
        System.getProperties().stringPropertyNames().stream().anyMatch(name -> name.startsWith("mpj.coll."));

    private static void refused(int errorClass, String words, Executable... calls) {
        for (Executable call : calls) {
            assertError(errorClass, words, call);
        }
        assertWorks(COMM);
    }

    private static void assertWorks(Intracomm comm) {
        int[] received = new int[1];
        comm.Sendrecv(new int[] {RANK}, 0, 1, MPI.INT, NEXT, 1, received, 0, 1, MPI.INT, PREVIOUS, 1);
        assertEquals(PREVIOUS, received[0]);
        comm.Allreduce(new int[] {1}, 0, received, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE, received[0]);
    }

    /** Every call that sends items of a datatype and uses this name for the argument. */
    private static List<Consumer<Datatype>> sends() {
        return List.of(
            type -> COMM.Send(SENT, 20, 1, type, NEXT, 1),
            type -> COMM.Isend(SENT, 20, 1, type, NEXT, 1),
            type -> COMM.Send_init(SENT, 20, 1, type, NEXT, 1),
            type -> COMM.Pack(SENT, 20, 1, type, new byte[1000], 0),
            type -> COMM.Sendrecv(SENT, 20, 1, type, NEXT, 1, RECEIVED, 0, 9, MPI.INT, PREVIOUS, 1),
            type -> COMM.Bcast(SENT, 20, 1, type, RANK),
            type -> COMM.Gather(SENT, 20, 1, type, RECEIVED, 0, 9, MPI.INT, RANK),
            type -> COMM.Scatterv(SENT, 20, ONES, DISPLS, type, RECEIVED, 0, 9, MPI.INT, RANK),
            type -> COMM.Allgather(SENT, 20, 1, type, RECEIVED, 0, 9, MPI.INT),
            type -> COMM.Alltoallv(SENT, 20, ONES, DISPLS, type, RECEIVED, 0, ONES, DISPLS, MPI.INT));
    }

    private static List<Consumer<Datatype>> receives() {
        return List.of(
            type -> COMM.Recv(RECEIVED, 20, 1, type, NEXT, 1),
            type -> COMM.Irecv(RECEIVED, 20, 1, type, NEXT, 1),
            type -> COMM.Recv_init(RECEIVED, 20, 1, type, NEXT, 1),
            type -> COMM.Unpack(new byte[1000], 0, RECEIVED, 20, 1, type),
            type -> COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, 1, RECEIVED, 20, 1, type, PREVIOUS, 1),
            BadInputChecks::bcastFromAnother,
            type -> COMM.Gatherv(SENT, 0, 1, MPI.INT, RECEIVED, 20, ONES, DISPLS, type, RANK),
            type -> COMM.Scatter(SENT, 0, 1, MPI.INT, RECEIVED, 20, 1, type, RANK),
            type -> COMM.Allgatherv(SENT, 0, 1, MPI.INT, RECEIVED, 20, ONES, DISPLS, type),
            type -> COMM.Alltoall(SENT, 0, 1, MPI.INT, RECEIVED, 20, 1, type),
            type -> COMM.Allreduce(SENT, 0, RECEIVED, 20, 1, type, MPI.SUM));
    }

    private static void bcastFromAnother(Datatype type) {
        if (SIZE == 1) {
            COMM.Recv(RECEIVED, 20, 1, type, 0, 1); // this rank has no peer
        } else {
            COMM.Bcast(RECEIVED, 20, 1, type, NEXT);
        }
    }

    private static void refusedByAll(int errorClass, String words, List<Consumer<Datatype>> calls, Datatype type) {
        for (Consumer<Datatype> call : calls) {
            refused(errorClass, words, () -> call.accept(type));
        }
    }

    private static Datatype committed(Datatype type) {
        type.Commit();
        return type;
    }

    @Check
    public void datatypeThatIsNotCommittedOrWasFreed() {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        refusedByAll(MPI.ERR_TYPE, " is Vector of INT, which is not committed; commit the datatype first", sends(),
            type);
        refusedByAll(MPI.ERR_TYPE, " is Vector of INT, which is not committed; commit the datatype first", receives(),
            type);
        type.Commit();
        type.free();
        refusedByAll(MPI.ERR_TYPE, " is Vector of INT, which was freed; make another", sends(), type);
        refusedByAll(MPI.ERR_TYPE, " is Vector of INT, which was freed; make another", receives(), type);
    }

    @Check
    public void strideAndDisplacementBeyondTheArray() {
        for (Datatype type : List.of(committed(Datatype.Vector(3, 1, -11, MPI.INT)),
            committed(Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 80}, MPI.INT)),
            committed(Datatype.Hvector(2, 1, -21, MPI.INT)))) {
            refusedByAll(MPI.ERR_BUFFER, "buf, which has 100 elements", sends(), type);
            refusedByAll(MPI.ERR_BUFFER, "buf, which has 100 elements", receives(), type);
        }
    }

    @Check
    public void communicatorThatWasFreed() {
        Intracomm freed = (Intracomm) COMM.clone();
        freed.Free();
        refused(MPI.ERR_COMM, "was freed",
            () -> freed.Send(SENT, 0, 1, MPI.INT, NEXT, 1), () -> freed.Recv(SENT, 0, 1, MPI.INT, NEXT, 1),
            freed::Barrier, () -> freed.Bcast(SENT, 0, 1, MPI.INT, 0), freed::clone, () -> freed.Split(0, 0),
            () -> freed.Allreduce(SENT, 0, RECEIVED, 0, 1, MPI.INT, MPI.SUM), freed::Free, freed::Group,
            () -> freed.Create_cart(new int[] {SIZE}, new boolean[1], false), () -> freed.Abort(1));
        Cartcomm grid = COMM.Create_cart(new int[] {SIZE}, new boolean[1], false);
        grid.Free();
        refused(MPI.ERR_COMM, "was freed", () -> grid.Shift(0, 1), () -> grid.Coords(0), grid::Get);
    }

    @Check
    public void groupThatWasFreed() {
        Group group = COMM.Group();
        group.free();
        refused(MPI.ERR_GROUP, "group", () -> COMM.Create(group), () -> group.Incl(new int[] {0}), group::Size,
            () -> Group.Union(group, MPI.GROUP_EMPTY), () -> Group.Union(MPI.GROUP_EMPTY, group));
    }

    @Check
    public void requestThatWasFreed() {
        Request send = COMM.Issend(SENT, 0, 1, MPI.INT, NEXT, 2);
        send.Free();
        COMM.Recv(RECEIVED, 0, 1, MPI.INT, PREVIOUS, 2);
        refused(MPI.ERR_REQUEST, "the request is null", send::Free, send::Cancel);
        Prequest persistent = COMM.Send_init(SENT, 0, 1, MPI.INT, NEXT, 2);
        persistent.Start();
        COMM.Recv(RECEIVED, 0, 1, MPI.INT, PREVIOUS, 2);
        persistent.Wait();
        refused(MPI.ERR_REQUEST, "is under way", () -> {
            persistent.Start();
            persistent.Start();
        });
        COMM.Recv(RECEIVED, 0, 1, MPI.INT, PREVIOUS, 2);
        persistent.Wait();
    }

    @Check
    public void partnersAndTagsOfBothHalvesAreNamed() {
        refused(MPI.ERR_TAG, "sendtag is -1", () ->
            COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, -1, RECEIVED, 0, 1, MPI.INT, PREVIOUS, 1));
        refused(MPI.ERR_TAG, "recvtag is -5", () ->
            COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, 1, RECEIVED, 0, 1, MPI.INT, PREVIOUS, -5));
        refused(MPI.ERR_BUFFER, "recvbuf is null", () ->
            COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, 1, null, 0, 1, MPI.INT, PREVIOUS, 1));
        refused(MPI.ERR_TYPE, "the datatype of recvbuf is null", () ->
            COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, 1, RECEIVED, 0, 1, null, PREVIOUS, 1));
        refused(MPI.ERR_COUNT, "the count of sendbuf is -1", () ->
            COMM.Sendrecv(SENT, 0, -1, MPI.INT, NEXT, 1, RECEIVED, 0, 1, MPI.INT, PREVIOUS, 1));
        refused(MPI.ERR_BUFFER, "the offset of outbuf is -1", () -> COMM.Unpack(new byte[9], 0, SENT, -1, 1, MPI.INT));
        refused(MPI.ERR_BUFFER, "MPI_ERR_BUFFER: offset is -1", () -> COMM.Recv(SENT, -1, 1, MPI.INT, NEXT, 1));
        refused(MPI.ERR_BUFFER, "inbuf is null", () -> COMM.Pack(null, 0, 1, MPI.INT, new byte[9], 0));
        refused(MPI.ERR_RANK, "source is " + SIZE, () ->
            COMM.Sendrecv(SENT, 0, 1, MPI.INT, NEXT, 1, RECEIVED, 0, 1, MPI.INT, SIZE, 1));
    }

    /**
     * A rank that receives more than it has room for throws, whether the message comes from its sender or through a
     * rank that had no room for it either. The other ranks may throw, and no rank waits forever.
     */
    private static void disagree(boolean throwsHere, Executable collective) {
        try {
            collective.execute();
            assertFalse(throwsHere && !FORCED, "more arrived than there is room for, and nothing was thrown");
        } catch (MPIException e) {
            assertEquals(MPI.ERR_TRUNCATE, e.Get_error_class(), e.getMessage());
            assertTrue(e.getMessage().matches(
                "(?s).*(the receive takes at most|rank \\d+ could not do its part|make the counts equal).*"),
                e.getMessage());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        assertWorks(COMM);
    }

    @Check(ranks = 2)
    public void countsThatDoNotMatchInCollectives() {
        int mine = RANK == 0 ? 2 : 1;
        int[] counts = new int[SIZE];
        Arrays.fill(counts, mine);
        int[] apart = IntStream.range(0, SIZE).map(i -> 2 * i).toArray();
        disagree(RANK > 0, () -> COMM.Bcast(SENT, 0, mine, MPI.INT, 0));
        disagree(RANK > 0, () -> COMM.Scatter(SENT, 0, mine, MPI.INT, RECEIVED, 0, mine, MPI.INT, 0));
        disagree(RANK > 0, () -> COMM.Scatterv(SENT, 0, counts, apart, MPI.INT, RECEIVED, 0, mine, MPI.INT, 0));
        disagree(RANK == 1, () -> COMM.Gather(SENT, 0, mine, MPI.INT, RECEIVED, 0, mine, MPI.INT, 1));
        disagree(RANK == 1, () -> COMM.Gatherv(SENT, 0, mine, MPI.INT, RECEIVED, 0, counts, apart, MPI.INT, 1));
        disagree(RANK > 0, () -> COMM.Allgather(SENT, 0, mine, MPI.INT, RECEIVED, 0, mine, MPI.INT));
        disagree(RANK > 0, () -> COMM.Alltoall(SENT, 0, mine, MPI.INT, RECEIVED, 0, mine, MPI.INT));
        disagree(RANK > 0, () -> COMM.Alltoallv(SENT, 0, counts, apart, MPI.INT, RECEIVED, 0, counts, apart,
            MPI.INT));
        disagree(false, () -> COMM.Reduce(SENT, 0, RECEIVED, 0, mine, MPI.INT, MPI.SUM, 0));
        disagree(false, () -> COMM.Allreduce(SENT, 0, RECEIVED, 0, mine, MPI.INT, MPI.SUM));
        disagree(false, () -> COMM.Scan(SENT, 0, RECEIVED, 0, mine, MPI.INT, MPI.SUM));
        disagree(false, () -> COMM.Reduce_scatter(SENT, 0, RECEIVED, 0, counts, MPI.INT, MPI.SUM));
    }

    /** Each rank passes a different count, so that the schedules of the ranks do not match. No rank waits forever. */
    private static void disagreeAll(Disagreement collective) {
        for (int[] counts : new int[][] {{2, 1, 1, 1}, {0, 3, 3, 3}, {3, 0, 3, 3}, {5, 3000, 70_000, 1},
            {300_000, 5, 5, 5}}) {
            int mine = counts[RANK % counts.length];
            disagree(false, () -> collective.call(new int[SIZE * mine], new int[SIZE * mine], mine));
        }
    }

    /**
     * Ranks that call the same collectives in different orders are told that the collectives differ, and not only that
     * the counts differ. This also holds if a rank finished its part of the call at once and has gone on.
     */
    @Check(ranks = 2)
    public void collectivesInAnotherOrder() {
        Intracomm pair = COMM.Split(RANK < 2 ? 0 : MPI.UNDEFINED, RANK);
        for (int round = 0; pair != null && round < 4; round++) {
            Executable barrier = pair::Barrier;
            Executable bcast = () -> pair.Bcast(new int[1], 0, 1, MPI.INT, 0);
            if (RANK == 0) {
                try {
                    bcast.execute();
                } catch (Throwable e) {
                    assertTrue(e.getMessage().contains("rank 1 calls barrier"), e.getMessage());
                }
                World.assertError(MPI.ERR_OTHER, "rank 1 calls bcast with root 0, this rank calls barrier", barrier);
            } else {
                World.assertError(MPI.ERR_OTHER, "rank 0 calls bcast with root 0, this rank calls barrier", barrier);
                World.assertError(MPI.ERR_OTHER, "rank 0 calls barrier, this rank calls bcast with root 0", bcast);
            }
        }
        assertWorks(COMM);
    }

    private interface Disagreement {
        void call(int[] sent, int[] received, int count);
    }

    /** The ranks differ in the number of messages, or of segments in shared memory, that their elements take. */
    @Check(ranks = 2)
    public void countsThatNoMessageTells() {
        disagreeAll((sent, _, count) -> COMM.Bcast(sent, 0, count, MPI.INT, 0));
        disagreeAll((sent, _, count) -> COMM.Bcast(sent, 0, count, MPI.INT, 1));
        disagreeAll((sent, received, count) -> COMM.Reduce(sent, 0, received, 0, count, MPI.INT, MPI.SUM, 0));
        disagreeAll((sent, received, count) -> COMM.Allreduce(sent, 0, received, 0, count, MPI.INT, MPI.SUM));
        disagreeAll((sent, received, count) ->
            COMM.Allgather(sent, 0, count, MPI.INT, received, 0, count, MPI.INT));
        disagreeAll((sent, received, count) -> COMM.Alltoall(sent, 0, count, MPI.INT, received, 0, count, MPI.INT));
        disagreeAll((sent, received, count) ->
            COMM.Gather(sent, 0, count, MPI.INT, received, 0, count, MPI.INT, SIZE - 1));
        disagreeAll((sent, received, count) ->
            COMM.Scatter(sent, 0, count, MPI.INT, received, 0, count, MPI.INT, SIZE - 1));
        disagreeAll((sent, received, count) ->
            COMM.Reduce_scatter_block(sent, 0, received, 0, count, MPI.INT, MPI.SUM));
    }

    /** In this collective each rank learns only what the next rank intends to send to it. */
    @Check(ranks = 2)
    public void blocksThatOnlyTheReceiverKnows() {
        int[] none = new int[SIZE];
        int[] fromPrevious = none.clone();
        fromPrevious[PREVIOUS] = 3;
        MPIException e = assertThrows(MPIException.class, () -> COMM.Alltoallv(SENT, 0, none, DISPLS, MPI.INT,
            RECEIVED, 0, fromPrevious, DISPLS, MPI.INT));
        assertEquals(MPI.ERR_TRUNCATE, e.Get_error_class(), e.getMessage());
        assertTrue(e.getMessage().contains("alltoallv") && e.getMessage().contains("make the counts equal"),
            e.getMessage());
        assertWorks(COMM);
    }

    /** A rank that waits for the elements of a rank without elements is told so. */
    @Check(ranks = 2)
    public void rootWithoutDataWhereOthersWait() {
        int mine = RANK == 0 ? 0 : 3;
        disagree(RANK > 0, () -> COMM.Bcast(SENT, 0, mine, MPI.INT, 0));
        disagree(RANK == 0, () -> COMM.Reduce(SENT, 0, RECEIVED, 0, 3 - mine, MPI.INT, MPI.SUM, 0));
        disagree(RANK > 0, () -> COMM.Allreduce(SENT, 0, RECEIVED, 0, mine, MPI.INT, MPI.SUM));
    }
}
