package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpj.tests.Check;
import mpj.tests.Runs;
import org.junit.jupiter.api.function.Executable;

/** Calls refuse unsuitable buffers, with an error that gives the reason, and send or receive nothing. */
@Runs(ranks = 2)
public final class BufferChecks {
    private static final int TAG = 4;
    private static final ByteOrder FOREIGN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

    private interface Call {
        void make(Buffer buf, int count, Datatype type);
    }

    private static final List<Call> SENDS = List.of(
        (buf, count, type) -> COMM.send(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.sSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.bSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.rSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.pack(buf, count, type, new byte[1000], 0),
        (buf, count, type) -> COMM.sendRecvReplace(buf, count, type, NEXT, TAG, PREVIOUS, TAG));
    private static final List<Call> STARTS = List.of(
        (buf, count, type) -> COMM.iSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.isSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.ibSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.irSend(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.sendInit(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.bSendInit(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.sSendInit(buf, count, type, NEXT, TAG),
        (buf, count, type) -> COMM.rSendInit(buf, count, type, NEXT, TAG));
    private static final List<Call> RECEIVES = List.of(
        (buf, count, type) -> COMM.recv(buf, count, type, PREVIOUS, TAG),
        (buf, count, type) -> COMM.sendRecv(new int[1], 1, MPI.INT, NEXT, TAG, buf, count, type, PREVIOUS, TAG),
        (buf, count, type) -> COMM.sendRecvReplace(buf, count, type, NEXT, TAG, PREVIOUS, TAG),
        (buf, count, type) -> COMM.unpack(new byte[1000], 0, buf, count, type));
    private static final List<Call> RECEIVE_STARTS = List.of(
        (buf, count, type) -> COMM.iRecv(buf, count, type, PREVIOUS, TAG),
        (buf, count, type) -> COMM.recvInit(buf, count, type, PREVIOUS, TAG));

    private static void refused(List<Call> calls, int errorClass, String words, Buffer buf, int count, Datatype type) {
        for (Call call : calls) {
            assertError(errorClass, words, () -> call.make(buf, count, type));
        }
    }

    private static void refusedByAll(int errorClass, String words, Buffer buf, int count, Datatype type) {
        refused(SENDS, errorClass, words, buf, count, type);
        refused(RECEIVES, errorClass, words, buf, count, type);
        if (buf == null || buf.isDirect()) {
            refused(STARTS, errorClass, words, buf, count, type);
            refused(RECEIVE_STARTS, errorClass, words, buf, count, type);
        }
    }

    @Check
    public void heapBufferWhereTheOperationGoesOn() {
        for (Buffer heap : List.of(IntBuffer.allocate(4), ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()),
            IntBuffer.allocate(0), MPI.slice(new int[4], 1))) {
            refused(STARTS, MPI.ERR_BUFFER, "buf is a heap buffer", heap, 0, MPI.INT);
            refused(RECEIVE_STARTS, MPI.ERR_BUFFER, "MPI.newByteBuffer", heap, 0, MPI.INT);
        }
    }

    @Check
    public void readOnlyBufferInAReceive() {
        Buffer direct = MPI.newIntBuffer(4).asReadOnlyBuffer();
        refused(RECEIVES, MPI.ERR_BUFFER, "is read-only", direct, 4, MPI.INT);
        refused(RECEIVE_STARTS, MPI.ERR_BUFFER, "buf is read-only", direct, 4, MPI.INT);
        refused(RECEIVES, MPI.ERR_BUFFER, "is read-only", IntBuffer.allocate(4).asReadOnlyBuffer(), 4, MPI.INT);
        Request send = COMM.iSend(MPI.newIntBuffer(1).put(0, 7).asReadOnlyBuffer(), 1, MPI.INT, NEXT, TAG);
        int[] received = new int[1];
        COMM.recv(received, 1, MPI.INT, PREVIOUS, TAG);
        assertArrayEquals(new int[] {7}, received);
        send.waitFor();
    }

    @Check
    public void byteOrderThatIsNotTheHosts() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(16).order(FOREIGN);
        refusedByAll(MPI.ERR_TYPE, " of byte order " + FOREIGN, bytes, 4, MPI.INT);
        refusedByAll(MPI.ERR_TYPE, "ByteOrder.nativeOrder()", bytes.asIntBuffer(), 4, MPI.INT);
        refusedByAll(MPI.ERR_TYPE, " of byte order " + FOREIGN, ByteBuffer.allocate(16).order(FOREIGN), 4, MPI.INT);
        COMM.sendRecvReplace(bytes, 16, MPI.BYTE, NEXT, TAG, PREVIOUS, TAG);
    }

    @Check
    public void bufferOfOtherElements() {
        refusedByAll(MPI.ERR_TYPE, "needs a java.nio.IntBuffer", MPI.newFloatBuffer(4), 4, MPI.INT);
        refused(SENDS, MPI.ERR_TYPE, "CharSequence", CharBuffer.wrap("text"), 4, MPI.CHAR);
    }

    @Check
    public void bufferThatIsTooSmall() {
        for (Buffer buf : List.of(MPI.newIntBuffer(4), IntBuffer.allocate(4), MPI.newByteBuffer(19),
            MPI.slice(MPI.newIntBuffer(9), 5), MPI.slice(new int[9], 5))) {
            refusedByAll(MPI.ERR_BUFFER, "which has 4 elements", buf, 5, MPI.INT);
        }
        refusedByAll(MPI.ERR_COUNT, "is -1", MPI.newIntBuffer(4), -1, MPI.INT);
        refusedByAll(MPI.ERR_BUFFER, "null", null, 4, MPI.INT);
        refusedByAll(MPI.ERR_TYPE, "null", MPI.newIntBuffer(4), 4, null);
    }

    /** Programs pass null where they send and receive no items. */
    @Check
    public void nullWithoutItems() {
        int[] none = new int[SIZE];
        COMM.send(null, 0, MPI.BYTE, NEXT, TAG);
        assertEquals(0, COMM.recv(null, 0, MPI.INT, PREVIOUS, TAG).getCount(MPI.INT));
        COMM.sendRecv(null, 0, MPI.DOUBLE, NEXT, TAG, null, 0, MPI.DOUBLE, PREVIOUS, TAG);
        COMM.bcast(null, 0, MPI.INT, 0);
        COMM.gather(null, 0, MPI.INT, null, 0, MPI.INT, 0);
        COMM.allGatherv(null, 0, MPI.INT, null, none, none, MPI.INT);
        COMM.allReduce(null, null, 0, MPI.INT, MPI.SUM);
        Datatype[] types = new Datatype[SIZE];
        Arrays.fill(types, MPI.INT);
        COMM.allToAllw(null, none, none, types, null, none, none, types);
        assertError(MPI.ERR_BUFFER, "sendbuf is null", () -> COMM.allGather(null, 1, MPI.INT, null, 1, MPI.INT));
    }

    @Check
    public void bufferWhoseArenaIsClosed() {
        Buffer closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(16).asByteBuffer().order(ByteOrder.nativeOrder());
            COMM.sendRecvReplace(closed, 4, MPI.INT, NEXT, TAG, PREVIOUS, TAG);
        }
        refusedByAll(MPI.ERR_BUFFER, "whose arena is closed", closed, 4, MPI.INT);
    }

    @Check
    public void segmentsAreCheckedAsBuffersAre() {
        MemorySegment readOnly = Arena.ofAuto().allocate(16, 4).asReadOnly();
        assertError(MPI.ERR_BUFFER, "buf is read-only", () -> COMM.iRecv(readOnly, 4, MPI.INT, PREVIOUS, TAG));
        assertError(MPI.ERR_BUFFER, "which has 4 elements", () -> COMM.iSend(readOnly, 5, MPI.INT, NEXT, TAG));
        assertError(MPI.ERR_BUFFER, "which has 4 elements", () -> COMM.sendInit(readOnly, 5, MPI.INT, NEXT, TAG));
        assertError(MPI.ERR_BUFFER, "null", () -> COMM.iSend((MemorySegment) null, 5, MPI.INT, NEXT, TAG));
    }

    @Check
    public void sliceOutsideItsBuffer() {
        List<Executable> slices = List.of(() -> MPI.slice(new int[4], 5), () -> MPI.slice(new int[4], -1),
            () -> MPI.slice(MPI.newIntBuffer(4), 5), () -> MPI.slice(MPI.newByteBuffer(4), 5),
            () -> MPI.slice(new double[4], 5));
        for (Executable slice : slices) {
            assertError(MPI.ERR_ARG, "it must be 0 to 4", slice);
        }
        assertError(MPI.ERR_BUFFER, "null", () -> MPI.slice((int[]) null, 0));
        assertError(MPI.ERR_BUFFER, "null", () -> MPI.slice((IntBuffer) null, 0));
        assertError(MPI.ERR_ARG, "capacity is -1", () -> MPI.newIntBuffer(-1));
        assertError(MPI.ERR_ARG, "capacity is", () -> MPI.newLongBuffer(Integer.MAX_VALUE));
    }

    @Check
    public void invalidRanksAndTags() {
        IntBuffer buf = MPI.newIntBuffer(1);
        assertError(MPI.ERR_RANK, "dest is 2", () -> COMM.send(buf, 1, MPI.INT, 2, TAG));
        assertError(MPI.ERR_RANK, "dest is", () -> COMM.iSend(buf, 1, MPI.INT, MPI.ANY_SOURCE, TAG));
        assertError(MPI.ERR_RANK, "source is 2", () -> COMM.recv(buf, 1, MPI.INT, 2, TAG));
        assertError(MPI.ERR_RANK, "source is 2", () -> COMM.probe(2, TAG));
        assertError(MPI.ERR_RANK, "source is 2", () -> new Message().imProbe(2, TAG, COMM));
        assertError(MPI.ERR_TAG, "tag is -1", () -> COMM.send(buf, 1, MPI.INT, NEXT, -1));
        assertError(MPI.ERR_TAG, "tag is", () -> COMM.sendInit(buf, 1, MPI.INT, NEXT, MPI.ANY_TAG));
        assertError(MPI.ERR_TAG, "tag is -1", () -> new Message().mProbe(NEXT, -1, COMM));
    }
}
