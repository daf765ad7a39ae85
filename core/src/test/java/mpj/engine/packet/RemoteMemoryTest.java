package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests messages that the receiver reads out of the sender's memory, and what happens when the receiver cannot read
 * them.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteMemoryTest {
    private static final int CONTEXT = 0;
    private static final int LENGTH = (int) (5 * MemoryReads.MAXIMUM_READ / 2);

    private final MemoryReads reads = new MemoryReads();
    private final MemoryNetwork network = new MemoryNetwork(2, 100, MemoryNetwork.PACKET, reads);
    private final byte[] message = bytes(LENGTH, 1);
    private final MemorySegment room = Arena.ofAuto().allocate(LENGTH);

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static MemorySegment offHeap(byte[] bytes) {
        MemorySegment segment = Arena.ofAuto().allocate(Math.max(1, bytes.length));
        segment.copyFrom(MemorySegment.ofArray(bytes));
        return segment;
    }

    private Operation send(Object buffer, int length, ElementType type, int tag) {
        return network.engine(0).startSend(buffer, type, 0, length,
            SectionHeader.pack(type.code(), length / type.bytes()), CONTEXT, 1, tag, false);
    }

    private Operation send() {
        return send(offHeap(message), LENGTH, ElementType.BYTE, 1);
    }

    private Receive receive(Object buffer, int capacity, int tag) {
        return network.engine(1).startReceive(buffer, ElementType.BYTE, ElementType.BYTE.code(), 0, capacity, CONTEXT,
            0, tag);
    }

    private Receive receive() {
        return receive(room, LENGTH, 1);
    }

    private void step(int rank) {
        network.engine(rank).progress();
    }

    private void settle(Operation... operations) {
        for (int i = 0; i < 10_000 && !Arrays.stream(operations).allMatch(Operation::done); i++) {
            step(0);
            step(1);
        }
        for (int i = 0; i < operations.length; i++) {
            assertTrue(operations[i].done(), "operation " + i + " did not complete");
        }
    }

    private void assertArrived() {
        assertArrayEquals(message, room.toArray(ValueLayout.JAVA_BYTE));
        assertEquals(0, reads.registered(), "regions are left open");
    }

    @Test
    void postedReceiveReadsTheMessagePieceByPiece() {
        Receive receive = receive();
        settle(send(), receive);
        assertEquals(3, reads.started());
        assertArrived();
    }

    @Test
    void unexpectedMessageIsReadWhenItIsMatched() {
        Operation send = send();
        step(1);
        step(0);
        assertFalse(send.done());
        settle(receive(), send);
        assertEquals(3, reads.started());
        assertArrived();
    }

    @Test
    void sendIsNotDoneBeforeItsMemoryIsRead() {
        reads.hold(true);
        Operation send = send();
        Receive receive = receive();
        for (int i = 0; i < 20; i++) {
            step(0);
            step(1);
        }
        assertFalse(send.done());
        assertFalse(receive.done());
        reads.hold(false);
        settle(send, receive);
        assertArrived();
    }

    @Test
    void readThatIsRefusedIsTriedAgain() {
        reads.refuse(7);
        settle(receive(), send());
        assertArrived();
    }

    @Test
    void messageWhoseReadFailsComesInFragments() {
        reads.fail(1);
        settle(receive(), send());
        assertEquals(1, reads.started());
        assertArrived();
    }

    @Test
    void messageComesInFragmentsWhenNoMemoryCanBeRegistered() {
        reads.exhaust();
        settle(receive(), send());
        assertEquals(0, reads.started());
        assertArrived();
    }

    @Test
    void messageComesInFragmentsWhenTheReceiverIsOnTheHeap() {
        byte[] heap = new byte[LENGTH];
        settle(send(), receive(heap, LENGTH, 1));
        assertEquals(0, reads.started());
        assertArrayEquals(message, heap);
        assertEquals(0, reads.registered());
    }

    @Test
    void messageFromTheHeapIsNotRead() {
        settle(send(message, LENGTH, ElementType.BYTE, 1), receive());
        assertEquals(0, reads.started());
        assertArrived();
    }

    @Test
    void cancelledMessageFromAnArenaThatIsClosedLeavesNothingBehind() {
        Operation send;
        try (Arena arena = Arena.ofConfined()) {
            send = send(arena.allocate(LENGTH), LENGTH, ElementType.BYTE, 1);
            network.engine(0).cancel(send);
            settle(send);
        }
        assertTrue(send.cancelled());
        settle(send(), receive());
        assertArrived();
    }

    @Test
    void messageThatIsTooLongIsCutAndFailsItsReceive() {
        Receive receive = receive(room, LENGTH / 2, 1);
        settle(send(), receive);
        assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
        assertArrayEquals(Arrays.copyOf(message, LENGTH / 2),
            room.asSlice(0, LENGTH / 2).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(0, room.get(ValueLayout.JAVA_BYTE, LENGTH / 2));
        assertEquals(0, reads.registered());
    }

    @Test
    void messageOfAnotherTypeFailsItsReceive() {
        Receive receive = receive();
        settle(send(offHeap(message), LENGTH, ElementType.INT, 1), receive);
        assertEquals(ErrorClass.ERR_TYPE, receive.failure().error());
        assertEquals(0, reads.started());
        assertEquals(0, reads.registered());
    }

    @Test
    void announcedMessageCanBeCancelled() {
        Operation send = send();
        step(1);
        network.engine(0).cancel(send);
        settle(send);
        assertTrue(send.cancelled());
        assertNull(network.engine(1).probe(CONTEXT, Receive.ANY, Receive.ANY));
        assertEquals(0, reads.registered());
    }

    @Test
    void messageThatIsBeingReadCannotBeCancelled() {
        reads.hold(true);
        Receive receive = receive();
        Operation send = send();
        step(1);
        network.engine(0).cancel(send);
        reads.hold(false);
        settle(send, receive);
        assertFalse(send.cancelled());
        assertArrived();
    }

    @Test
    void lossOfTheSenderFailsTheReceiveWhenItsReadHasEnded() {
        reads.hold(true);
        send();
        Receive receive = receive();
        step(1);
        network.lose(1, 0);
        step(1);
        assertFalse(receive.done(), "the device may still write into the buffer");
        reads.hold(false);
        step(1);
        assertTrue(receive.done());
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
    }

    @Test
    void lossOfTheSenderFailsTheReceiveWhoseReadWasRefused() {
        reads.refuse(Integer.MAX_VALUE);
        send();
        Receive receive = receive();
        step(1);
        network.lose(1, 0);
        settle(receive);
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
    }

    @Test
    void lossOfTheReceiverFailsTheSend() {
        reads.hold(true);
        Operation send = send();
        receive();
        step(1);
        network.lose(0, 1);
        step(0);
        assertEquals(ErrorClass.ERR_PROC_FAILED, send.failure().error());
    }

    /**
     * Messages on and off the heap, long and short, whose reads are refused or fail: each arrives once, in order and
     * whole.
     */
    @Test
    void randomMessagesArriveWhole() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Operation> sends = new ArrayList<>();
            List<byte[]> messages = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] bytes = bytes(random.nextInt(1000), seed * 100 + i);
                messages.add(bytes);
                Object buffer = random.nextBoolean() ? bytes : offHeap(bytes);
                sends.add(send(buffer, bytes.length, ElementType.BYTE, 2));
                step(random.nextInt(2));
            }
            reads.refuse(random.nextInt(5));
            reads.fail(random.nextInt(5));
            for (int i = 0; i < sends.size(); i++) {
                MemorySegment into =
                    random.nextBoolean() ? MemorySegment.ofArray(new byte[1000]) : Arena.ofAuto().allocate(1000);
                Receive receive = receive(into, 1000, 2);
                settle(receive, sends.get(i));
                assertEquals(messages.get(i).length, receive.matchedBytes(), "message " + i + ", seed " + seed);
                assertArrayEquals(messages.get(i),
                    into.asSlice(0, messages.get(i).length).toArray(ValueLayout.JAVA_BYTE));
            }
            assertEquals(0, reads.registered());
        }
        assertTrue(reads.started() > 0);
    }
}
