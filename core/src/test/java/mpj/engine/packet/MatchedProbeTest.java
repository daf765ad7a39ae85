package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the messages that a probe of rank 0 has matched: no other receive gets them, and they can be received once. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MatchedProbeTest {
    private static final int CONTEXT = 0;
    private static final int PACKET = MemoryNetwork.PACKET;
    private static final int TAG = 1;

    private final MemoryNetwork network = new MemoryNetwork(3, 100, 2 * PACKET);
    private final Engine engine = network.engine(0);

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Operation send(MemoryNetwork network, int from, Object message, int length, boolean synchronous) {
        return network.engine(from).startSend(message, ElementType.BYTE, 0, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), CONTEXT, 0, TAG, synchronous);
    }

    private Operation send(int from, byte[] message, boolean synchronous) {
        return send(network, from, message, message.length, synchronous);
    }

    private static Receive receive(Engine engine, MatchedMessage message, Object room, int capacity) {
        return engine.startReceive(message, room, ElementType.BYTE, ElementType.BYTE.code(), 0, capacity);
    }

    private Receive receive(MatchedMessage message, byte[] room) {
        return receive(engine, message, room, room.length);
    }

    private Receive receiveAny(byte[] room) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, CONTEXT,
            Receive.ANY, Receive.ANY);
    }

    private MatchedMessage match() {
        MatchedMessage message = engine.matchedProbe(CONTEXT, Receive.ANY, TAG);
        assertNotNull(message, "nothing was found");
        return message;
    }

    private static void step(MemoryNetwork network, int rank) {
        network.engine(rank).progress();
    }

    private void settle() {
        for (int i = 0; i < 400; i++) {
            step(network, i % 3);
        }
    }

    /** Sizes of messages that go in one packet, in eager fragments, and only after an announcement is answered. */
    private static int[] sizes() {
        return new int[] {0, 8, PACKET, 2 * PACKET - 8, 20 * PACKET + 5};
    }

    @Test
    void onlyItsReceiveTakesIt() {
        for (boolean synchronous : new boolean[] {false, true}) {
            for (int size : sizes()) {
                byte[] message = bytes(size);
                Operation send = send(1, message, synchronous);
                step(network, 0);
                MatchedMessage matched = match();
                assertEquals(new Probed(1, TAG, SectionHeader.pack(ElementType.BYTE.code(), size), size),
                    matched.probed());
                assertNull(engine.matchedProbe(CONTEXT, Receive.ANY, TAG));
                assertNull(engine.probe(CONTEXT, 1, TAG));
                byte[] later = new byte[5];
                Receive other = receiveAny(later);
                settle();
                assertFalse(other.done());
                assertEquals(!synchronous && size <= 2 * PACKET, send.done());
                byte[] room = new byte[size];
                Receive receive = receive(matched, room);
                settle();
                assertTrue(receive.done() && send.done());
                assertArrayEquals(message, room);
                assertEquals(size, receive.matchedBytes());
                send(2, bytes(5), false);
                settle();
                assertTrue(other.done());
                assertArrayEquals(bytes(5), later);
            }
        }
    }

    @Test
    void messagesAreFoundInTheirOrderAndReceivedInAnother() {
        for (int i = 0; i < 4; i++) {
            send(1, bytes(i * PACKET + 1), false);
        }
        settle();
        MatchedMessage[] messages = {match(), match(), match(), match()};
        for (int i = messages.length - 1; i >= 0; i--) {
            assertEquals(i * PACKET + 1, messages[i].probed().bytes());
            byte[] room = new byte[i * PACKET + 1];
            Receive receive = receive(messages[i], room);
            settle();
            assertTrue(receive.done());
            assertArrayEquals(bytes(room.length), room);
        }
    }

    @Test
    void secondReceiveIsRefused() {
        send(1, bytes(8), false);
        settle();
        MatchedMessage message = match();
        assertFalse(message.isReceived());
        receive(message, new byte[8]);
        assertTrue(message.isReceived());
        EngineException refused = assertThrows(EngineException.class, () -> receive(message, new byte[8]));
        assertEquals(ErrorClass.ERR_REQUEST, refused.error());
    }

    @Test
    void messageThatIsTooLongForItsReceiveIsTruncated() {
        for (int size : new int[] {16, 20 * PACKET}) {
            Operation send = send(1, bytes(size), false);
            settle();
            byte[] room = new byte[8];
            Receive receive = receive(match(), room);
            settle();
            assertTrue(receive.done() && send.done());
            assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
            assertArrayEquals(Arrays.copyOf(bytes(size), 8), room);
        }
    }

    /** The message is matched, and the send of a matched message cannot be cancelled. */
    @Test
    void itsSendCannotBeCancelled() {
        for (int size : new int[] {8, 20 * PACKET}) {
            Operation send = send(1, bytes(size), true);
            step(network, 0);
            MatchedMessage message = match();
            network.engine(1).cancel(send);
            settle();
            assertFalse(send.done());
            byte[] room = new byte[size];
            Receive receive = receive(message, room);
            settle();
            assertTrue(receive.done() && send.done());
            assertFalse(send.cancelled());
            assertArrayEquals(bytes(size), room);
        }
    }

    @Test
    void arrivedMessageIsReceivedThoughItsSenderIsLost() {
        send(2, bytes(8), false);
        send(2, bytes(2 * PACKET - 8), false);
        settle();
        MatchedMessage small = match();
        MatchedMessage fragments = match();
        network.lose(0, 2);
        settle();
        byte[] room = new byte[8];
        assertNull(receive(small, room).failure());
        assertArrayEquals(bytes(8), room);
        byte[] more = new byte[2 * PACKET - 8];
        assertNull(receive(fragments, more).failure());
        assertArrayEquals(bytes(more.length), more);
    }

    @Test
    void messageThatHasNotArrivedFailsWhenItsSenderIsLost() {
        send(2, bytes(20 * PACKET), false);
        settle();
        MatchedMessage message = match();
        network.lose(0, 2);
        settle();
        assertNull(engine.probe(CONTEXT, 1, TAG));
        Receive receive = receive(message, new byte[20 * PACKET]);
        assertTrue(receive.done());
        assertTrue(receive.failure().text().startsWith("rank 2 is lost"), receive.failure().text());
        assertThrows(EngineException.class, () -> engine.awaitMatchedProbe(CONTEXT, 2, TAG));
    }

    /** The sender may also be lost after the receive has begun, and before the rest of the message has come. */
    @Test
    void receiveThatHasBegunFailsWhenItsSenderIsLost() {
        send(2, bytes(20 * PACKET), false);
        settle();
        Receive receive = receive(match(), new byte[20 * PACKET]);
        network.drop(2);
        network.lose(0, 2);
        settle();
        assertTrue(receive.done());
        assertNotNull(receive.failure());
    }

    @Test
    void itIsReadOutOfItsSendersMemory() {
        MemoryReads reads = new MemoryReads();
        MemoryNetwork remote = new MemoryNetwork(2, 100, PACKET, reads);
        byte[] message = bytes(40 * PACKET);
        MemorySegment memory = Arena.ofAuto().allocate(message.length);
        memory.copyFrom(MemorySegment.ofArray(message));
        Operation send = send(remote, 1, memory, message.length, false);
        for (int i = 0; i < 20; i++) {
            step(remote, i % 2);
        }
        MatchedMessage matched = remote.engine(0).matchedProbe(CONTEXT, 1, TAG);
        assertEquals(0, reads.started());
        MemorySegment room = Arena.ofAuto().allocate(message.length);
        Receive receive = receive(remote.engine(0), matched, room, message.length);
        for (int i = 0; i < 100; i++) {
            step(remote, i % 2);
        }
        assertTrue(receive.done() && send.done());
        assertTrue(reads.started() > 0, "the message was not read");
        assertArrayEquals(message, room.toArray(ValueLayout.JAVA_BYTE));
        assertEquals(0, reads.registered());
    }

    /** One of two probes finds every message. All messages come whole, and in the order in which they were sent. */
    @Test
    void randomInterleavingsLoseAndDoubleNothing() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            MemoryNetwork each = new MemoryNetwork(2, 1 + random.nextInt(6), random.nextInt(5) * PACKET);
            int sent = 0;
            int found = 0;
            while (found < 30) {
                if (sent < 30 && random.nextBoolean()) {
                    int length = sent++;
                    send(each, 1, bytes(length * 8), length * 8, random.nextBoolean());
                }
                step(each, random.nextInt(2));
                MatchedMessage message = each.engine(0).matchedProbe(CONTEXT, random.nextInt(2) == 0 ? 1 : Receive.ANY,
                    TAG);
                if (message != null) {
                    byte[] room = new byte[30 * 8];
                    Receive receive = receive(each.engine(0), message, room, room.length);
                    for (int i = 0; !receive.done(); i++) {
                        step(each, i % 2);
                        assertTrue(i < 10_000, "message " + found + " does not come, seed " + seed);
                    }
                    assertEquals(found * 8L, receive.matchedBytes(), "seed " + seed);
                    assertArrayEquals(bytes(found * 8), Arrays.copyOf(room, found * 8));
                    found++;
                }
            }
            assertNull(each.engine(0).probe(CONTEXT, Receive.ANY, Receive.ANY));
        }
    }
}
