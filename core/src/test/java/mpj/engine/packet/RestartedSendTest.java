package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests sends that are prepared once and started many times. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestartedSendTest {
    private static final int CONTEXT = 0;
    private static final int PACKET = MemoryNetwork.PACKET;
    /**
     * Messages of one packet, of several packets, and of more bytes than may leave before the match. Most sizes are no
     * multiple of a packet's.
     */
    private static final int[] SIZES = {0, 13, PACKET, 3 * PACKET + 5, 20 * PACKET + 3};
    private static final int EAGER = 5 * PACKET;
    private static final int LIMIT = 10_000;

    private static Operation prepare(Engine engine, Object buffer, int length, ElementType type, boolean synchronous) {
        return engine.prepareSend(buffer, type, 0, length, SectionHeader.pack(type.code(), length / type.bytes()),
            CONTEXT, 1, 1, synchronous);
    }

    private static Operation prepare(Engine engine, byte[] buffer, boolean synchronous) {
        return prepare(engine, buffer, buffer.length, ElementType.BYTE, synchronous);
    }

    private static Receive receive(Engine engine, byte[] room) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, CONTEXT, 0, 1);
    }

    private static void step(MemoryNetwork network, int rank) {
        assertNull(network.engine(rank).probe(CONTEXT + 7, 0, 0));
    }

    private static void settle(MemoryNetwork network, Operation... operations) {
        for (int i = 0; i < LIMIT && !Arrays.stream(operations).allMatch(Operation::done); i++) {
            step(network, 0);
            step(network, 1);
        }
        for (int i = 0; i < operations.length; i++) {
            assertTrue(operations[i].done(), "operation " + i + " did not complete");
        }
    }

    /** Lets both engines make progress until nothing moves. */
    private static void quiet(MemoryNetwork network) {
        for (long moved = -1; moved != network.moved();) {
            moved = network.moved();
            step(network, 0);
            step(network, 1);
        }
    }

    @Test
    void preparedSendLeavesWhenItIsStartedAndNotBefore() {
        MemoryNetwork network = new MemoryNetwork(2, 100, EAGER);
        Operation send = prepare(network.engine(0), new byte[8], false);
        assertTrue(send.done(), "who waits for what was never started would wait for ever");
        network.engine(0).cancel(send);
        assertFalse(send.cancelled());
        assertEquals(0, network.waiting(1));
        network.engine(0).startPrepared(send);
        assertEquals(1, network.waiting(1));
    }

    @Test
    void eachStartSendsWhatTheBufferHoldsThen() {
        for (int size : SIZES) {
            for (boolean synchronous : new boolean[] {false, true}) {
                for (int capacity = 1; capacity < 4; capacity++) {
                    MemoryNetwork network = new MemoryNetwork(2, capacity, EAGER);
                    byte[] message = new byte[size];
                    Operation send = prepare(network.engine(0), message, synchronous);
                    for (int start = 0; start < 5; start++) {
                        new Random(start).nextBytes(message);
                        network.congest(1, 0, start % 2 == 1);
                        assertSent(network, send, message);
                    }
                }
            }
        }
    }

    private static void assertSent(MemoryNetwork network, Operation send, byte[] message) {
        network.engine(0).startPrepared(send);
        byte[] room = new byte[message.length];
        settle(network, receive(network.engine(1), room), send);
        assertNull(send.failure());
        assertFalse(send.cancelled());
        assertArrayEquals(message, room);
    }

    @Test
    void synchronousSendIsNotOverBeforeTheMatchOfItsOwnStart() {
        MemoryNetwork network = new MemoryNetwork(2, 100, EAGER);
        Operation send = prepare(network.engine(0), new byte[8], true);
        for (int start = 0; start < 3; start++) {
            network.engine(0).startPrepared(send);
            quiet(network);
            assertFalse(send.done(), "start " + start);
            settle(network, receive(network.engine(1), new byte[8]), send);
        }
    }

    @Test
    void sendThatIsUnderWayIsNotStartedAgain() {
        MemoryNetwork network = new MemoryNetwork(2, 100, EAGER);
        byte[] message = {1, 2, 3};
        Operation send = prepare(network.engine(0), message, true);
        network.engine(0).startPrepared(send);
        EngineException e = assertThrows(EngineException.class, () -> network.engine(0).startPrepared(send));
        assertEquals(ErrorClass.ERR_REQUEST, e.error());
        byte[] room = new byte[3];
        settle(network, receive(network.engine(1), room), send);
        assertArrayEquals(message, room);
        assertSent(network, send, message);
    }

    /**
     * Cancels a send in each state in which this is possible: nothing has left, the message is announced, or a part has
     * left.
     */
    @Test
    void cancelledSendIsStartedAgain() {
        for (int size : SIZES) {
            for (int capacity = 1; capacity < 4; capacity++) {
                MemoryNetwork network = new MemoryNetwork(2, capacity, EAGER);
                byte[] message = new byte[size];
                new Random(size).nextBytes(message);
                Operation before = prepare(network.engine(0), message, true);
                Operation send = prepare(network.engine(0), message, true);
                for (int start = 0; start < 3; start++) {
                    network.engine(0).startPrepared(before);
                    network.engine(0).startPrepared(send);
                    network.engine(0).cancel(send);
                    network.engine(0).cancel(send);
                    network.engine(0).cancel(before);
                    settle(network, send, before);
                    assertTrue(send.cancelled() && before.cancelled());
                }
                assertNull(network.engine(1).probe(CONTEXT, Receive.ANY, Receive.ANY));
                assertSent(network, send, message);
            }
        }
    }

    @Test
    void sendWhoseBufferWasClosedFailsAndIsStartedAgain() {
        MemoryNetwork network = new MemoryNetwork(2, 1, EAGER);
        Arena arena = Arena.ofShared();
        Operation send = prepare(network.engine(0), arena.allocate(3 * PACKET), 3 * PACKET, ElementType.BYTE, false);
        network.engine(0).startPrepared(send);
        arena.close();
        for (int start = 0; start < 2; start++) {
            settle(network, receive(network.engine(1), new byte[3 * PACKET]), send);
            assertEquals(ErrorClass.ERR_BUFFER, send.failure().error());
            network.engine(0).startPrepared(send);
            assertFalse(send.done());
        }
    }

    @Test
    void sendIsReadOutOfItsMemoryAtEachStart() {
        MemoryReads reads = new MemoryReads();
        MemoryNetwork network = new MemoryNetwork(2, 100, PACKET, reads);
        int length = (int) (5 * MemoryReads.MAXIMUM_READ / 2);
        MemorySegment memory = Arena.ofAuto().allocate(length);
        MemorySegment room = Arena.ofAuto().allocate(length);
        Operation send = prepare(network.engine(0), memory, length, ElementType.BYTE, false);
        for (int start = 0; start < 4; start++) {
            memory.fill((byte) (start + 1));
            reads.fail(start == 2 ? 1 : 0);
            network.engine(0).startPrepared(send);
            assertEquals(1, reads.registered());
            settle(network, send, network.engine(1).startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0,
                length, CONTEXT, 0, 1));
            assertEquals(-1, memory.mismatch(room));
            assertEquals(0, reads.registered());
        }
        assertEquals(3 + 3 + 1 + 3, reads.started());
    }

    @Test
    void sendToALostRankFailsAndIsNotStartedAgain() {
        MemoryNetwork network = new MemoryNetwork(2, 100, EAGER);
        Operation send = prepare(network.engine(0), new byte[8], true);
        network.engine(0).startPrepared(send);
        network.lose(0, 1);
        quiet(network);
        assertTrue(send.done());
        assertEquals(ErrorClass.ERR_PROC_FAILED, send.failure().error());
        assertThrows(EngineException.class, () -> network.engine(0).startPrepared(send));
    }

    @Test
    void sendToThisRankIsStartedAgain() {
        MemoryNetwork network = new MemoryNetwork(1, 1, EAGER);
        Engine engine = network.engine(0);
        for (int size : new int[] {0, 10, 200_000}) {
            byte[] message = new byte[size];
            Operation send = engine.prepareSend(message, ElementType.BYTE, 0, size,
                SectionHeader.pack(ElementType.BYTE.code(), size), CONTEXT, 0, 1, true);
            for (int start = 0; start < 4; start++) {
                new Random(start).nextBytes(message);
                byte[] room = new byte[size];
                Receive posted = start % 2 == 0 ? receive(engine, room) : null;
                engine.startPrepared(send);
                Receive receive = posted != null ? posted : receive(engine, room);
                engine.finish(send);
                engine.finish(receive);
                assertArrayEquals(message, room);
            }
        }
    }

    /**
     * Messages of any size, over channels that are more or less full, before and after the match: each arrives once, in
     * order and whole.
     */
    @Test
    void randomMessagesArriveWhole() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            MemoryReads reads = random.nextBoolean() ? new MemoryReads() : null;
            MemoryNetwork network =
                new MemoryNetwork(2, 1 + random.nextInt(6), random.nextInt(8) * PACKET, reads);
            network.ask(random.nextBoolean());
            List<RandomMessage> messages = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                messages.add(new RandomMessage(network, random));
            }
            for (int start = 0; start < 3; start++) {
                for (RandomMessage each : messages) {
                    each.start();
                }
                List<Receive> receives = new ArrayList<>();
                while (receives.size() < messages.size()) {
                    step(network, random.nextInt(2));
                    network.congest(1, 0, random.nextInt(8) == 0);
                    if (random.nextInt(10) == 0) {
                        receives.add(messages.get(receives.size()).receive());
                    }
                }
                for (int i = 0; i < messages.size(); i++) {
                    settle(network, receives.get(i), messages.get(i).send);
                    messages.get(i).assertArrived("message " + i + ", start " + start + ", seed " + seed);
                }
            }
            assertNull(network.engine(1).probe(CONTEXT, Receive.ANY, Receive.ANY));
            assertEquals(0, reads == null ? 0 : reads.registered());
        }
    }

    private static final class RandomMessage {
        private final MemoryNetwork network;
        private final Random random;
        private final MemorySegment buffer;
        private final MemorySegment room;
        private final byte[] message;
        private final Operation send;

        RandomMessage(MemoryNetwork network, Random random) {
            this.network = network;
            this.random = random;
            message = new byte[random.nextInt(40 * PACKET)];
            buffer = memory();
            room = memory();
            send = prepare(network.engine(0), buffer, message.length, ElementType.BYTE, random.nextBoolean());
        }

        private MemorySegment memory() {
            return random.nextBoolean() ? MemorySegment.ofArray(new byte[message.length])
                : Arena.ofAuto().allocate(message.length);
        }

        void start() {
            random.nextBytes(message);
            buffer.copyFrom(MemorySegment.ofArray(message));
            network.engine(0).startPrepared(send);
        }

        Receive receive() {
            return network.engine(1).startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, message.length,
                CONTEXT, 0, 1);
        }

        void assertArrived(String which) {
            assertNull(send.failure(), which);
            assertEquals(-1, room.mismatch(MemorySegment.ofArray(message)), which);
        }
    }
}
