package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are started in one thread, from memory of all kinds into memory of all kinds. */
class LibraryMessagesTest {
    private static final int TAG = 5;
    private static final int LONG = 10 * MemoryLibraries.COPIED;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(3));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);

    @AfterEach
    void close() {
        ranks.close();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static MemorySegment outsideTheHeap(byte[] bytes) {
        return Arena.ofAuto().allocate(Math.max(1, bytes.length)).copyFrom(MemorySegment.ofArray(bytes));
    }

    private Operation send(Object buffer, ElementType type, int from, int count) {
        return engine.startSend(buffer, type, (long) from * type.bytes(), (long) count * type.bytes(),
            SectionHeader.pack(type.code(), count), WORLD.pointToPoint(), 1, TAG, false);
    }

    private Receive receive(Object buffer, ElementType type, int from, int count) {
        return peer.startReceive(buffer, type, type.code(), (long) from * type.bytes(), (long) count * type.bytes(),
            WORLD.pointToPoint(), 0, TAG);
    }

    @Test
    void elementsOfAnArrayGoToTheirPlaceInAnotherArray() {
        int[] room = {-1, -1, -1, -1, -1};
        Receive receive = receive(room, ElementType.INT, 2, 3);
        Operation send = send(new int[] {7, 8, 9, 10}, ElementType.INT, 1, 2);
        ranks.assertCompletes(send);
        ranks.assertCompletes(receive);
        assertArrayEquals(new int[] {-1, -1, 8, 9, -1}, room);
        assertEquals(2, receive.matchedCount());
        assertEquals(2 * Integer.BYTES, receive.matchedBytes());
        assertEquals(0, receive.matchedSource());
        assertEquals(TAG, receive.matchedTag());
    }

    @Test
    void booleansTravelAsBytes() {
        boolean[] room = new boolean[4];
        Receive receive = receive(room, ElementType.BOOLEAN, 0, 4);
        send(new boolean[] {true, false, true, true}, ElementType.BOOLEAN, 0, 4);
        ranks.assertCompletes(receive);
        assertArrayEquals(new boolean[] {true, false, true, true}, room);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, LONG})
    void memoryOutsideTheHeapIsSentAndFilled(int length) {
        byte[] message = bytes(length);
        MemorySegment room = Arena.ofAuto().allocate(length + 2);
        room.fill((byte) 77);
        MemorySegment memory = Arena.ofAuto().allocate(length + 1);
        MemorySegment.copy(message, 0, memory, ValueLayout.JAVA_BYTE, 1, length);
        Operation send = send(memory, ElementType.BYTE, 1, length);
        Receive receive = receive(room, ElementType.BYTE, 1, length);
        ranks.assertCompletes(receive);
        ranks.assertCompletes(send);
        assertArrayEquals(message, room.asSlice(1, length).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(77, room.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(77, room.get(ValueLayout.JAVA_BYTE, length + 1));
    }

    @Test
    void memoryOutsideTheHeapIsLentToTheLibrary() {
        MemorySegment memory = outsideTheHeap(new byte[LONG]);
        Operation send = send(memory, ElementType.BYTE, 0, LONG);
        memory.fill((byte) 3); // no program may do that; it shows who has the memory
        assertEquals(3, ranks.received(1, LONG, 0, TAG)[LONG - 1]);
        ranks.assertCompletes(send);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LONG})
    void memoryOfABufferedSendMayChangeAtOnce(int length) {
        MemorySegment memory = outsideTheHeap(bytes(length));
        Operation send = engine.startBufferedSend(memory, ElementType.BYTE, 0, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), WORLD.pointToPoint(), 1, TAG);
        memory.fill((byte) 0);
        assertArrayEquals(bytes(length), ranks.received(1, length, 0, TAG));
        ranks.assertCompletes(send);
    }

    @Test
    void memoryOfMessagesThatAreOverIsUsedAgain() {
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            byte[] message = bytes(LONG + i);
            Operation send = LibraryRanks.send(engine, message, 1, TAG);
            assertFalse(send.done());
            addresses.add(ranks.library(0).sentFrom());
            assertArrayEquals(message, ranks.received(1, LONG + i, 0, TAG));
            addresses.add(ranks.library(1).receivedInto());
            ranks.assertCompletes(send);
        }
        assertEquals(2, addresses.size()); // one on each rank
    }

    @Test
    void sendsUnderWayDoNotShareMemory() {
        Operation first = LibraryRanks.send(engine, bytes(LONG), 1, TAG);
        Operation second = LibraryRanks.send(engine, bytes(LONG - 1), 1, TAG);
        assertArrayEquals(bytes(LONG), ranks.received(1, LONG, 0, TAG));
        assertArrayEquals(bytes(LONG - 1), ranks.received(1, LONG - 1, 0, TAG));
        engine.finishAll(new Operation[] {first, null, second});
        assertTrue(first.done() && second.done());
    }

    @Test
    void synchronousSendIsCompleteOnlyWhenItIsMatched() {
        Operation standard = LibraryRanks.send(engine, new byte[] {1}, 1, TAG);
        Operation synchronous = LibraryRanks.send(engine, new byte[] {2}, 1, TAG, true);
        ranks.settle();
        assertTrue(standard.done());
        assertEquals(1, ranks.received(1, 1, 0, TAG)[0]);
        ranks.settle();
        assertFalse(synchronous.done());
        assertEquals(2, ranks.received(1, 1, 0, TAG)[0]);
        ranks.assertCompletes(synchronous);
    }

    @Test
    void anySourceAndAnyTagTakeMessagesInTheOrderInWhichTheyCame() {
        LibraryRanks.send(ranks.engine(2), new byte[] {1}, 1, 9);
        LibraryRanks.send(engine, new byte[] {2}, 1, 8);
        LibraryRanks.send(engine, new byte[] {3}, 1, 7);
        int[][] expected = {{1, 2, 9}, {2, 0, 8}, {3, 0, 7}};
        for (int[] each : expected) {
            byte[] room = new byte[1];
            Receive receive = LibraryRanks.receive(peer, room, Receive.ANY, Receive.ANY);
            ranks.assertCompletes(receive);
            assertArrayEquals(each, new int[] {room[0], receive.matchedSource(), receive.matchedTag()});
        }
    }

    @Test
    void receiveTakesOnlyMessagesOfItsSourceAndItsTag() {
        byte[] room = new byte[1];
        Receive receive = LibraryRanks.receive(peer, room, 2, 9);
        LibraryRanks.send(engine, new byte[] {1}, 1, 9);
        LibraryRanks.send(ranks.engine(2), new byte[] {2}, 1, 8);
        ranks.settle();
        assertFalse(receive.done());
        LibraryRanks.send(ranks.engine(2), new byte[] {3}, 1, 9);
        ranks.assertCompletes(receive);
        assertEquals(3, room[0]);
        assertEquals(1, ranks.received(1, 1, Receive.ANY, 9)[0]);
        assertEquals(2, ranks.received(1, 1, 2, Receive.ANY)[0]);
    }

    @Test
    void finishAnyReturnsWhenOneOfTheOperationsIsComplete() {
        byte[] room = new byte[1];
        Receive never = LibraryRanks.receive(peer, new byte[1], 0, 1);
        Receive receive = LibraryRanks.receive(peer, room, 0, 2);
        LibraryRanks.send(engine, new byte[] {4}, 1, 2);
        peer.finishAny(new Operation[] {null, never, receive});
        assertTrue(receive.done());
        assertEquals(4, room[0]);
        assertFalse(never.done());
    }

    // ---------------------------------------------------------------------------------------------- messages refused

    /** Two numbers: the capacity of the receive, and the size of the message. */
    @ParameterizedTest
    @ValueSource(strings = {"0 1", "0 2", "1 2", "3 2000"})
    void messageThatIsTooLongFailsItsReceiveAndNamesItsSender(String sizes) {
        int capacity = Integer.parseInt(sizes.split(" ")[0]);
        int length = Integer.parseInt(sizes.split(" ")[1]);
        for (boolean inHeap : new boolean[] {true, false}) {
            byte[] room = new byte[capacity];
            Receive receive = peer.startReceive(inHeap ? room : outsideTheHeap(room), ElementType.BYTE,
                ElementType.BYTE.code(), 0, capacity, WORLD.pointToPoint(), Receive.ANY, Receive.ANY);
            Operation send = LibraryRanks.send(engine, bytes(length), 1, TAG);
            ranks.settle();
            assertTrue(receive.done());
            assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
            assertEquals("the message with tag 5 from rank 0 of the job has more than " + capacity
                + " bytes, the receive takes at most " + capacity + "; raise its count", receive.failure().text());
            ranks.assertCompletes(send);
        }
        LibraryRanks.send(engine, bytes(1), 1, TAG);
        assertArrayEquals(bytes(1), ranks.received(1, 1, 0, TAG));
    }
}
