package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;
import mpj.tests.Draws;

/**
 * Derived datatypes. A message arrives in exactly the elements that the receiver's datatype names, and in no others.
 */
public final class DerivedTypeChecks {
    private static final int MESSAGES = Draws.of(300);
    private static final int FEWER = Draws.of(100);
    private static final int[] MESSAGE_BYTES = {1, 60, 2000, 20_000, 70_000, 300_000};
    /**
     * More than any transport sends before the match. Only one message in {@code ONE_LARGE_IN} has this size, because
     * making and comparing large messages takes time.
     */
    private static final int LARGE_BYTES = 2 << 20;
    private static final int ONE_LARGE_IN = 25;
    private static final int MOST_ELEMENTS = 8 << 20;
    private static final int[] INTS = new int[10];

    private static Datatype committed(Datatype datatype) {
        datatype.Commit();
        return datatype;
    }

    private interface Exchange {
        Status call(Object sent, int sendOffset, int sendCount, Datatype sendType,
                    Object received, int offset, int count, Datatype type);
    }

    private static void exchangeRandomTypes(long seed, int messages, Exchange exchange) {
        Random random = new Random(seed);
        int exchanged = 0;
        int overlapping = 0;
        for (int i = 0; i < messages; i++) {
            ElementKind kind = ElementKind.values()[random.nextInt(ElementKind.values().length)];
            RandomType sendType = RandomType.draw(random, kind.datatype());
            RandomType type = RandomType.draw(random, kind.datatype());
            int bytes = 1 + random.nextInt(random.nextInt(ONE_LARGE_IN) == 0 ? LARGE_BYTES
                : MESSAGE_BYTES[random.nextInt(MESSAGE_BYTES.length)]);
            int sendCount = count(bytes / kind.bytes(), sendType);
            int[] from = sendType.displacements(sendCount);
            int[] to = type.displacements((from.length + type.displacements().length - 1)
                / type.displacements().length);
            int items = to.length / type.displacements().length;
            if (Math.abs((long) items * type.extent()) < MOST_ELEMENTS) {
                overlapping += RandomType.isDisjoint(to) ? 0 : 1;
                exchangeOne(kind, sendType, sendCount, from, type, items, to, i, exchange);
                exchanged++;
            }
        }
        assertTrue(exchanged > messages / 2, "of most types drawn, no item fits an array");
        assertTrue(overlapping > messages / 20, "few of the types drawn name an element twice");
    }

    private static int count(int elements, RandomType type) {
        int count = Math.max(1, elements / type.displacements().length);
        return Math.min(count, Math.max(1, MOST_ELEMENTS / Math.max(1, Math.abs(type.extent()))));
    }

    private static void exchangeOne(ElementKind kind, RandomType sendType, int sendCount, int[] from, RandomType type,
                                    int count, int[] to, int number, Exchange exchange) {
        int sendOffset = RandomType.offset(from);
        int offset = RandomType.offset(to);
        Object sent = kind.random(RandomType.length(from, sendOffset) + 2, number);
        int length = RandomType.length(to, offset) + 3;
        Object received = kind.random(length, ~number);
        Object expected = kind.copy(received);
        for (int i = 0; i < from.length; i++) {
            System.arraycopy(sent, sendOffset + from[i], expected, offset + to[i], 1);
        }
        Status status = exchange.call(sent, sendOffset, sendCount, sendType.datatype(), received, offset, count,
            type.datatype());
        assertStatus(PREVIOUS, 1, from.length, status);
        int size = type.displacements().length;
        assertEquals(from.length, status.Get_elements(type.datatype()));
        assertEquals(from.length % size == 0 ? from.length / size : MPI.UNDEFINED,
            status.Get_count(type.datatype()));
        assertTrue(kind.equal(expected, received), () -> "rank " + RANK + ": message " + number + ", " + sendCount
            + " times " + sendType + " into " + count + " times " + type + " of " + kind + " arrived changed");
    }

    @Check
    public void randomTypesDeliverTheirElementsAndNoOthers() {
        exchangeRandomTypes(11, MESSAGES, (sent, sendOffset, sendCount, sendType, received, offset, count, type) ->
            COMM.Sendrecv(sent, sendOffset, sendCount, sendType, NEXT, 1, received, offset, count, type, PREVIOUS, 1));
    }

    @Check
    public void randomTypesInUnexpectedMessages() {
        exchangeRandomTypes(12, FEWER, (sent, sendOffset, sendCount, sendType, received, offset, count, type) -> {
            Request send = COMM.Isend(sent, sendOffset, sendCount, sendType, NEXT, 1);
            COMM.Probe(PREVIOUS, 1);
            Status status = COMM.Recv(received, offset, count, type, PREVIOUS, 1);
            send.Wait();
            return status;
        });
    }

    @Check
    public void randomTypesInSynchronousMessages() {
        exchangeRandomTypes(13, FEWER, (sent, sendOffset, sendCount, sendType, received, offset, count, type) -> {
            Request receive = COMM.Irecv(received, offset, count, type, PREVIOUS, 1);
            Request send = COMM.Issend(sent, sendOffset, sendCount, sendType, NEXT, 1);
            Status status = receive.Wait();
            send.Wait();
            return status;
        });
    }

    @Check
    public void randomTypesInBufferedMessages() {
        MPI.Buffer_attach(new byte[16 << 20]);
        exchangeRandomTypes(14, FEWER, (sent, sendOffset, sendCount, sendType, received, offset, count, type) -> {
            COMM.Bsend(sent, sendOffset, sendCount, sendType, NEXT, 1);
            return COMM.Recv(received, offset, count, type, PREVIOUS, 1);
        });
        MPI.Buffer_detach();
    }

    @Check
    public void randomTypesInPersistentRequests() {
        exchangeRandomTypes(15, FEWER, (sent, sendOffset, sendCount, sendType, received, offset, count, type) -> {
            Request[] requests = {COMM.Recv_init(received, offset, count, type, PREVIOUS, 1),
                COMM.Send_init(sent, sendOffset, sendCount, sendType, NEXT, 1)};
            for (Request request : requests) {
                ((mpi.Prequest) request).Start();
            }
            return Request.Waitall(requests)[0];
        });
    }

    @Check
    public void randomTypesThroughPackedBytes() {
        exchangeRandomTypes(16, FEWER, (sent, sendOffset, sendCount, sendType, received, offset, count, type) -> {
            byte[] packed = new byte[COMM.Pack_size(sendCount, sendType)];
            int size = COMM.Pack(sent, sendOffset, sendCount, sendType, packed, 0);
            Request send = COMM.Isend(packed, 0, size, MPI.PACKED, NEXT, 1);
            Status packedStatus = COMM.Recv(received, offset, count, type, PREVIOUS, 1);
            send.Wait();
            // The packed message has been received as items. Now items are received as packed bytes, and the count is
            // in bytes.
            Request again = COMM.Isend(sent, sendOffset, sendCount, sendType, NEXT, 1);
            byte[] bytes = new byte[size];
            Status status = COMM.Recv(bytes, 0, size, MPI.PACKED, PREVIOUS, 1);
            again.Wait();
            assertEquals(size, packedStatus.count);
            assertEquals(size, status.Get_count(MPI.PACKED));
            if (status.Get_elements(type) == count * type.Size()) {
                assertEquals(size, COMM.Unpack(bytes, 0, received, offset, count, type));
            }
            return status;
        });
    }

    @Check
    public void sendrecvReplaceWithAColumn() {
        Datatype column = committed(Datatype.Vector(100, 1, 50, MPI.DOUBLE));
        double[] matrix = new double[5000];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = RANK * 10_000 + i;
        }
        COMM.Sendrecv_replace(matrix, 7, 1, column, NEXT, 1, PREVIOUS, 1);
        for (int i = 0; i < matrix.length; i++) {
            assertEquals((i % 50 == 7 ? PREVIOUS : RANK) * 10_000 + i, matrix[i], "element " + i);
        }
    }

    @Check
    public void segmentsHoldDerivedTypesToo() {
        Datatype every = committed(Datatype.Vector(40_000, 1, 3, MPI.INT));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment sent = arena.allocate(4L * 120_005, 4);
            MemorySegment received = arena.allocate(4L * 120_005, 4);
            for (int i = 0; i < 120_005; i++) {
                sent.setAtIndex(ValueLayout.JAVA_INT, i, RANK * 1_000_000 + i);
            }
            COMM.Sendrecv(sent, 2, 1, every, NEXT, 1, received, 4, 1, every, PREVIOUS, 1);
            for (int i = 0; i < 120_005; i++) {
                int expected = i >= 4 && i % 3 == 1 && i < 4 + 120_000 ? PREVIOUS * 1_000_000 + i - 2 : 0;
                assertEquals(expected, received.getAtIndex(ValueLayout.JAVA_INT, i), "element " + i);
            }
        }
    }

    @Check
    public void pairsAreTwoElements() {
        assertEquals(2, MPI.INT2.Size());
        assertEquals(2, MPI.DOUBLE2.Extent());
        long[] received = new long[6];
        Status status = COMM.Sendrecv(new long[] {1, 2, 3, 4}, 0, 2, MPI.LONG2, NEXT, 1, received, 1, 2, MPI.LONG2,
            PREVIOUS, 1);
        assertArrayEquals(new long[] {0, 1, 2, 3, 4, 0}, received);
        assertEquals(2, status.Get_count(MPI.LONG2));
        assertEquals(4, status.Get_elements(MPI.LONG2));
    }

    @Check
    public void objectsTravelInDerivedTypes() {
        Datatype second = committed(Datatype.Vector(3, 1, 2, MPI.OBJECT));
        Object[] sent = {"a", "b", "c", "d", new int[][] {{1, 2}, {3}}, "f"};
        Object[] received = new Object[8];
        Status status = COMM.Sendrecv(sent, 0, 1, second, NEXT, 1, received, 1, 1, second, PREVIOUS, 1);
        assertArrayEquals(new Object[] {null, "a", null, "c", null, new int[][] {{1, 2}, {3}}, null, null}, received);
        assertEquals(1, status.Get_count(second));
        Request receive = COMM.Irecv(received, 0, 1, second, PREVIOUS, 1);
        Object[] two = {"x", "y"};
        COMM.Send(two, 0, 2, MPI.OBJECT, NEXT, 1);
        status = receive.Wait();
        assertEquals(2, status.Get_elements(second));
        assertEquals(MPI.UNDEFINED, status.Get_count(second));
        assertEquals("x", received[0]);
        assertEquals("y", received[2]);
        assertEquals(null, received[4]);
    }

    @Check
    public void objectsArePacked() {
        byte[] bytes = new byte[1000];
        int position = COMM.Pack(new int[] {1, 2}, 0, 2, MPI.INT, bytes, 0);
        int end = COMM.Pack(new String[] {"one", "two"}, 0, 2, MPI.OBJECT, bytes, position);
        byte[] arrived = new byte[1000];
        Request send = COMM.Isend(bytes, 0, end, MPI.PACKED, NEXT, 1);
        assertEquals(end, COMM.Recv(arrived, 0, 1000, MPI.PACKED, PREVIOUS, 1).count);
        send.Wait();
        int[] ints = new int[2];
        String[] words = new String[2];
        assertEquals(end, COMM.Unpack(arrived, COMM.Unpack(arrived, 0, ints, 0, 2, MPI.INT), words, 0, 2, MPI.OBJECT));
        assertArrayEquals(new int[] {1, 2}, ints);
        assertArrayEquals(new String[] {"one", "two"}, words);
    }

    @Check
    public void sectionsOfABufferArePacked() throws mpjbuf.BufferException {
        Datatype every = committed(Datatype.Vector(3, 1, 2, MPI.INT));
        assertEquals(24, COMM.Pack_size(1, every));
        mpjbuf.Buffer buffer = new mpjbuf.Buffer(1000);
        int position = COMM.Pack(new int[] {1, 2, 3, 4, 5}, 0, 1, every, buffer, 0);
        position = COMM.Pack(new double[] {0.5}, 0, 1, MPI.DOUBLE, buffer, position);
        COMM.Pack(new Object[] {"object"}, 0, 1, MPI.OBJECT, buffer, position);
        buffer.commit();
        int[] ints = new int[6];
        double[] doubles = new double[1];
        Object[] objects = new Object[1];
        position = COMM.Unpack(buffer, 0, ints, 1, 1, every);
        position = COMM.Unpack(buffer, position, doubles, 0, 1, MPI.DOUBLE);
        COMM.Unpack(buffer, position, objects, 0, 1, MPI.OBJECT);
        assertArrayEquals(new int[] {0, 1, 0, 3, 0, 5}, ints);
        assertArrayEquals(new double[] {0.5}, doubles);
        assertArrayEquals(new Object[] {"object"}, objects);
        assertError(MPI.ERR_BUFFER, "inbuf", () -> COMM.Unpack(buffer, 0, ints, 0, 1, MPI.INT));
        assertError(MPI.ERR_BUFFER, "outbuf", () -> COMM.Pack(ints, 0, 1, MPI.INT, buffer, 0));
    }

    // ------------------------------------------------------------------------------------------------- bad input

    private static void assertRefused(int errorClass, String words, Object buf, int offset, int count, Datatype type) {
        assertError(errorClass, words, () -> COMM.Send(buf, offset, count, type, NEXT, 1));
        assertError(errorClass, words, () -> COMM.Isend(buf, offset, count, type, NEXT, 1));
        assertError(errorClass, words, () -> COMM.Send_init(buf, offset, count, type, NEXT, 1));
        assertError(errorClass, words, () -> COMM.Pack(buf, offset, count, type, new byte[100], 0));
        assertRefusedToReceive(errorClass, words, buf, offset, count, type);
    }

    private static void assertRefusedToReceive(int errorClass, String words, Object buf, int offset, int count,
                                               Datatype type) {
        assertError(errorClass, words, () -> COMM.Recv(buf, offset, count, type, PREVIOUS, 1));
        assertError(errorClass, words, () -> COMM.Irecv(buf, offset, count, type, PREVIOUS, 1));
        assertError(errorClass, words, () -> COMM.Recv_init(buf, offset, count, type, PREVIOUS, 1));
        assertError(errorClass, words, () -> COMM.Unpack(new byte[100], 0, buf, offset, count, type));
    }

    @Check
    public void typesThatMustNotCommunicate() {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        assertRefused(MPI.ERR_TYPE, "is Vector of INT, which is not committed", INTS, 0, 1, type);
        Datatype contiguous = Datatype.Contiguous(2, MPI.INT);
        assertRefused(MPI.ERR_TYPE, "Contiguous of INT, which is not committed", INTS, 0, 1, contiguous);
        contiguous.Commit();
        contiguous.free();
        assertRefused(MPI.ERR_TYPE, "Contiguous of INT, which was freed", INTS, 0, 1, contiguous);
        assertError(MPI.ERR_TYPE, "which was freed", contiguous::Commit);
        assertError(MPI.ERR_TYPE, "which was freed", contiguous::free);
        assertError(MPI.ERR_TYPE, "oldtype is Contiguous of INT, which was freed",
            () -> Datatype.Contiguous(1, contiguous));
        assertRefused(MPI.ERR_TYPE, " is MPI.NULL, which has no elements", INTS, 0, 1, MPI.NULL);
        assertRefused(MPI.ERR_TYPE, " is MPI.LB, which has no elements", INTS, 0, 1, MPI.LB);
        assertError(MPI.ERR_TYPE, "MPI.INT, a predefined one", MPI.INT::free);
    }

    @Check
    public void elementsOutsideTheBuffer() {
        assertRefused(MPI.ERR_BUFFER, "buf, which has 10 elements; an item of datatype Vector of INT has", INTS, 2, 1,
            committed(Datatype.Vector(3, 1, 4, MPI.INT)));
        assertRefused(MPI.ERR_BUFFER, "from -8 to 0", INTS, 7, 1, committed(Datatype.Vector(3, 1, -4, MPI.INT)));
        assertRefused(MPI.ERR_BUFFER, "from 10 to 10", INTS, 0, 1,
            committed(Datatype.Hindexed(new int[] {1}, new int[] {10}, MPI.INT)));
        assertRefused(MPI.ERR_BUFFER, "offset 0 and count 6", INTS, 0, 6, MPI.INT2);
        assertRefused(MPI.ERR_BUFFER, "count 2147483647", INTS, 0, Integer.MAX_VALUE, MPI.INT2);
        assertRefused(MPI.ERR_COUNT, "4294967294 elements", INTS, 0, Integer.MAX_VALUE,
            committed(Datatype.Vector(2, 1, 2, MPI.INT)));
        assertRefused(MPI.ERR_TYPE, "datatype Vector of INT needs int[], a java.nio buffer or a MemorySegment",
            new long[100], 0, 1, committed(Datatype.Vector(3, 1, 4, MPI.INT)));
    }

    /**
     * In the first exchange the receive is posted before the message arrives, and in the second one after. One of them
     * is sent in pieces.
     */
    private static void assertLastWrittenCounts(int elements, Datatype type, int count, int[] displacements) {
        int[] sent = IntStream.range(0, elements).map(i -> RANK * 1_000_000 + i + 1).toArray();
        int[] expected = new int[elements + 10];
        for (int i = 0; i < elements; i++) {
            expected[displacements[i]] = PREVIOUS * 1_000_000 + i + 1;
        }
        int[] received = new int[expected.length];
        Request receive = COMM.Irecv(received, 0, count, type, PREVIOUS, 1);
        Request send = COMM.Issend(sent, 0, elements, MPI.INT, NEXT, 1);
        receive.Wait();
        send.Wait();
        assertArrayEquals(expected, received);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment outside = arena.allocate(4L * expected.length, 4);
            MemorySegment message = arena.allocate(4L * elements, 4);
            message.copyFrom(MemorySegment.ofArray(sent));
            send = COMM.Isend(message, 0, elements, MPI.INT, NEXT, 1);
            COMM.Probe(PREVIOUS, 1);
            COMM.Recv(outside, 0, count, type, PREVIOUS, 1);
            send.Wait();
            assertArrayEquals(expected, outside.toArray(ValueLayout.JAVA_INT));
        }
    }

    @Check
    public void ofElementsThatAReceiveNamesTwiceTheLastCounts() {
        for (int blocks : new int[] {2, 100, 300_000}) {
            assertLastWrittenCounts(2 * blocks, committed(Datatype.Hvector(blocks, 2, 1, MPI.INT)), 1,
                IntStream.range(0, 2 * blocks).map(i -> i / 2 + i % 2).toArray());
            // Items whose second item starts before the first one ends.
            Datatype overtaken = committed(Datatype.Struct(new int[] {1, 1}, new int[] {0, 1},
                new Datatype[] {Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 3}, MPI.INT), MPI.UB}));
            assertLastWrittenCounts(2 * blocks, overtaken, blocks,
                IntStream.range(0, 2 * blocks).map(i -> i / 2 + i % 2 * 3).toArray());
            assertLastWrittenCounts(blocks, committed(Datatype.Hvector(blocks, 1, 0, MPI.INT)), 1, new int[blocks]);
        }
    }

    @Check
    public void ofObjectsThatAReceiveNamesTwiceTheLastCounts() {
        Datatype type = committed(Datatype.Hvector(3, 2, 1, MPI.OBJECT));
        String[] sent = {"a", "b", "c", "d", "e", "f"};
        String[] received = new String[5];
        COMM.Sendrecv(sent, 0, 6, MPI.OBJECT, NEXT, 1, received, 1, 1, type, PREVIOUS, 1);
        assertArrayEquals(new String[] {null, "a", "c", "e", "f"}, received);
        byte[] bytes = new byte[1000];
        COMM.Pack(sent, 0, 6, MPI.OBJECT, bytes, 0);
        COMM.Unpack(bytes, 0, received, 0, 1, type);
        assertArrayEquals(new String[] {"a", "c", "e", "f", "f"}, received);
    }

    /** Like the test zero1 of MPJ Express: an item without elements, a hundred times. */
    @Check
    public void itemsWithoutElementsMakeAnEmptyMessage() {
        int[] none = {};
        List<Datatype> empty = List.of(Datatype.Struct(none, none, new Datatype[0]),
            Datatype.Struct(new int[] {1, 0}, new int[2], new Datatype[] {MPI.NULL, MPI.NULL}),
            Datatype.Contiguous(3, MPI.NULL), Datatype.Vector(2, 1, 2, MPI.NULL), Datatype.Hvector(2, 1, 2, MPI.NULL),
            Datatype.Indexed(new int[] {1, 2}, new int[2], MPI.NULL),
            Datatype.Hindexed(new int[] {1}, new int[1], MPI.UB), Datatype.Contiguous(0, MPI.INT));
        for (Datatype type : empty) {
            type.Commit();
            assertEquals(0, type.Size());
            int[] received = {7};
            Status status = COMM.Sendrecv(new int[1], 0, 100, type, NEXT, 1, received, 0, 100, type, PREVIOUS, 1);
            assertStatus(PREVIOUS, 1, 0, status);
            assertEquals(0, status.Get_count(type));
            assertEquals(7, received[0]);
            COMM.Bcast(received, 0, 5, type, 0);
            COMM.Sendrecv(new int[0], 0, 0, MPI.INT, NEXT, 1, received, 1, 100, type, PREVIOUS, 1);
            Request receive = COMM.Irecv(received, 0, 1, type, PREVIOUS, 2);
            COMM.Send(received, 0, 1, MPI.INT, NEXT, 2);
            assertError(MPI.ERR_TRUNCATE, "the receive takes at most 0", receive::Wait);
            assertEquals(0, COMM.Pack(received, 0, 2, type, new byte[0], 0));
        }
    }

    @Check
    public void partOfAStructWithoutElementsIsEmpty() {
        Datatype parts = committed(Datatype.Struct(new int[] {1, 2, 1, 3}, new int[] {0, 1, 2, 9},
            new Datatype[] {MPI.NULL, MPI.INT, Datatype.Contiguous(2, MPI.NULL), MPI.NULL}));
        assertEquals(2, parts.Size());
        assertEquals(1, parts.Lb());
        assertEquals(2, parts.Extent());
        int[] received = new int[6];
        COMM.Sendrecv(new int[] {1, 2, 3, 4}, 0, 4, MPI.INT, NEXT, 1, received, 0, 2, parts, PREVIOUS, 1);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4, 0}, received);
    }

    @Check
    public void constructorsRefuseArgumentsThatMakeNoType() {
        assertError(MPI.ERR_COUNT, "count is -1", () -> Datatype.Contiguous(-1, MPI.INT));
        assertError(MPI.ERR_COUNT, "blocklength is -2", () -> Datatype.Vector(1, -2, 1, MPI.INT));
        assertError(MPI.ERR_COUNT, "array_of_blocklengths[1] is -3",
            () -> Datatype.Indexed(new int[] {1, -3}, new int[2], MPI.INT));
        assertError(MPI.ERR_ARG, "array_of_displacements has 2 elements, array_of_blocklengths 1",
            () -> Datatype.Hindexed(new int[1], new int[2], MPI.INT));
        assertError(MPI.ERR_ARG, "array_of_displacements is null", () -> Datatype.Hindexed(new int[1], null, MPI.INT));
        assertError(MPI.ERR_TYPE, "oldtype is null", () -> Datatype.Contiguous(1, null));
        assertError(MPI.ERR_TYPE, "array_of_types[1] is MPI.LONG, of base type LONG, after others of INT",
            () -> Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.LONG}));
        assertError(MPI.ERR_ARG, "array_of_types is null", () -> Datatype.Struct(new int[1], new int[1], null));
        assertError(MPI.ERR_ARG, "which no int holds", () -> Datatype.Vector(3, 1, Integer.MAX_VALUE, MPI.INT));
        assertError(MPI.ERR_COUNT, "more than 2147483647 elements",
            () -> Datatype.Contiguous(Integer.MAX_VALUE, Datatype.Hvector(2, 1, 0, MPI.INT)));
    }

    @Check
    public void packingThatDoesNotFit() {
        assertError(MPI.ERR_BUFFER, "4 bytes at position 2 do not lie in outbuf, which has 5",
            () -> COMM.Pack(INTS, 0, 1, MPI.INT, new byte[5], 2));
        assertError(MPI.ERR_BUFFER, "4 bytes at position 2 do not lie in inbuf, which has 5",
            () -> COMM.Unpack(new byte[5], 2, INTS, 0, 1, MPI.INT));
        assertError(MPI.ERR_ARG, "position is -1", () -> COMM.Pack(INTS, 0, 1, MPI.INT, new byte[50], -1));
        assertError(MPI.ERR_BUFFER, "outbuf is null", () -> COMM.Pack(INTS, 0, 1, MPI.INT, (byte[]) null, 0));
        assertError(MPI.ERR_COUNT, "incount is -1", () -> COMM.Pack_size(-1, MPI.INT));
        assertEquals(16, COMM.Pack_size(1, MPI.INT));
        assertEquals(10, COMM.Pack_size(1, MPI.BYTE));
        assertEquals(8, COMM.Pack_size(100, MPI.OBJECT));
        assertEquals(14, COMM.Pack_size(3, MPI.BYTE));
    }
}
