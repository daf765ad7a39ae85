package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Algorithms;
import mpj.engine.CollectiveMessages;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the protocols step by step, between engines whose packets move when the test says so. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineTest {
    private static final int CONTEXT = 0;
    private static final int PACKET = MemoryNetwork.PACKET;

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static Operation send(Engine engine, byte[] message, int tag, int dest, boolean synchronous) {
        return engine.startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), CONTEXT, dest, tag, synchronous);
    }

    private static Receive receive(Engine engine, byte[] room, int tag, int source) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, CONTEXT, source,
            tag);
    }

    /** Lets both engines make progress until the operations are done; without operations, until nothing moves. */
    private static void settle(MemoryNetwork network, Operation... operations) {
        long moved = -1;
        for (int i = 0; i < 10_000 && (operations.length > 0 || moved != network.moved()); i++) {
            moved = network.moved();
            step(network, 0);
            step(network, 1);
            if (operations.length > 0 && Arrays.stream(operations).allMatch(Operation::done)) {
                return;
            }
        }
        assertEquals(0, operations.length, "the operations did not complete");
    }

    /** Lets an engine make progress once, by a probe that finds nothing. */
    private static void step(MemoryNetwork network, int rank) {
        assertNull(network.engine(rank).probe(CONTEXT + 7, 0, 0));
    }

    /** Runs calls with an engine's lock held. */
    private static void locked(MemoryNetwork network, int rank, Runnable calls) {
        CollectiveMessages lock = network.engine(rank).collective(CONTEXT);
        lock.acquire();
        try {
            calls.run();
        } finally {
            lock.release();
        }
    }

    /** The tests run with assertions enabled, so the asserts that check who holds the lock run as well. */
    @Test
    void callWithoutTheLockItNeedsIsNoticed() {
        Questions inquiry = new MemoryNetwork(1, 10, PACKET).engine(0).inquiry(CONTEXT, new int[] {0}, null);
        assertThrows(AssertionError.class, inquiry::close);
    }

    @Test
    void messageBegunBeforeThePeerIsCongestedIsFinished() {
        MemoryNetwork network = new MemoryNetwork(2, 2, 10 * PACKET);
        byte[] message = bytes(5 * PACKET, 1);
        Operation send = send(network.engine(0), message, 1, 1, false);
        network.congest(1, 0, true);
        byte[] room = new byte[message.length];
        Receive receive = receive(network.engine(1), room, 1, 0);
        settle(network, send, receive);
        assertArrayEquals(message, room);
    }

    @Test
    void congestedPeerGetsAnnouncementsOnly() {
        MemoryNetwork network = new MemoryNetwork(2, 100, 10 * PACKET);
        network.congest(1, 0, true);
        List<Operation> sends = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sends.add(send(network.engine(0), bytes(PACKET, i), 1, 1, false));
        }
        assertEquals(10, network.waiting(1));
        settle(network);
        assertTrue(sends.stream().noneMatch(Operation::done));
        for (int i = 0; i < 10; i++) {
            byte[] room = new byte[PACKET];
            Receive receive = receive(network.engine(1), room, 1, 0);
            settle(network, receive, sends.get(i));
            assertArrayEquals(bytes(PACKET, i), room);
        }
    }

    @Test
    void unmatchedMessagesMakeTheReceiverAskForAnnouncements() {
        MemoryNetwork network = new MemoryNetwork(2, 1000, 10 * PACKET);
        int sent = 0;
        while (!network.isCongested(1, 0)) {
            send(network.engine(0), new byte[0], 1, 1, false);
            step(network, 1);
            step(network, 0);
            assertTrue(++sent < 1_000_000, "a flood of empty messages was never held back");
        }
        for (int i = 0; i < sent; i++) {
            assertTrue(receive(network.engine(1), new byte[0], 1, 0).done());
        }
        assertFalse(network.isCongested(1, 0));
    }

    /** A peer is asked to send announcements only. If no channel to it can be opened, it goes on as before. */
    @Test
    void peerThatCannotBeAskedForAnnouncementsIsNotLost() {
        MemoryNetwork network = new MemoryNetwork(2, 1000, 10 * PACKET);
        Engine sender = network.engine(1);
        send(sender, new byte[] {1}, 1, 0, false);
        network.end(1);
        int sent = 1;
        for (; sent < 100_000; sent++) {
            send(sender, new byte[PACKET], 1, 0, false);
            step(network, 0);
            step(network, 1);
        }
        byte[] room = new byte[PACKET];
        for (int i = 0; i < sent; i++) {
            Receive receive = receive(network.engine(0), room, 1, 1);
            settle(network, receive);
            assertNull(receive.failure());
        }
    }

    /** A rank without free descriptors can open no channel, and the senders of announced messages wait for answers. */
    @Test
    void peerThatCannotBeAnsweredNowIsAnsweredLater() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        network.obstruct(1);
        byte[] message = bytes(5 * PACKET, 1);
        byte[] room = new byte[message.length];
        Receive receive = receive(network.engine(0), room, 1, 1);
        Receive empty = receive(network.engine(0), new byte[0], 2, 1);
        Operation send = send(network.engine(1), message, 1, 0, false);
        Operation synchronous = send(network.engine(1), new byte[0], 2, 0, true);
        Operation cancelled = send(network.engine(1), message, 3, 0, true);
        settle(network);
        network.engine(1).cancel(cancelled);
        settle(network);
        assertFalse(send.done() || receive.done() || synchronous.done() || cancelled.done());
        network.reach(1);
        awaitAll(network, send, receive, synchronous, empty, cancelled);
        assertNull(receive.failure());
        assertArrayEquals(message, room);
        assertTrue(cancelled.cancelled());
    }

    @Test
    void messageOfAPeerThatCannotBeAnsweredNowIsReadLater() {
        MemoryReads reads = new MemoryReads();
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET, reads);
        network.obstruct(1);
        MemorySegment message = MemorySegment.ofArray(bytes((int) MemoryReads.MAXIMUM_READ, 1));
        MemorySegment memory = Arena.ofAuto().allocate(message.byteSize()).copyFrom(message);
        MemorySegment room = Arena.ofAuto().allocate(message.byteSize());
        Receive receive = network.engine(0).startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0,
            room.byteSize(), CONTEXT, 1, 1);
        Operation send = network.engine(1).startSend(memory, ElementType.BYTE, 0, memory.byteSize(),
            SectionHeader.pack(ElementType.BYTE.code(), (int) memory.byteSize()), CONTEXT, 0, 1, false);
        settle(network);
        assertFalse(send.done() || receive.done());
        network.reach(1);
        awaitAll(network, send, receive);
        assertNull(receive.failure());
        assertEquals(-1, room.mismatch(message));
        assertEquals(1, reads.started());
    }

    @Test
    void lossOfAPeerThatCannotBeAnsweredIsToldAtOnce() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        network.obstruct(1);
        Receive receive = receive(network.engine(0), new byte[5 * PACKET], 1, 1);
        send(network.engine(1), bytes(5 * PACKET, 1), 1, 0, false);
        settle(network);
        assertFalse(receive.done());
        network.lose(0, 1);
        settle(network);
        assertTrue(receive.done());
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
        network.reach(1);
        settle(network);
        assertEquals(1, network.connections()); // that of rank 1
    }

    @Test
    void peerThatCanNeverBeAnsweredIsLostAtOnce() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        network.end(1);
        Receive receive = receive(network.engine(0), new byte[5 * PACKET], 1, 1);
        send(network.engine(1), bytes(5 * PACKET, 1), 1, 0, false);
        settle(network);
        assertTrue(receive.done());
        assertEquals("rank 1 is lost: rank 1 has ended", receive.failure().text());
    }

    @Test
    void markerOfAPeerThatCannotBeAnsweredNowIsAnsweredLater() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        network.obstruct(1);
        network.inject(0, 1, Envelope.pack(Envelope.MARK, 0, 0), 1, new byte[0]);
        step(network, 0);
        step(network, 0);
        assertEquals(0, network.waiting(1));
        network.reach(1);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (network.waiting(1) == 0) {
            assertTrue(System.nanoTime() < deadline, "the marker is not answered");
            step(network, 0);
        }
    }

    /** With a high eager limit, a long message comes without asking. */
    @Test
    void longMessageOfAPeerThatCannotBeReachedNowIsTaken() {
        MemoryNetwork network = new MemoryNetwork(2, 10, 1 << 30);
        network.obstruct(1);
        Receive receive = receive(network.engine(0), new byte[1], 1, 1);
        byte[] announcement = ByteBuffer.allocate(Envelope.BEGIN_BYTES).order(ByteOrder.nativeOrder())
            .putLong(Envelope.NUMBER_AT, 0).putLong(Envelope.BYTES_AT, 1 << 29).array();
        network.inject(0, 1, Envelope.pack(Envelope.BEGIN, CONTEXT, 2),
            SectionHeader.pack(ElementType.BYTE.code(), 1 << 29), announcement);
        settle(network);
        assertFalse(receive.done(), () -> "its sender was lost: " + receive.failure());
    }

    private static void awaitAll(MemoryNetwork network, Operation... operations) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Arrays.stream(operations).allMatch(Operation::done)) {
            assertTrue(System.nanoTime() < deadline, () -> "these are done: "
                + Arrays.stream(operations).map(Operation::done).toList());
            step(network, 0);
            step(network, 1);
        }
    }

    @Test
    void sendIsCompleteOnlyWhenItHasLeft() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        Engine engine = network.engine(0);
        network.hold(true);
        Operation send = send(engine, bytes(8, 1), 1, 1, false);
        Receive other = receive(engine, new byte[8], 1, 1);
        assertFalse(engine.test(send));
        send(network.engine(1), bytes(8, 2), 1, 0, false);
        engine.finishAny(new Operation[] {send, other});
        assertTrue(engine.test(other));
        assertFalse(Engine.isComplete(send));
        network.hold(false);
        assertTrue(engine.test(send));
    }

    /**
     * A rank may wait for another that has not reached the call yet. It must not be told that the other rank has ended
     * the call.
     */
    @Test
    void rankThatHasNotCalledACollectiveYetDoesNotSayThatItHasEndedIt() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        Questions inquiry = network.engine(0).inquiry(CONTEXT, new int[] {0, 1}, null);
        locked(network, 0, () -> inquiry.asked(1, 0, 0, MemorySegment.ofArray(new long[2]), 0));
        assertEquals(0, network.waiting(1));
    }

    /** A rank may have ended when it is asked, while its last message is still on its way. */
    @Test
    void messageOfARankThatHasEndedIsWaitedFor() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        byte[] room = new byte[1];
        Receive receive = receive(network.engine(0), room, 1, 1);
        Operation send = send(network.engine(1), new byte[] {7}, 1, 0, false);
        network.end(1);
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(0, 2, 0, 0, 1));
        Questions inquiry = network.engine(0).inquiry(CONTEXT, new int[] {0, 1}, null);
        locked(network, 0, () -> {
            inquiry.open(0, 7, 0, schedule);
            inquiry.ask(1, 0);
            inquiry.close();
            inquiry.asked(1, 0, 7, MemorySegment.ofArray(new long[3]), 0);
        });
        settle(network, receive, send);
        assertArrayEquals(new byte[] {7}, room);
        assertFalse(inquiry.isPointless(1));
    }

    /** Two roots that are 65,536 apart must not be taken for the same root. */
    @Test
    void questionAndAnswerBringTheWholeRoot() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        List<List<Integer>> compared = new ArrayList<>();
        Inquiry.Calls calls = new Inquiry.Calls() {
            @Override
            public Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot) {
                compared.add(List.of(peer, theirRoot, ourRoot));
                return new Failure(ErrorClass.ERR_OTHER, "they differ");
            }

            @Override
            public Failure disagreement(int peer, long ours, int ourRoot) {
                throw new AssertionError();
            }

            @Override
            public Failure departed(int peer, long ours, int ourRoot) {
                throw new AssertionError();
            }
        };
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(0, 2, 0, 0, 1));
        Questions first = network.engine(0).inquiry(CONTEXT, new int[] {0, 1}, calls);
        Questions second = network.engine(1).inquiry(CONTEXT, new int[] {0, 1}, calls);
        locked(network, 0, () -> first.open(0, 7, 1, schedule));
        locked(network, 1, () -> {
            second.open(0, 7, 65_537, schedule);
            second.ask(0, 0);
        });
        settle(network);
        assertEquals(List.of(List.of(1, 65_537, 1), List.of(0, 1, 65_537)), compared);
        assertTrue(first.isPointless(1) && second.isPointless(0));
    }

    /** A rank that is some calls ahead still says what it called, so the other knows whether the calls differ. */
    @Test
    void rankThatIsAheadRemembersWhatItCalled() {
        MemoryNetwork network = new MemoryNetwork(2, 10, PACKET);
        List<Long> compared = new ArrayList<>();
        List<Integer> departed = new ArrayList<>();
        Inquiry.Calls calls = new Inquiry.Calls() {
            @Override
            public Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot) {
                compared.addAll(List.of(theirs, (long) theirRoot, ours, (long) ourRoot));
                return new Failure(ErrorClass.ERR_OTHER, "they differ");
            }

            @Override
            public Failure disagreement(int peer, long ours, int ourRoot) {
                throw new AssertionError();
            }

            @Override
            public Failure departed(int peer, long ours, int ourRoot) {
                departed.add(peer);
                return new Failure(ErrorClass.ERR_OTHER, "it has gone on");
            }
        };
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(0, 2, 0, 0, 1));
        Questions ahead = network.engine(0).inquiry(CONTEXT, new int[] {0, 1}, calls);
        Questions behind = network.engine(1).inquiry(CONTEXT, new int[] {0, 1}, calls);
        locked(network, 0, () -> {
            for (int number = 0; number < 70; number += 2) {
                ahead.open(number, 100 + number, number, schedule);
                ahead.close();
            }
        });
        for (int number : new int[] {68, 8, 67, 4}) {
            locked(network, 1, () -> {
                behind.open(number, 7, 1, schedule);
                behind.ask(0, 0);
            });
            settle(network);
        }
        assertEquals(List.of(168L, 68L, 7L, 1L, 108L, 8L, 7L, 1L), compared);
        assertEquals(List.of(0, 0), departed, "of a call that did not block, and of one long past");
    }

    @Test
    void cancelledSendThatHasPartlyLeftSendsNoMore() {
        for (int capacity = 1; capacity < 8; capacity++) {
            MemoryNetwork network = new MemoryNetwork(2, capacity, 10 * PACKET);
            Operation send = send(network.engine(0), bytes(6 * PACKET, 1), 1, 1, true);
            network.engine(0).cancel(send);
            settle(network, send);
            assertTrue(send.cancelled(), "with room for " + capacity + " packets");
            assertNull(network.engine(1).probe(CONTEXT, Receive.ANY, Receive.ANY));
            assertNextArrives(network);
        }
    }

    @Test
    void cancelThatCrossesTheMatchChangesNothing() {
        for (int capacity = 1; capacity < 8; capacity++) {
            MemoryNetwork network = new MemoryNetwork(2, capacity, 2 * PACKET);
            byte[] message = bytes(6 * PACKET, 2);
            byte[] room = new byte[message.length];
            Receive receive = receive(network.engine(1), room, 1, 0);
            Operation send = send(network.engine(0), message, 1, 1, true);
            step(network, 1);
            network.engine(0).cancel(send);
            settle(network, send, receive);
            assertFalse(send.cancelled(), "with room for " + capacity + " packets");
            assertArrayEquals(message, room);
            assertNextArrives(network);
        }
    }

    private static void assertNextArrives(MemoryNetwork network) {
        byte[] message = bytes(3 * PACKET + 5, 3);
        byte[] room = new byte[message.length];
        Operation send = send(network.engine(0), message, 1, 1, false);
        Receive receive = receive(network.engine(1), room, 1, 0);
        settle(network, send, receive);
        assertArrayEquals(message, room);
    }

    @Test
    void largeUnexpectedMessageIsNotKept() {
        MemoryNetwork network = new MemoryNetwork(2, 1000, 2 * PACKET);
        byte[] message = bytes(100 * PACKET, 4);
        Operation send = send(network.engine(0), message, 1, 1, false);
        assertTrue(network.waiting(1) <= 3, network.waiting(1) + " packets left before the match");
        settle(network);
        assertFalse(send.done());
        byte[] room = new byte[message.length];
        settle(network, receive(network.engine(1), room, 1, 0), send);
        assertArrayEquals(message, room);
    }

    /** Random sends, receives, cancels and steps of progress: every message arrives once, in order and whole. */
    @Test
    void randomInterleavingsKeepOrderAndContent() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            MemoryNetwork network = new MemoryNetwork(2, 1 + random.nextInt(6), random.nextInt(5) * PACKET);
            network.ask(random.nextBoolean());
            List<Operation> sends = new ArrayList<>();
            List<byte[]> messages = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                byte[] message = bytes(random.nextInt(6 * PACKET), seed * 100 + i);
                messages.add(message);
                sends.add(send(network.engine(0), message, 1, 1, random.nextBoolean()));
                if (random.nextInt(4) == 0) {
                    network.engine(0).cancel(sends.get(random.nextInt(sends.size())));
                }
                for (int steps = random.nextInt(5); steps > 0; steps--) {
                    step(network, random.nextInt(2));
                }
                if (random.nextInt(5) == 0) {
                    network.congest(1, 0, random.nextBoolean());
                }
            }
            // Now every cancelled send is over, and all other sends wait for receives.
            settle(network);
            for (int i = 0; i < sends.size(); i++) {
                if (!sends.get(i).cancelled()) {
                    byte[] room = new byte[6 * PACKET];
                    Receive receive = receive(network.engine(1), room, 1, i % 2 == 0 ? Receive.ANY : 0);
                    settle(network, receive, sends.get(i));
                    assertEquals(messages.get(i).length, receive.matchedBytes(), "message " + i + ", seed " + seed);
                    assertArrayEquals(messages.get(i), Arrays.copyOf(room, messages.get(i).length));
                }
            }
            assertNull(network.engine(1).probe(CONTEXT, Receive.ANY, Receive.ANY));
        }
    }
}
