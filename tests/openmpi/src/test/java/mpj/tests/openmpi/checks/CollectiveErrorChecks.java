package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpj.tests.Check;

/** A wrong argument of a collective is an error on every rank, before anything is sent. */
public final class CollectiveErrorChecks {
    private static final int[] ONE = new int[1];
    private static final int[] ALL = new int[SIZE];
    private static final Datatype[] INTS = ints();

    private static Datatype[] ints() {
        Datatype[] types = new Datatype[SIZE];
        Arrays.fill(types, MPI.INT);
        return types;
    }

    private static int[] filled(int value) {
        int[] all = new int[SIZE];
        Arrays.fill(all, value);
        return all;
    }

    @Check
    void heapBuffersWhereTheCallDoesNotBlock() {
        IntBuffer heap = IntBuffer.allocate(SIZE);
        IntBuffer direct = MPI.newIntBuffer(SIZE);
        assertError(MPI.ERR_BUFFER, "newIntBuffer", () -> COMM.iBcast(heap, 1, MPI.INT, 0));
        assertError(MPI.ERR_BUFFER, "recvbuf is a heap buffer",
            () -> COMM.iAllGather(direct, 1, MPI.INT, heap, 1, MPI.INT));
        assertError(MPI.ERR_BUFFER, "sendbuf is a heap buffer",
            () -> COMM.iAllReduce(heap, direct, 1, MPI.INT, MPI.SUM));
        assertError(MPI.ERR_BUFFER, "buf is a heap buffer", () -> COMM.iScan(heap, 1, MPI.INT, MPI.SUM));
        assertError(MPI.ERR_BUFFER, "sendbuf is a heap buffer",
            () -> COMM.iAllToAllw(heap, filled(1), filled(0), INTS, direct, filled(1), filled(0), INTS));
    }

    @Check
    void buffersThatMayOnlyBeRead() {
        assertError(MPI.ERR_BUFFER, "recvbuf is read-only", () -> COMM.allGather(ONE, 1, MPI.INT,
            MPI.newIntBuffer(SIZE).asReadOnlyBuffer(), 1, MPI.INT));
        assertError(MPI.ERR_BUFFER, "recvbuf is read-only", () -> COMM.iAllReduce(MPI.newIntBuffer(1),
            MPI.newIntBuffer(1).asReadOnlyBuffer(), 1, MPI.INT, MPI.SUM));
        MemorySegment constant = MemorySegment.ofArray(new int[SIZE]).asReadOnly();
        assertError(MPI.ERR_BUFFER, "recvbuf is read-only", () -> COMM.allToAllw(ALL, filled(1), filled(0), INTS,
            constant, filled(1), filled(0), INTS));
    }

    @Check
    void bytesInAnotherOrder() {
        ByteOrder other = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
        ByteBuffer buf = ByteBuffer.allocateDirect(Integer.BYTES * SIZE).order(other);
        assertError(MPI.ERR_TYPE, "of byte order", () -> COMM.allReduce(buf, 1, MPI.INT, MPI.SUM));
        assertError(MPI.ERR_TYPE, "of byte order", () -> COMM.iBcast(buf.asIntBuffer(), 1, MPI.INT, 0));
        assertError(MPI.ERR_TYPE, "of byte order", () -> COMM.allToAllw(buf, filled(1), filled(0), INTS, ALL,
            filled(1), filled(0), INTS));
    }

    @Check
    void buffersThatAreTooSmall() {
        assertError(MPI.ERR_BUFFER, "do not lie in buf", () -> COMM.bcast(IntBuffer.allocate(1), 2, MPI.INT, 0));
        assertError(MPI.ERR_BUFFER, "block of rank " + (SIZE - 1),
            () -> COMM.allGather(ONE, 1, MPI.INT, new int[SIZE - 1], 1, MPI.INT));
        assertError(MPI.ERR_BUFFER, "block of rank " + (SIZE - 1), () -> COMM.allToAllw(new int[SIZE], filled(1),
            filled(4 * (SIZE - 1)), INTS, new int[SIZE - 1], filled(1), IntStream.range(0, SIZE)
                .map(i -> 4 * i).toArray(), INTS));
    }

    @Check
    void nullAndClosed() {
        assertError(MPI.ERR_BUFFER, "buf is null", () -> COMM.bcast(null, 1, MPI.INT, 0));
        assertError(MPI.ERR_TYPE, "is null", () -> COMM.bcast(ONE, 1, null, 0));
        assertError(MPI.ERR_OP, "op is null", () -> COMM.allReduce(ONE, 1, MPI.INT, null));
        assertError(MPI.ERR_ARG, "the counts of recvbuf are null", () -> COMM.allGatherv(ONE, null, ALL, MPI.INT));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(Integer.BYTES * SIZE);
        }
        assertError(MPI.ERR_BUFFER, "arena is closed", () -> COMM.iBcast(closed, 1, MPI.INT, 0));
    }

    @Check
    void invalidRoots() {
        assertError(MPI.ERR_ROOT, "root is " + SIZE, () -> COMM.gather(ALL, 1, MPI.INT, SIZE));
        assertError(MPI.ERR_ROOT, "root is -1", () -> COMM.reduce(ONE, 1, MPI.INT, MPI.SUM, -1));
        assertError(MPI.ERR_ROOT, "root is", () -> COMM.bcast(ONE, 1, MPI.INT, MPI.ROOT));
    }

    /** The root and the other ranks use different forms of the call. */
    @Check
    void formsOfOtherRanks() {
        int root = (RANK + 1) % SIZE;
        assertError(MPI.ERR_BUFFER, "this form of the call has no sendbuf",
            () -> COMM.gatherv(ALL, filled(1), filled(0), MPI.INT, root));
        assertError(MPI.ERR_BUFFER, "this form of the call has no recvbuf",
            () -> COMM.gatherv(ONE, 1, MPI.INT, RANK));
        assertError(MPI.ERR_BUFFER, "this form of the call has no recvbuf",
            () -> COMM.scatterv(ALL, filled(1), filled(0), MPI.INT, root));
        assertError(MPI.ERR_BUFFER, "this form of the call has no sendbuf",
            () -> COMM.scatterv(ONE, 1, MPI.INT, RANK));
    }

    @Check
    void blocksThatDoNotFit() {
        assertError(MPI.ERR_ARG, "are " + (SIZE - 1), () -> COMM.allGatherv(ONE, 1, MPI.INT, ALL, new int[SIZE - 1],
            ALL, MPI.INT));
        assertError(MPI.ERR_ARG, "overlap", () -> COMM.allGatherv(ONE, 1, MPI.INT, ALL, filled(1), filled(0),
            MPI.INT));
        assertError(MPI.ERR_COUNT, "is -1", () -> COMM.allToAllv(ALL, filled(-1), ALL, MPI.INT, new int[SIZE], ALL,
            ALL, MPI.INT));
        assertError(MPI.ERR_COUNT, "this rank sends itself", () -> COMM.allGather(ALL, 2, MPI.INT, ALL, 1, MPI.INT));
        assertError(MPI.ERR_COUNT, "recvcounts", () -> COMM.reduceScatter(ALL, filled(Integer.MAX_VALUE), MPI.INT,
            MPI.SUM));
    }

    @Check
    void blocksOfTheirOwnTypes() {
        assertError(MPI.ERR_ARG, "within an element", () -> COMM.allToAllw(ALL, filled(1), filled(2), INTS, new int[1],
            filled(1), filled(0), INTS));
        assertError(MPI.ERR_ARG, "outside the buffer", () -> COMM.allToAllw(ALL, filled(1), filled(-4), INTS,
            new int[1], filled(1), filled(0), INTS));
        assertError(MPI.ERR_ARG, "the datatypes of sendbuf are null", () -> COMM.allToAllw(ALL, filled(1), filled(0),
            null, new int[1], filled(1), filled(0), INTS));
        assertError(MPI.ERR_TYPE, "is null", () -> COMM.allToAllw(ALL, filled(1), filled(0), new Datatype[SIZE],
            new int[1], filled(1), filled(0), INTS));
        assertError(MPI.ERR_TYPE, "double[]", () -> COMM.allToAllw(new double[SIZE], filled(1), filled(0), INTS,
            new int[1], filled(1), filled(0), INTS));
    }

    @Check
    void operationsThatAreNotDefined() {
        assertError(MPI.ERR_OP, "not defined", () -> COMM.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
        assertError(MPI.ERR_OP, "not defined", () -> mpi.Comm.reduceLocal(new double[1], new double[1], 1,
            MPI.DOUBLE, MPI.BAND));
    }
}
