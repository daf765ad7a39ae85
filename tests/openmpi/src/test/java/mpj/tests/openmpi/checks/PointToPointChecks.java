package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertStatus;
import static mpj.tests.openmpi.checks.World.items;
import static mpj.tests.openmpi.checks.World.meet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import mpi.Count;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** MPI 3.1, sections 3.2 to 3.8, 3.10 and 3.11: messages in every mode, from and into all kinds of buffers. */
public final class PointToPointChecks {
    private static final int TAG = 3;
    /** Numbers of ints on both sides of the protocols' limits. */
    private static final int[] COUNTS = {0, 1, 2, 16, 1000, 20_000, 300_000};

    private interface Send {
        void send(Object buf, int count, Datatype type, int dest, int tag);
    }

    private interface Start {
        Request start(Object buf, int count, int dest);
    }

    private static Request start(Object buf, Function<Buffer, Request> buffer,
                                 Function<MemorySegment, Request> segment) {
        return buf instanceof MemorySegment memory ? segment.apply(memory) : buffer.apply((Buffer) buf);
    }

    private static final List<Start> STARTS = List.of(
        (buf, count, dest) -> start(buf, b -> COMM.iSend(b, count, MPI.INT, dest, TAG),
            s -> COMM.iSend(s, count, MPI.INT, dest, TAG)),
        (buf, count, dest) -> start(buf, b -> COMM.ibSend(b, count, MPI.INT, dest, TAG),
            s -> COMM.ibSend(s, count, MPI.INT, dest, TAG)),
        (buf, count, dest) -> start(buf, b -> COMM.isSend(b, count, MPI.INT, dest, TAG),
            s -> COMM.isSend(s, count, MPI.INT, dest, TAG)),
        (buf, count, dest) -> start(buf, b -> COMM.irSend(b, count, MPI.INT, dest, TAG),
            s -> COMM.irSend(s, count, MPI.INT, dest, TAG)));

    private static Request startReceive(Object buf, int count, int source) {
        return start(buf, b -> COMM.iRecv(b, count, MPI.INT, source, TAG),
            s -> COMM.iRecv(s, count, MPI.INT, source, TAG));
    }

    @Check(ranks = 2)
    public void blockingSendsOfEveryModeTakeEveryBuffer() {
        MPI.attachBuffer(new byte[4 << 20]);
        List<Send> modes = List.of(COMM::send, COMM::sSend, COMM::bSend, COMM::rSend);
        for (Memory memory : Memory.values()) {
            for (int mode = 0; mode < modes.size(); mode++) {
                for (int count : COUNTS) {
                    int[] values = items(RANK, mode, count);
                    if (RANK == 0) {
                        meet(1, TAG + 1);
                        modes.get(mode).send(memory.of(values), count, MPI.INT, 1, TAG);
                    } else if (RANK == 1) {
                        Object room = memory.room(count + 1);
                        if (mode == 3) {
                            Request receive = memory.isDirect() ? startReceive(room, count + 1, 0) : null;
                            meet(0, TAG + 1);
                            assertStatus(0, TAG, MPI.INT, count, receive != null ? receive.waitStatus()
                                : COMM.recv(room, count + 1, MPI.INT, 0, TAG));
                        } else {
                            meet(0, TAG + 1);
                            assertStatus(0, TAG, MPI.INT, count, COMM.recv(room, count + 1, MPI.INT, 0, TAG));
                        }
                        assertReceived(items(0, mode, count), room);
                    }
                }
            }
        }
        MPI.detachBuffer();
    }

    private static void assertReceived(int[] values, Object room) {
        int[] received = Memory.values(room);
        assertEquals(Memory.UNTOUCHED, received[values.length], "what lies behind the message");
        assertArrayEquals(values, Arrays.copyOf(received, values.length));
    }

    @Check
    public void nonBlockingSendsOfEveryModeTakeDirectBuffersAndSegments() {
        MPI.attachBuffer(new byte[4 << 20]);
        for (Memory memory : Memory.values()) {
            for (int mode = 0; memory.isDirect() && mode < STARTS.size(); mode++) {
                for (int count : COUNTS) {
                    Object room = memory.room(count + 1);
                    Request receive = startReceive(room, count + 1, PREVIOUS);
                    COMM.barrier();
                    STARTS.get(mode).start(memory.of(items(RANK, mode, count)), count, NEXT).waitFor();
                    assertStatus(PREVIOUS, TAG, MPI.INT, count, receive.waitStatus());
                    assertReceived(items(PREVIOUS, mode, count), room);
                }
            }
        }
        MPI.detachBuffer();
    }

    /** Every element type, in an array, a heap buffer and a direct buffer, in all combinations. */
    @Check
    public void elementsOfEveryTypeTravelBetweenBuffersOfAnyKind() {
        exchange(MPI.BYTE, new byte[] {1, -2, 3}, MPI.newByteBuffer(3), ByteBuffer.wrap(new byte[3]));
        exchange(MPI.CHAR, new char[] {'a', 'b', 0xffff}, MPI.newCharBuffer(3), CharBuffer.wrap(new char[3]));
        exchange(MPI.SHORT, new short[] {1, -2, 3}, MPI.newShortBuffer(3), ShortBuffer.wrap(new short[3]));
        exchange(MPI.INT, new int[] {1, -2, 3}, MPI.newIntBuffer(3), IntBuffer.wrap(new int[3]));
        exchange(MPI.LONG, new long[] {1, -2, 1L << 60}, MPI.newLongBuffer(3), LongBuffer.wrap(new long[3]));
        exchange(MPI.FLOAT, new float[] {1, -2, Float.NaN}, MPI.newFloatBuffer(3), FloatBuffer.wrap(new float[3]));
        exchange(MPI.DOUBLE, new double[] {1, -2, 1e300}, MPI.newDoubleBuffer(3), DoubleBuffer.wrap(new double[3]));
        exchange(MPI.BOOLEAN, new boolean[] {true, false, true}, MPI.newByteBuffer(3), ByteBuffer.allocate(3));
    }

    private static void exchange(Datatype type, Object array, Buffer direct, Buffer heap) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), 3);
        sendRecv(array, direct, type);
        sendRecv(direct, heap, type);
        sendRecv(heap, copy, type);
        assertTrue(Objects.deepEquals(array, copy), direct.toString());
    }

    private static void sendRecv(Object sent, Object received, Datatype type) {
        assertStatus(PREVIOUS, TAG, type, 3,
            COMM.sendRecv(sent, 3, type, NEXT, TAG, received, 3, type, PREVIOUS, TAG));
    }

    @Check(ranks = 2)
    public void wildcardsTakeWhatComes() {
        if (RANK == 0) {
            Set<Integer> sources = new HashSet<>();
            for (int i = 1; i < SIZE; i++) {
                int[] value = new int[1];
                Status status = COMM.recv(value, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(status.getSource() * 10, value[0]);
                assertEquals(status.getSource(), status.getTag());
                assertTrue(sources.add(status.getSource()));
            }
        } else {
            COMM.send(new int[] {RANK * 10}, 1, MPI.INT, 0, RANK);
        }
    }

    @Check
    public void procNullSendsAndReceivesNothing() {
        COMM.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, TAG);
        COMM.iSend(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, TAG).waitFor();
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0,
            COMM.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, TAG));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0,
            COMM.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, TAG).waitStatus());
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0, COMM.probe(MPI.PROC_NULL, TAG));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0, COMM.iProbe(MPI.PROC_NULL, TAG));
    }

    @Check
    public void probeTellsWhatWillBeReceived() {
        Request send = COMM.iSend(MPI.newIntBuffer(5), 5, MPI.INT, NEXT, TAG);
        assertStatus(PREVIOUS, TAG, MPI.INT, 5, COMM.probe(PREVIOUS, MPI.ANY_TAG));
        assertStatus(PREVIOUS, TAG, MPI.INT, 5, COMM.iProbe(MPI.ANY_SOURCE, TAG));
        assertNull(COMM.iProbe(PREVIOUS, TAG + 1));
        COMM.recv(new int[5], 5, MPI.INT, PREVIOUS, TAG);
        assertNull(COMM.iProbe(PREVIOUS, TAG));
        send.waitFor();
    }

    @Check
    public void sendRecvReplaceGivesTheOthersValues() {
        for (Memory memory : Memory.values()) {
            Object buf = memory.of(items(RANK, 0, 1000));
            assertStatus(PREVIOUS, TAG, MPI.INT, 1000,
                COMM.sendRecvReplace(buf, 1000, MPI.INT, NEXT, TAG, PREVIOUS, TAG));
            assertArrayEquals(items(PREVIOUS, 0, 1000), Memory.values(buf), memory.name());
        }
    }

    /** The message has the elements of the time of the call, although the received part of the buffer overlaps them. */
    @Check
    public void sendRecvOfOverlappingSlicesSendsTheEarlierContent() {
        for (boolean direct : new boolean[] {true, false}) {
            IntBuffer all = direct ? MPI.newIntBuffer(6) : IntBuffer.allocate(6);
            all.put(items(RANK, 0, 6));
            COMM.sendRecv(MPI.slice(all, 1), 4, MPI.INT, NEXT, TAG, MPI.slice(all, 2), 4, MPI.INT, PREVIOUS, TAG);
            int[] theirs = items(PREVIOUS, 0, 6);
            int[] mine = items(RANK, 0, 6);
            assertArrayEquals(new int[] {mine[0], mine[1], theirs[1], theirs[2], theirs[3], theirs[4]},
                Memory.values(all));
        }
    }

    @Check
    public void elementsOfAMessageAreCounted() {
        Datatype three = Datatype.createContiguous(3, MPI.INT);
        three.commit();
        Request send = COMM.iSend(MPI.newIntBuffer(7), 7, MPI.INT, NEXT, TAG);
        Status status = COMM.recv(new int[9], 3, three, PREVIOUS, TAG);
        assertEquals(MPI.UNDEFINED, status.getCount(three));
        assertEquals(7, status.getElements(three));
        assertEquals(7, status.getElementsX(three).getCount());
        assertEquals(7, status.getCount(MPI.INT));
        status.setElements(three, 6);
        assertEquals(2, status.getCount(three));
        assertEquals(6, status.getElements(MPI.INT));
        status.setElementsX(MPI.LONG, new Count(1L << 40));
        assertEquals(1L << 40, status.getElementsX(MPI.LONG).getCount());
        assertEquals(MPI.UNDEFINED, status.getElements(MPI.LONG));
        status.setCancelled(true);
        assertTrue(status.isCancelled());
        send.waitFor();
        three.free();
    }

    @Check
    public void packedItemsAreReceivedAsItems() {
        for (Memory memory : Memory.values()) {
            byte[] packed = new byte[COMM.packSize(3, MPI.INT) + COMM.packSize(2, MPI.INT)];
            int end = COMM.pack(memory.of(1, 2, 3), 3, MPI.INT, packed, 0);
            end = COMM.pack(memory.of(4, 5), 2, MPI.INT, packed, end);
            int[] received = new int[5];
            COMM.sendRecv(packed, end, MPI.PACKED, NEXT, TAG, received, 5, MPI.INT, PREVIOUS, TAG);
            assertArrayEquals(new int[] {1, 2, 3, 4, 5}, received, memory.name());
            Object room = memory.room(2);
            assertEquals(end, COMM.unpack(packed, 3 * Integer.BYTES, room, 2, MPI.INT));
            assertArrayEquals(new int[] {4, 5}, Memory.values(room), memory.name());
        }
    }

    /** With these sizes, nothing can leave before there is a receive. */
    @Check
    public void attachedBufferLimitsBufferedSends() {
        byte[] attached = new byte[100];
        MPI.attachBuffer(attached);
        World.assertError(MPI.ERR_BUFFER, "attached already", () -> MPI.attachBuffer(new byte[1]));
        COMM.bSend(new byte[60], 60, MPI.BYTE, NEXT, TAG);
        World.assertError(MPI.ERR_BUFFER, "does not fit", () -> COMM.bSend(new byte[101], 101, MPI.BYTE, NEXT, TAG));
        COMM.recv(new byte[60], 60, MPI.BYTE, PREVIOUS, TAG);
        assertSame(attached, MPI.detachBuffer());
        World.assertError(MPI.ERR_BUFFER, "no buffer is attached", MPI::detachBuffer);
        World.assertError(MPI.ERR_BUFFER, "null", () -> MPI.attachBuffer(null));
        World.assertError(MPI.ERR_BUFFER, "needs an attached buffer",
            () -> COMM.bSend(new byte[1], 1, MPI.BYTE, NEXT, TAG));
    }

    @Check
    public void messageThatIsTooLongIsTruncated() {
        Request send = COMM.iSend(MPI.newIntBuffer(3).put(items(RANK, 0, 3)), 3, MPI.INT, NEXT, TAG);
        IntBuffer room = MPI.newIntBuffer(2);
        World.assertError(MPI.ERR_TRUNCATE, "at most 8", () -> COMM.recv(room, 2, MPI.INT, PREVIOUS, TAG));
        assertArrayEquals(items(PREVIOUS, 0, 2), Memory.values(room));
        send.waitFor();
    }
}
