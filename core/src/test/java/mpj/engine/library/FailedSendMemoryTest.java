package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's memory of sends that fail: it is used again, but not while the library still reads it. */
class FailedSendMemoryTest {
    private static final int TAG = 5;
    private static final int LONG = 3 * ObjectHead.BYTES;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);
    private final MemoryCalls calls = ranks.library(0).calls();

    @AfterEach
    void close() {
        ranks.close();
    }

    private void failNext(String call) {
        calls.failNext(call, ErrorClass.ERR_NO_MEM, "the library has no memory");
    }

    private static void assertFailed(Operation operation) {
        assertTrue(operation.done());
        assertEquals(ErrorClass.ERR_NO_MEM, operation.failure().error());
    }

    private static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private Operation sendObjects(byte[] objects) {
        return engine.startSend(objects, ElementType.BYTE, 0, objects.length, SectionHeader.pack(Receive.OBJECTS, 1),
            WORLD.pointToPoint(), 1, TAG, true);
    }

    private Receive receiveObjects() {
        return peer.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0, 1, WORLD.pointToPoint(), 0, TAG);
    }

    @Test
    void memoryOfASendThatDidNotStartIsUsedAgain() {
        failNext("startSend");
        assertFailed(LibraryRanks.send(engine, filled(LONG, 1), 1, TAG));
        long memory = ranks.library(0).sentFrom();
        LibraryRanks.send(engine, filled(LONG, 2), 1, TAG);
        assertEquals(memory, ranks.library(0).sentFrom());
        assertArrayEquals(filled(LONG, 2), ranks.received(1, LONG, 0, TAG));
    }

    /** Fails the first part of a message of objects, or the second. The library goes on with the other part. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void partThatDoesNotFailKeepsItsMemory(int failing) {
        Operation send = sendObjects(filled(LONG, 1));
        if (failing == 0) {
            failNext("test");
        } else {
            calls.duringNext("test", () -> failNext("test"));
        }
        engine.progress();
        assertFailed(send);
        Operation later = sendObjects(filled(LONG, 2));
        Receive receive = receiveObjects();
        ranks.assertCompletes(receive);
        assertArrayEquals(filled(LONG, 1), receive.objects());
        Receive second = receiveObjects();
        ranks.assertCompletes(second);
        assertArrayEquals(filled(LONG, 2), second.objects());
        ranks.assertCompletes(later);
    }

    @Test
    void firstPartKeepsItsMemoryWhenTheSecondDoesNotStart() {
        calls.duringNext("startSend", () -> failNext("startSend"));
        Operation send = sendObjects(filled(LONG, 1));
        assertFailed(send);
        Operation later = sendObjects(filled(100, 2));
        Receive first = receiveObjects();
        ranks.settle();
        Receive second = receiveObjects();
        ranks.assertCompletes(second);
        assertArrayEquals(filled(100, 2), second.objects());
        ranks.assertCompletes(later);
        assertEquals(LONG, first.matchedBytes()); // it still waits for the second part
    }
}
