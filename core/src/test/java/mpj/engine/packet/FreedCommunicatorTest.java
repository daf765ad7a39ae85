package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import mpj.engine.CollectiveMessages;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.Engine;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.SteppedOperation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what the engine of rank 0 keeps of communicators that the program has freed. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FreedCommunicatorTest {
    private static final int CONTEXT = new Context(3).pointToPoint();
    private static final int OTHER = new Context(5).pointToPoint();
    private static final int PACKET = MemoryNetwork.PACKET;

    private final MemoryNetwork network = new MemoryNetwork(3, 400, 10 * PACKET);
    private final Engine engine = network.engine(0);
    private final Used contexts = new Used();

    private static final class Used implements Contexts {
        final Set<Integer> used = new HashSet<>(Set.of(CONTEXT, OTHER));
        final List<Integer> released = new ArrayList<>();

        @Override
        public boolean isUsed(Context context) {
            return used.contains(context.pointToPoint());
        }

        @Override
        public void release(Context context) {
            assertTrue(used.remove(context.pointToPoint()), context + " was released before");
            released.add(context.pointToPoint());
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private Operation send(int from, int length, int context, boolean synchronous) {
        Operation send = network.engine(from).startSend(bytes(length), ElementType.BYTE, 0, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), context, 0, 1, synchronous);
        step();
        return send;
    }

    private Receive receive(byte[] room, int source, int context) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, context, source,
            1);
    }

    private void step() {
        for (int i = 0; i < 20; i++) {
            for (int rank = 0; rank < 3; rank++) {
                network.engine(rank).progress();
            }
        }
    }

    private void open(int context) {
        engine.survival().members(Context.of(context), new int[] {0, 1}, new int[] {0, 1});
    }

    private void free(int context) {
        engine.free(Context.of(context), contexts);
    }

    private Probed probe(int context) {
        return engine.probe(context, Receive.ANY, Receive.ANY);
    }

    /** A message that a probe has matched can still be received. */
    @Test
    void communicatorIsKeptForAMatchedMessage() {
        open(CONTEXT);
        send(1, 20 * PACKET, CONTEXT, false);
        MatchedMessage message = engine.matchedProbe(CONTEXT, 1, 1);
        free(CONTEXT);
        assertEquals(List.of(), contexts.released);
        byte[] room = new byte[20 * PACKET];
        Receive receive = engine.startReceive(message, room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length);
        step();
        assertTrue(receive.done());
        assertArrayEquals(bytes(room.length), room);
        open(OTHER);
        free(OTHER);
        assertEquals(Set.of(CONTEXT, OTHER), Set.copyOf(contexts.released));
    }

    /**
     * If this rank still knew the ranks of the freed communicator, the receive would wait for them, because none of
     * them is lost.
     */
    @Test
    void noParticipantIsKnownAnyMore() {
        open(CONTEXT);
        free(CONTEXT);
        assertEquals(List.of(CONTEXT), contexts.released);
        network.lose(0, 2);
        step();
        assertTrue(receive(new byte[8], Receive.ANY, CONTEXT).isInterrupted());
    }

    @Test
    void messagesThatNobodyReceivesAreDropped() {
        open(CONTEXT);
        for (int i = 0; i < 10; i++) {
            send(1, i * PACKET, CONTEXT, false);
            send(1, 8, CONTEXT + 1, false);
            send(1, 8, OTHER, false);
        }
        free(CONTEXT);
        assertNull(probe(CONTEXT));
        assertNull(probe(CONTEXT + 1));
        byte[] room = new byte[8];
        for (int i = 0; i < 10; i++) {
            assertTrue(receive(room, 1, OTHER).done());
            assertArrayEquals(bytes(8), room);
        }
        assertNull(probe(OTHER));
    }

    /** Free does not wait for other ranks, so a message may come after it. */
    @Test
    void messagesThatComeLaterAreDroppedWithTheNext() {
        free(CONTEXT);
        send(1, 8, CONTEXT, false);
        assertNotNull(probe(CONTEXT));
        free(OTHER);
        assertNull(probe(CONTEXT));
    }

    /** Other ranks may already send in a communicator that this rank has agreed to but not opened yet. */
    @Test
    void messagesOfCommunicatorsThatAreBeingMadeAreKept() {
        contexts.used.add(Context.of(OTHER + 4).pointToPoint());
        send(1, 8, OTHER + 4, false);
        free(CONTEXT);
        assertNotNull(probe(OTHER + 4));
    }

    @Test
    void messagesThatAreStillComingDoNoHarm() {
        MemoryNetwork narrow = new MemoryNetwork(2, 2, 10 * PACKET);
        int length = 9 * PACKET;
        Operation send = narrow.engine(1).startSend(bytes(length), ElementType.BYTE, 0, length,
            SectionHeader.pack(ElementType.BYTE.code(), length), CONTEXT, 0, 1, false);
        narrow.engine(0).probe(100, 1, 0);
        narrow.engine(0).free(Context.of(CONTEXT), contexts);
        for (int i = 0; i < 100; i++) {
            narrow.engine(1).probe(100, 0, 0);
            narrow.engine(0).probe(100, 1, 0);
        }
        assertTrue(send.done());
        narrow.engine(0).free(Context.of(OTHER), contexts);
        assertNull(narrow.engine(0).probe(CONTEXT, Receive.ANY, Receive.ANY));
    }

    @Test
    void senderThatWaitsCanStillTakeItsMessageBack() {
        Operation send = send(1, 8, CONTEXT, true);
        free(CONTEXT);
        network.engine(1).cancel(send);
        step();
        assertTrue(send.done());
        assertTrue(send.cancelled());
        assertNull(probe(CONTEXT));
    }

    @Test
    void droppedMessagesDoNotSlowTheirSenderForEver() {
        int length = 8 * PACKET;
        for (int sent = 0; !network.isCongested(0, 1); sent++) {
            assertTrue(sent < 100_000, "a flood was never held back");
            network.engine(1).startSend(bytes(length), ElementType.BYTE, 0, length,
                SectionHeader.pack(ElementType.BYTE.code(), length), CONTEXT, 0, 1, false);
            engine.probe(100, 1, 0);
        }
        free(CONTEXT);
        assertFalse(network.isCongested(0, 1));
    }

    @Test
    void contextIsKeptWhileAReceiveIsPending() {
        open(CONTEXT);
        Receive here = receive(new byte[8], Receive.ANY, CONTEXT);
        free(CONTEXT);
        free(OTHER);
        assertEquals(List.of(OTHER), contexts.released);
        network.lose(0, 2);
        step();
        assertFalse(here.done(), "rank 2 has no part in it");
        send(1, 8, CONTEXT, false);
        assertTrue(here.done());
        assertNull(here.failure());
        contexts.used.add(OTHER);
        free(OTHER);
        assertEquals(List.of(OTHER, CONTEXT, OTHER), contexts.released);
    }

    /** A collective that receives from rank 1, and then from rank 2. */
    private SteppedOperation startCollective(CollectiveMessages messages) {
        messages.begin(2, 1);
        int[] begun = new int[1];
        SteppedOperation collective = new SteppedOperation(CONTEXT + 1, () -> {
            while (begun[0] == 0 || messages.completed(begun[0] - 1)) {
                if (begun[0] == 2) {
                    return true;
                }
                messages.receive(begun[0], new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8,
                    ++begun[0]);
            }
            return false;
        });
        engine.start(collective);
        return collective;
    }

    @Test
    void collectiveUnderWayGetsMessagesThatCameBeforeItAskedForThem() {
        SteppedOperation collective = startCollective(engine.collective(CONTEXT + 1));
        send(2, 8, CONTEXT + 1, false);
        free(CONTEXT);
        free(OTHER);
        assertEquals(List.of(OTHER), contexts.released);
        send(1, 8, CONTEXT + 1, false);
        assertTrue(collective.done());
        contexts.used.add(OTHER);
        free(OTHER);
        assertEquals(List.of(OTHER, CONTEXT, OTHER), contexts.released);
    }

    @Test
    void collectiveUnderWayFailsWithARankThatItNeeds() {
        engine.survival().members(Context.of(CONTEXT), new int[] {0, 1, 2}, new int[] {0, 1, 2});
        CollectiveMessages messages = engine.collective(CONTEXT + 1);
        SteppedOperation collective = startCollective(messages);
        free(CONTEXT);
        network.lose(0, 2);
        step();
        assertTrue(collective.done(), "it still waits for rank 1");
        assertNotNull(messages.take(0).failure());
    }
}
