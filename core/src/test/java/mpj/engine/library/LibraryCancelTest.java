package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Operations that the program takes back. No send is cancelled in the library: the library in memory takes that for a
 * mistake.
 */
class LibraryCancelTest {
    private static final int TAG = 5;
    private static final int LONG = 2 * MemoryLibraries.COPIED;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);

    @AfterEach
    void close() {
        ranks.close();
    }

    private static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private Operation sendOutsideTheHeap(MemorySegment memory, boolean synchronous) {
        int length = (int) memory.byteSize();
        return engine.startSend(memory, ElementType.BYTE, 0, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), WORLD.pointToPoint(), 1, TAG, synchronous);
    }

    @Test
    void receiveWithoutAMessageIsCancelled() {
        Receive receive = LibraryRanks.receive(peer, new byte[1], 0, TAG);
        peer.cancel(receive);
        assertTrue(receive.done());
        assertTrue(receive.cancelled());
        assertEquals(0, ranks.library(1).openRequests());
        LibraryRanks.send(engine, new byte[] {3}, 1, TAG);
        assertEquals(3, ranks.received(1, 1, 0, TAG)[0]);
    }

    @Test
    void receiveOfObjectsWithoutAMessageIsCancelled() {
        Receive receive = peer.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0, 10, WORLD.pointToPoint(), 0,
            TAG);
        peer.cancel(receive);
        assertTrue(receive.done());
        assertTrue(receive.cancelled());
    }

    @Test
    void receiveThatHasItsMessageIsNotCancelled() {
        byte[] room = new byte[1];
        Receive receive = LibraryRanks.receive(peer, room, 0, TAG);
        LibraryRanks.send(engine, new byte[] {4}, 1, TAG);
        peer.cancel(receive);
        assertTrue(receive.done());
        assertFalse(receive.cancelled());
        assertEquals(4, room[0]);
        peer.cancel(receive); // an operation that is over stays as it is
        assertFalse(receive.cancelled());
    }

    @Test
    void sendFromTheEnginesMemoryIsOverAtOnceAndStillArrives() {
        Operation send = LibraryRanks.send(engine, filled(LONG, 1), 1, TAG);
        engine.cancel(send);
        assertTrue(send.done());
        assertFalse(send.cancelled());
        Operation next = LibraryRanks.send(engine, filled(LONG, 2), 1, TAG);
        assertArrayEquals(filled(LONG, 1), ranks.received(1, LONG, 0, TAG));
        assertArrayEquals(filled(LONG, 2), ranks.received(1, LONG, 0, TAG));
        ranks.assertCompletes(next);
        assertEquals(0, ranks.library(0).openRequests());
    }

    @Test
    void memoryOfACancelledSendIsUsedAgainWhenTheLibraryHasReadIt() {
        Operation send = LibraryRanks.send(engine, filled(LONG, 1), 1, TAG);
        engine.cancel(send);
        long memory = ranks.library(0).sentFrom();
        ranks.received(1, LONG, 0, TAG);
        ranks.settle();
        LibraryRanks.send(engine, filled(LONG, 2), 1, TAG);
        assertEquals(memory, ranks.library(0).sentFrom());
        assertArrayEquals(filled(LONG, 2), ranks.received(1, LONG, 0, TAG));
    }

    @Test
    void sendOfObjectsIsOverAtOnceAndStillArrives() {
        byte[] objects = filled(3 * ObjectHead.BYTES, 1);
        Operation send = engine.startSend(objects, ElementType.BYTE, 0, objects.length,
            SectionHeader.pack(Receive.OBJECTS, 1), WORLD.pointToPoint(), 1, TAG, true);
        engine.cancel(send);
        assertTrue(send.done());
        byte[] later = filled(3 * ObjectHead.BYTES, 2);
        engine.startSend(later, ElementType.BYTE, 0, later.length, SectionHeader.pack(Receive.OBJECTS, 1),
            WORLD.pointToPoint(), 1, TAG, true);
        Receive receive = peer.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0, 10, WORLD.pointToPoint(), 0,
            TAG);
        ranks.assertCompletes(receive);
        assertArrayEquals(objects, receive.objects());
    }

    @Test
    void sendFromTheProgramsMemoryIsOverWhenTheLibraryHasReadIt() {
        MemorySegment memory = Arena.ofAuto().allocate(LONG);
        Operation send = sendOutsideTheHeap(memory, false);
        engine.cancel(send);
        ranks.settle();
        assertFalse(send.done());
        ranks.received(1, LONG, 0, TAG);
        ranks.assertCompletes(send);
        assertFalse(send.cancelled());
    }

    @Test
    void shortSynchronousSendDoesNotKeepTheProgramsMemory() {
        MemorySegment memory = Arena.ofAuto().allocate(100);
        memory.fill((byte) 6);
        Operation send = sendOutsideTheHeap(memory, true);
        engine.cancel(send);
        assertTrue(send.done());
        memory.fill((byte) 0);
        assertArrayEquals(filled(100, 6), ranks.received(1, 100, 0, TAG));
    }
}
