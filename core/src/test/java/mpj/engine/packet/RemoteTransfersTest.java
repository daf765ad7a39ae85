package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExposedMemory;
import mpj.engine.Operation;
import mpj.engine.RemoteAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests accesses to exposed memory of another rank: rank 0 reads and writes the memory of rank 1. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteTransfersTest {
    private static final int PIECES = 7;
    private static final int LENGTH = (int) ((PIECES - 1) * MemoryReads.MAXIMUM_READ + 10);
    private static final int AT = 3;
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(30);

    private final MemoryReads device = new MemoryReads();
    private final MemoryNetwork network = new MemoryNetwork(2, 100, MemoryNetwork.PACKET, device);
    private final MemorySegment theirs = random(LENGTH + 2 * AT, 1);
    private final MemorySegment before = copy(theirs);
    private final MemorySegment mine = random(LENGTH, 2);
    private final ExposedMemory exposed = network.engine(1).expose(theirs);
    private final RemoteAccess access = network.engine(0).access(1, exposed.key());

    private static MemorySegment random(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return copy(MemorySegment.ofArray(bytes));
    }

    private static MemorySegment copy(MemorySegment of) {
        return Arena.ofAuto().allocate(of.byteSize()).copyFrom(of);
    }

    private void settle(Operation... operations) {
        long start = System.nanoTime(); // a failed access waits a moment for news of a loss
        while (System.nanoTime() - start < LIMIT && !Arrays.stream(operations).allMatch(Operation::done)) {
            network.engine(0).progress();
        }
        assertTrue(Arrays.stream(operations).allMatch(Operation::done), "an access did not complete");
    }

    /** Also says that the access has given back what it had registered. */
    private void assertWritten() {
        MemorySegment.copy(mine, 0, before, AT, LENGTH);
        assertEquals(-1, before.mismatch(theirs));
        assertEquals(1, device.registered());
    }

    @Test
    void writeGoesPieceByPiece() {
        Operation write = access.write(mine, AT);
        settle(write);
        assertFalse(write.hasFailed());
        assertEquals(PIECES, device.started());
        assertWritten();
    }

    @Test
    void readBringsWhatIsThere() {
        settle(access.read(mine, AT));
        assertEquals(-1, mine.mismatch(before.asSlice(AT, LENGTH)));
        assertEquals(1, device.registered());
    }

    @Test
    void shortAccessesAreForMessages() {
        assertFalse(access.suits(MemoryReads.THRESHOLD - 1));
        assertTrue(access.suits(MemoryReads.THRESHOLD));
    }

    @Test
    void writeIsNotDoneBeforeItsLastPieceHasEnded() {
        device.hold(true);
        Operation write = access.write(mine, AT);
        for (int i = 0; i < 20; i++) {
            network.engine(0).progress();
        }
        assertFalse(write.done());
        device.hold(false);
        for (int i = 1; i < PIECES; i++) {
            network.engine(0).progress();
            assertFalse(write.done(), "done after " + i + " pieces");
        }
        settle(write);
        assertWritten();
    }

    @Test
    void pieceThatIsRefusedIsTriedAgain() {
        device.refuse(9);
        settle(access.write(mine, AT));
        assertEquals(PIECES, device.started());
        assertWritten();
    }

    /** Only pushes try it again. Otherwise it would wait for them twice. */
    @Test
    void endOfAPieceDoesNotStartTheNextOneThatWasRefused() {
        Operation write = access.write(mine, AT);
        int pieces = device.started();
        device.refuse(1000);
        for (int i = 0; i < pieces; i++) {
            network.engine(0).progress();
        }
        assertEquals(1000 - 1 - pieces, device.toRefuse(), "refused once when a piece ended, and once in each push");
        device.refuse(0);
        settle(write);
        assertEquals(PIECES, device.started());
        assertWritten();
    }

    @Test
    void manyWritesThatAreRefusedAllComplete() {
        device.refuse(1000);
        List<Operation> writes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            writes.add(access.write(mine.asSlice(i, 1), AT + i));
        }
        settle(writes.toArray(new Operation[0]));
        assertEquals(200, device.started());
        assertEquals(-1, theirs.asSlice(AT, 200).mismatch(mine.asSlice(0, 200)));
        assertEquals(1, device.registered());
    }

    @Test
    void failedWriteSaysWhy() {
        device.fail(1);
        Operation write = access.write(mine, AT);
        settle(write);
        assertEquals(ErrorClass.ERR_OTHER, write.failure().error());
        assertEquals("the read failed", write.failure().text());
        assertEquals(1, device.registered());
    }

    @Test
    void writeThatTheTransportDoesNotStartFails() {
        Operation write = access.write(mine, theirs.byteSize() - 1);
        settle(write);
        assertEquals("no peer has shown such memory", write.failure().text());
        assertEquals(-1, before.mismatch(theirs));
        assertEquals(1, device.registered());
    }

    @Test
    void closedMemoryIsNotReached() {
        exposed.close();
        Operation write = access.write(mine, AT);
        settle(write);
        assertTrue(write.hasFailed());
        assertEquals(-1, before.mismatch(theirs));
    }

    @Test
    void memoryThatCannotBeRegisteredIsForMessages() {
        device.exhaust();
        assertNull(access.write(mine, AT));
        assertNull(access.write(MemorySegment.ofArray(new byte[LENGTH]), AT));
        assertNull(network.engine(1).expose(theirs));
    }

    @Test
    void lossOfThePeerFailsTheWriteWhenItsPiecesHaveEnded() {
        device.hold(true);
        Operation write = access.write(mine, AT);
        network.lose(0, 1);
        network.engine(0).progress();
        assertFalse(write.done(), "the device may still read the buffer");
        device.hold(false);
        settle(write);
        assertEquals(ErrorClass.ERR_PROC_FAILED, write.failure().error());
        assertTrue(write.failure().text().contains("rank 1"), write.failure().text());
        assertThrows(EngineException.class, () -> access.write(mine, AT));
        assertEquals(1, device.registered());
    }

    @Test
    void lossOfThePeerFailsTheWriteThatWasRefused() {
        device.refuse(Integer.MAX_VALUE);
        Operation write = access.write(mine, AT);
        network.lose(0, 1);
        settle(write);
        assertEquals(ErrorClass.ERR_PROC_FAILED, write.failure().error());
        assertEquals(1, device.registered());
    }

    /** The device may notice the loss first. */
    @Test
    void lossThatBecomesKnownLaterIsTheReason() {
        device.fail(1);
        Operation write = access.write(mine, AT);
        for (int i = 0; i < 20; i++) {
            network.engine(0).progress();
        }
        network.lose(0, 1);
        settle(write);
        assertEquals(ErrorClass.ERR_PROC_FAILED, write.failure().error());
    }

    /** The memory of rank 1 is that of another transport: the key's first bytes say so. */
    @Test
    void keyOfAnotherTransportIsNotUsed() {
        byte[] key = exposed.key();
        MemorySegment.ofArray(key).set(ValueLayout.JAVA_INT_UNALIGNED, 0, "another".hashCode());
        assertFalse(network.engine(0).access(1, key).suits(Long.MAX_VALUE - 1));
    }
}
