package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import mpj.engine.Context;
import mpj.engine.ErrorClass;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocking sends and receives: which of them wait within the library, and what they bring. */
class LibraryBlockingTest {
    private static final int TAG = 5;
    private static final int LONG = 10 * MemoryLibraries.COPIED;

    private LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));

    @AfterEach
    void close() {
        ranks.close();
    }

    private void open(LibraryRanks others) {
        ranks.close();
        ranks = others;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private int calls(int rank, String name) {
        return ranks.library(rank).calls().count(name);
    }

    /** Sends from rank 0 to rank 1, by blocking calls. Returns what has come. */
    private byte[] exchange(byte[] message) {
        byte[] room = new byte[message.length];
        Future<Receive> received = ranks.beside(() -> LibraryRanks.receiveNow(ranks.engine(1), room, 0, TAG));
        LibraryRanks.sendNow(ranks.engine(0), message, 1, TAG);
        Receive receive = LibraryRanks.await(received);
        assertNull(receive.failure());
        assertEquals(message.length, receive.matchedBytes());
        return room;
    }

    private void assertInOneCall(boolean expected) {
        assertEquals(expected ? 1 : 0, calls(0, "send"));
        assertEquals(expected ? 1 : 0, calls(1, "receive"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, LONG, 100_000})
    void messageBetweenArraysIsOneCallOnEachSide(int length) {
        assertArrayEquals(bytes(length), exchange(bytes(length)));
        assertInOneCall(true);
    }

    @Test
    void partOfAnArrayGoesToAPartOfAnother() {
        int[] room = {-1, -1, -1, -1};
        Future<Receive> received = ranks.beside(() -> ranks.engine(1).receive(room, ElementType.INT,
            ElementType.INT.code(), Integer.BYTES, 2 * Integer.BYTES, WORLD.pointToPoint(), Receive.ANY, Receive.ANY));
        ranks.engine(0).send(new int[] {5, 6, 7}, ElementType.INT, Integer.BYTES, 2 * Integer.BYTES,
            SectionHeader.pack(ElementType.INT.code(), 2), WORLD.pointToPoint(), 1, TAG);
        Receive receive = LibraryRanks.await(received);
        assertArrayEquals(new int[] {-1, 6, 7, -1}, room);
        assertEquals(2, receive.matchedCount());
        assertEquals(0, receive.matchedSource());
        assertEquals(TAG, receive.matchedTag());
        assertInOneCall(true);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, LONG})
    void memoryOutsideTheHeapIsSentAndFilled(int length) {
        MemorySegment room = Arena.ofAuto().allocate(length + 2);
        room.fill((byte) 77);
        Future<Receive> received = ranks.beside(() -> ranks.engine(1).receive(room, ElementType.BYTE,
            ElementType.BYTE.code(), 1, length, WORLD.pointToPoint(), 0, TAG));
        MemorySegment message = Arena.ofAuto().allocate(length + 1);
        MemorySegment.copy(bytes(length), 0, message, ValueLayout.JAVA_BYTE, 1, length);
        ranks.engine(0).send(message, ElementType.BYTE, 1, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), WORLD.pointToPoint(), 1, TAG);
        assertNull(LibraryRanks.await(received).failure());
        assertArrayEquals(bytes(length), room.asSlice(1, length).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(77, room.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(77, room.get(ValueLayout.JAVA_BYTE, length + 1));
        assertInOneCall(true);
    }

    @Test
    void itemsThatDoNotLieSideBySideAreReceivedInOneCall() {
        byte[] room = new byte[6];
        NoncontiguousBuffer items = new NoncontiguousBuffer(room, new Layout(new int[] {0, 4}, new int[] {1, 2}, 6, 1),
            0);
        LibraryRanks.send(ranks.engine(0), new byte[] {1, 2, 3}, 1, TAG);
        ranks.engine(1).receive(items, ElementType.BYTE, ElementType.BYTE.code(), 0, 3, WORLD.pointToPoint(), 0, TAG);
        assertArrayEquals(new byte[] {1, 0, 0, 0, 2, 3}, room);
        assertEquals(1, calls(1, "receive"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void messageThatIsTooLongFailsItsReceive(int capacity) {
        for (int length : new int[] {capacity + 1, LONG}) {
            LibraryRanks.send(ranks.engine(0), bytes(length), 1, TAG);
            Receive receive = LibraryRanks.receiveNow(ranks.engine(1), new byte[capacity], Receive.ANY, Receive.ANY);
            assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
            assertEquals(0, receive.matchedSource());
            assertEquals(TAG, receive.matchedTag());
        }
        assertEquals(2, calls(1, "receive"));
    }

    @Test
    void threadReceivesIntoTheSameObjectEachTime() {
        LibraryRanks.send(ranks.engine(0), new byte[1], 1, TAG);
        LibraryRanks.send(ranks.engine(0), new byte[2], 1, TAG);
        Receive first = LibraryRanks.receiveNow(ranks.engine(1), new byte[0], 0, TAG);
        assertEquals(ErrorClass.ERR_TRUNCATE, first.failure().error());
        Receive second = LibraryRanks.receiveNow(ranks.engine(1), new byte[2], 0, TAG);
        assertSame(first, second);
        assertNull(second.failure());
    }

    @Test
    void severalThreadsWaitWithinTheLibraryAtOnce() {
        byte[][] rooms = new byte[3][1];
        Future<?>[] waiting = new Future<?>[rooms.length];
        for (int i = 0; i < rooms.length; i++) {
            int tag = i;
            waiting[i] = ranks.beside(() -> LibraryRanks.receiveNow(ranks.engine(1), rooms[tag], 0, tag));
        }
        ranks.awaitWaiting(1, rooms.length);
        for (int i = rooms.length - 1; i >= 0; i--) {
            LibraryRanks.sendNow(ranks.engine(0), new byte[] {(byte) (10 + i)}, 1, i);
            LibraryRanks.await(waiting[i]);
            assertEquals(10 + i, rooms[i][0]);
        }
    }

    // ------------------------------------------------------------------------ who may not wait within the library

    @Test
    void threadsThatShareCoresPoll() {
        open(new LibraryRanks(new MemoryLibraries(2, 2, true, Integer.MAX_VALUE), 1));
        assertArrayEquals(bytes(LONG), exchange(bytes(LONG)));
        assertInOneCall(false);
    }

    @Test
    void threadsPollIfTheLibraryTakesCallsOfOneThreadAtATime() {
        open(new LibraryRanks(new MemoryLibraries(2, false)));
        assertArrayEquals(bytes(LONG), exchange(bytes(LONG)));
        assertInOneCall(false);
    }

    @Test
    void virtualThreadPolls() throws Exception {
        byte[] room = new byte[1];
        FutureTask<Receive> received =
            new FutureTask<>(() -> LibraryRanks.receiveNow(ranks.engine(1), room, 0, TAG));
        Thread.ofVirtual().start(received);
        LibraryRanks.sendNow(ranks.engine(0), new byte[] {4}, 1, TAG);
        LibraryRanks.await(received);
        assertEquals(4, room[0]);
        assertEquals(1, calls(0, "send"));
        assertEquals(0, calls(1, "receive"));
    }

    /** A peer may need the packets of this rank before it sends what this rank waits for. */
    @Test
    void threadsPollOnceMessagesTravelInPackets() {
        int unknown = new Context(9).pointToPoint();
        byte[] room = new byte[1];
        Receive receive = ranks.engine(1).startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, 1, unknown,
            0, TAG);
        Operation send = ranks.engine(0).startSend(new byte[] {7}, ElementType.BYTE, 0, 1,
            SectionHeader.pack(ElementType.BYTE.code(), 1), unknown, 1, TAG, true);
        ranks.assertCompletes(receive);
        ranks.assertCompletes(send);
        assertEquals(7, room[0]);
        assertArrayEquals(bytes(LONG), exchange(bytes(LONG)));
        assertInOneCall(false);
    }
}
