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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads of rank 0 start messages while the test's thread has the engine's lock, as if it polled for long. No call
 * waits for that thread, and the operations are under way when it gives the lock back.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HandoffTest {
    private static final int EAGER = 5 * MemoryNetwork.PACKET;

    private final MemoryNetwork network = new MemoryNetwork(3, 100, EAGER);
    private final PacketEngine engine = network.engine(0);
    private final Engine peer = network.engine(1);
    private final ExecutorService other = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    private <T> T onOtherThread(Callable<T> call) throws InterruptedException, TimeoutException {
        Future<T> future = other.submit(call);
        try {
            return Limit.await(future);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** The first thread that finds the lock held waits for it, and from then on the lock is known to be shared. */
    @BeforeEach
    void share() throws Exception {
        hold();
        Future<?> first = other.submit(() -> receive(new byte[1], 1, 99));
        while (!engine.lock().isAskedFor()) {
            Thread.onSpinWait();
        }
        engine.release();
        Limit.await(first);
    }

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    private void hold() {
        engine.lock().acquire();
        engine.lock().stay();
    }

    private Receive receive(byte[] room, int source, int tag) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, 0, source, tag);
    }

    private static Operation send(Engine from, Object buffer, int bytes, int destination, int tag,
                                  boolean synchronous) {
        return from.startSend(buffer, ElementType.BYTE, 0, bytes, SectionHeader.pack(ElementType.BYTE.code(), bytes),
            0, destination, tag, synchronous);
    }

    /** Lets all packets arrive. */
    private void settle() {
        for (long moved = -1; moved != network.moved();) {
            moved = network.moved();
            engine.progress();
            peer.progress();
        }
    }

    private byte[] received(Engine by, int length, int source, int tag) {
        byte[] room = new byte[length];
        Receive receive = by.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, length, 0, source, tag);
        settle();
        assertTrue(receive.done(), "no message has come");
        assertNull(receive.failure());
        return room;
    }

    @Test
    void operationHandedOffIsUnderWayWhenTheLockIsReleased() throws Exception {
        hold();
        byte[] room = new byte[3];
        Receive receive = onOtherThread(() -> receive(room, 1, 1));
        Operation send = onOtherThread(() -> send(engine, new byte[] {4, 5}, 2, 1, 2, false));
        assertFalse(send.done());
        assertEquals(0, network.waiting(1));
        engine.release();

        assertTrue(send.done());
        assertEquals(1, network.waiting(1));
        settle();
        assertArrayEquals(new byte[] {4, 5}, received(peer, 2, 0, 2));
        send(peer, new byte[] {1, 2, 3}, 3, 0, 1, false);
        settle();
        assertTrue(receive.done());
        assertArrayEquals(new byte[] {1, 2, 3}, room);
    }

    @Test
    void messagesOfAThreadKeepTheirOrder() throws Exception {
        int messages = 50;
        List<byte[]> rooms = new ArrayList<>();
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            boolean handedOff = i % 3 != 0;
            if (handedOff && i % 3 == 1) {
                hold();
            }
            byte[] room = new byte[1];
            byte[] message = {(byte) i};
            rooms.add(room);
            all.add(onOtherThread(() -> receive(room, Receive.ANY, Receive.ANY)));
            all.add(onOtherThread(() -> send(engine, message, 1, 1, 1, false)));
            if (i % 3 == 2) {
                engine.release();
            }
        }
        if (messages % 3 != 0) {
            engine.release();
        }
        settle();
        for (int i = 0; i < messages; i++) {
            assertEquals(i, received(peer, 1, 0, 1)[0]);
            send(peer, new byte[] {(byte) i}, 1, 0, 1, false);
        }
        engine.finishAll(all.toArray(Operation[]::new));
        for (int i = 0; i < messages; i++) {
            assertEquals(i, rooms.get(i)[0]);
        }
    }

    /** A probe must not find a message that belongs to a receive which the same thread has started before. */
    @Test
    void probeComesAfterTheReceiveThatWasHandedOff() throws Exception {
        send(peer, new byte[] {7}, 1, 0, 1, false);
        settle();
        assertNotNull(engine.probe(0, 1, 1));
        hold();
        byte[] room = new byte[1];
        Receive receive = onOtherThread(() -> receive(room, 1, 1));
        Future<Probed> probed = other.submit(() -> engine.probe(0, 1, 1));
        while (!engine.lock().isAskedFor()) {
            Thread.onSpinWait();
        }
        engine.lock().endStay();
        assertTrue(engine.lock().looked());
        engine.lock().release(); // the operation that was handed off is left to the thread that probes
        assertNull(Limit.await(probed));
        assertTrue(receive.done());
        assertEquals(7, room[0]);
    }

    @Test
    void blockingCallsWaitForTheirMessageAndNotForTheLock() throws Exception {
        send(peer, new byte[] {8}, 1, 0, 1, false);
        hold();
        byte[] room = new byte[1];
        Future<Receive> receive = other.submit(() ->
            engine.receive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, 1, 0, 1, 1));
        awaitOnlooker();
        while (!receive.isDone()) {
            engine.poll();
        }
        assertEquals(8, room[0]);

        Future<?> send = other.submit(() -> engine.send(new byte[] {9}, ElementType.BYTE, 0, 1,
            SectionHeader.pack(ElementType.BYTE.code(), 1), 0, 1, 2));
        awaitOnlooker();
        while (!send.isDone()) {
            engine.poll();
        }
        engine.release();
        settle();
        assertArrayEquals(new byte[] {9}, received(peer, 1, 0, 2));
    }

    private void awaitOnlooker() {
        while (!engine.lock().hasOnlookers()) {
            Thread.onSpinWait();
        }
        assertFalse(engine.lock().isAskedFor());
    }

    /**
     * Two kinds of sends wait for the lock: the send of a segment that no other thread can read, and the send of a
     * message that is long enough to hold up the other thread.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    void someSendsWaitForTheLock(int length) throws Exception {
        byte[] message = new byte[length];
        message[length - 1] = 6;
        hold();
        Future<Operation> sent = other.submit(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment confined = arena.allocate(length).copyFrom(MemorySegment.ofArray(message));
                return send(engine, length > 1 ? message : confined, length, 1, 1, false);
            }
        });
        while (!engine.lock().isAskedFor()) {
            Thread.onSpinWait();
        }
        engine.release();
        Operation send = Limit.await(sent);
        assertArrayEquals(message, received(peer, length, 0, 1));
        assertTrue(send.done());
        assertNull(send.failure());
    }

    @Test
    void operationThatCannotStartFailsAndHarmsNoOther() throws Exception {
        network.lose(0, 2);
        settle();
        hold();
        Operation toLost = onOtherThread(() -> send(engine, new byte[1], 1, 2, 1, false));
        Receive fromLost = onOtherThread(() -> receive(new byte[1], 2, 1));
        Operation send = onOtherThread(() -> send(engine, new byte[] {3}, 1, 1, 1, false));
        engine.release();
        for (Operation lost : List.of(toLost, fromLost)) {
            assertTrue(lost.done());
            assertEquals(ErrorClass.ERR_PROC_FAILED, lost.failure().error());
        }
        assertTrue(send.done());
        assertNull(send.failure());
        settle();
        assertArrayEquals(new byte[] {3}, received(peer, 1, 0, 1));
    }

    @Test
    void preparedSendIsUnderWayAsSoonAsItIsHandedOff() throws Exception {
        byte[] message = {1, 2};
        Operation send = engine.prepareSend(message, ElementType.BYTE, 0, 2,
            SectionHeader.pack(ElementType.BYTE.code(), 2), 0, 1, 1, true);
        for (int start = 0; start < 3; start++) {
            hold();
            onOtherThread(() -> {
                engine.startPrepared(send);
                EngineException again = assertThrows(EngineException.class, () -> engine.startPrepared(send));
                assertEquals(ErrorClass.ERR_REQUEST, again.error());
                return null;
            });
            assertFalse(send.done());
            engine.release();
            settle();
            assertArrayEquals(message, received(peer, 2, 0, 1));
            settle();
            assertTrue(send.done());
        }
    }

    @Test
    void cancelReachesOperationsThatWereHandedOff() throws Exception {
        hold();
        Receive receive = onOtherThread(() -> receive(new byte[1], 1, 1));
        Operation send = onOtherThread(() -> send(engine, new byte[1], 1, 1, 1, true));
        Future<?> cancelled = other.submit(() -> {
            engine.cancel(receive);
            engine.cancel(send);
        });
        while (!engine.lock().isAskedFor()) {
            Thread.onSpinWait();
        }
        engine.release();
        Limit.await(cancelled);
        settle();
        for (Operation each : List.of(receive, send)) {
            assertTrue(each.done());
            assertTrue(each.cancelled());
        }
    }
}
