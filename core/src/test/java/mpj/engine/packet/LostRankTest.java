package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests what happens to the operations of rank 0 when rank 2 is lost. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostRankTest {
    private static final int CONTEXT = 0;
    private static final int PACKET = MemoryNetwork.PACKET;

    private final MemoryNetwork network = new MemoryNetwork(3, 4, 2 * PACKET);
    private final Engine engine = network.engine(0);

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private Operation send(int from, int to, byte[] message, int context, boolean synchronous) {
        return network.engine(from).startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), context, to, 1, synchronous);
    }

    private Receive receive(byte[] room, int source, int context) {
        return engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, context, source,
            1);
    }

    private void step() {
        for (int i = 0; i < 20; i++) {
            engine.progress();
        }
    }

    private void lose() {
        network.lose(0, 2);
        step();
    }

    private static void assertLost(Operation operation) {
        assertTrue(operation.done(), "it still waits");
        assertNotNull(operation.failure(), "it did not fail");
        assertEquals(ErrorClass.ERR_PROC_FAILED, operation.failure().error());
        assertTrue(operation.failure().text().startsWith("rank 2 is lost: host nowhere"),
            operation.failure().text());
    }

    @Test
    void postedReceivesFromItFailInEveryContext() {
        Receive here = receive(new byte[8], 2, CONTEXT);
        Receive there = receive(new byte[8], 2, CONTEXT + 2);
        Receive other = receive(new byte[8], 1, CONTEXT);
        lose();
        assertLost(here);
        assertLost(there);
        assertFalse(other.done());
        send(1, 0, bytes(8), CONTEXT, false);
        step();
        assertTrue(other.done());
        assertNull(other.failure());
    }

    @Test
    void packetsOnTheirWayAreTakenBeforeTheLaunchersReportTakesEffect() {
        Receive first = receive(new byte[8], 2, CONTEXT);
        Receive second = receive(new byte[8], 2, CONTEXT);
        send(2, 0, bytes(8), CONTEXT, false);
        network.delay(true);
        network.tellLeft(0, 2);
        step();
        assertFalse(first.done(), "the news has overtaken the message");
        network.delay(false);
        step();
        assertTrue(first.done());
        assertNull(first.failure());
        assertLost(second);
    }

    /** A receive does not wait for ever if a transport cannot tell whether packets are on their way. */
    @Test
    void silenceLetsTheLaunchersReportTakeEffect() {
        network.delay(true);
        network.tellLeft(0, 2);
        byte[] room = new byte[8];
        assertLost(engine.receive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, 2, 1));
    }

    /** A receive does not wait for ever if other ranks keep sending packets, however many. */
    @Test
    void othersThatKeepSendingDoNotDelayTheLaunchersReport() {
        network.unsure(true);
        Receive receive = receive(new byte[8], 2, CONTEXT);
        network.tellLeft(0, 2);
        while (!receive.done() && !Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 3; i++) { // more packets than the first poll finds
                receive(new byte[8], 1, CONTEXT);
                send(1, 0, bytes(8), CONTEXT, false);
            }
            engine.progress();
        }
        assertLost(receive);
    }

    @Test
    void waitingReceiveFailsWithoutAnotherCall() {
        network.lose(0, 2);
        byte[] room = new byte[8];
        Receive receive = engine.receive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, 2, 1);
        assertLost(receive);
    }

    @Test
    void sendsToItFailWhetherQueuedOrAwaitingTheirMatch() {
        Operation synchronous = send(0, 2, bytes(8), CONTEXT, true);
        Operation large = send(0, 2, bytes(20 * PACKET), CONTEXT, false);
        Operation queued = send(0, 2, bytes(8), CONTEXT, false);
        lose();
        assertLost(synchronous);
        assertLost(large);
        assertLost(queued);
        engine.flush();
    }

    @Test
    void receiveOfAMessageThatHasArrivedInPartFails() {
        Receive receive = receive(new byte[20 * PACKET], 2, CONTEXT);
        send(2, 0, bytes(20 * PACKET), CONTEXT, false);
        step();
        assertFalse(receive.done());
        lose();
        assertLost(receive);
    }

    @Test
    void receiveOfAMessageThatWasMatchedBeforeItCameFails() {
        network.ask(true);
        Receive receive = receive(new byte[8], 2, CONTEXT);
        send(2, 0, bytes(8), CONTEXT, false);
        engine.progress();
        network.drop(0);
        assertFalse(receive.done());
        lose();
        assertLost(receive);
        network.ask(false);
        receive = receive(new byte[8], 1, CONTEXT);
        send(1, 0, bytes(8), CONTEXT, false);
        step();
        assertNull(receive.failure());
        assertTrue(receive.done());
    }

    @Test
    void incompleteUnexpectedMessageIsDropped() {
        send(2, 0, bytes(20 * PACKET), CONTEXT, false);
        step();
        assertNotNull(engine.probe(CONTEXT, 2, 1));
        lose();
        assertThrows(EngineException.class, () -> engine.probe(CONTEXT, Receive.ANY, 1));
        assertLost(receive(new byte[20 * PACKET], 2, CONTEXT));
    }

    @Test
    void messageThatHasArrivedWholeIsStillReceived() {
        byte[] small = bytes(8);
        byte[] fragments = bytes(2 * PACKET);
        send(2, 0, small, CONTEXT, false);
        send(2, 0, fragments, CONTEXT, false);
        Operation synchronous = send(2, 0, new byte[0], CONTEXT, true);
        step();
        network.engine(2).progress();
        lose();
        byte[] room = new byte[8];
        assertNull(receive(room, 2, CONTEXT).failure());
        assertArrayEquals(small, room);
        room = new byte[2 * PACKET];
        assertNull(receive(room, Receive.ANY, CONTEXT).failure());
        assertArrayEquals(fragments, room);
        assertNull(receive(new byte[0], 2, CONTEXT).failure());
        assertFalse(synchronous.done());
        assertLost(receive(room, 2, CONTEXT));
    }

    @Test
    void laterOperationsThatNameItFailAtOnce() {
        lose();
        assertLost(receive(new byte[8], 2, CONTEXT));
        assertThrows(EngineException.class, () -> send(0, 2, bytes(8), CONTEXT, false));
        assertThrows(EngineException.class, () -> engine.send(bytes(8), ElementType.BYTE, 0, 8, 0, CONTEXT, 2, 1));
        assertThrows(EngineException.class, () -> engine.awaitProbe(CONTEXT, 2, 1));
        EngineException e = assertThrows(EngineException.class, () -> engine.probe(CONTEXT, 2, 1));
        assertEquals("rank 2 is lost: host nowhere: connection reset", e.getMessage());
    }

    @Test
    void receiveFromAnySourceFailsUnlessItsMessageIsThere() {
        lose();
        assertLost(receiveFromAnySource());
        assertThrows(EngineException.class, () -> engine.awaitProbe(CONTEXT, Receive.ANY, 1));
        assertThrows(EngineException.class, () -> engine.probe(CONTEXT, Receive.ANY, 1));
        send(1, 0, bytes(8), CONTEXT, false);
        Receive receive = receiveFromAnySource();
        assertTrue(receive.done());
        assertNull(receive.failure(), "the message had arrived before");
    }

    private Receive receiveFromAnySource() {
        return engine.receive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, Receive.ANY, 1);
    }

    @Test
    void receiveFromAnySourceAmongOthersWaits() {
        engine.survival().members(Context.of(CONTEXT), new int[] {0, 1}, new int[] {0, 1});
        Receive before = receive(new byte[8], Receive.ANY, CONTEXT);
        lose();
        Receive after = receive(new byte[8], Receive.ANY, CONTEXT);
        assertFalse(before.done());
        assertFalse(after.done());
        send(1, 0, bytes(8), CONTEXT, false);
        send(1, 0, bytes(8), CONTEXT, false);
        step();
        assertNull(before.failure());
        assertTrue(before.done());
        assertTrue(after.done());
    }

    @Test
    void collectiveOperationOfADeadRankFailsWhicheverRankIsAwaited() {
        engine.survival().members(Context.of(CONTEXT), new int[] {0, 1, 2}, new int[] {0, 1, 2});
        Receive receive = receive(new byte[8], 1, CONTEXT + 1);
        Operation unmatched = send(0, 1, bytes(8), CONTEXT + 1, true);
        Operation queued = send(0, 1, bytes(30 * PACKET), CONTEXT + 1, false);
        lose();
        assertLost(receive);
        for (int i = 0; i < 50; i++) {
            step();
            network.engine(1).progress();
        }
        assertLost(unmatched);
        assertLost(queued);
        assertThrows(EngineException.class, () -> send(0, 1, bytes(8), CONTEXT + 1, false));
        assertLost(receive(new byte[8], 1, CONTEXT + 1));
        Operation pointToPoint = send(0, 1, bytes(8), CONTEXT, false);
        assertTrue(pointToPoint.done());
        assertNull(pointToPoint.failure());
    }

    @Test
    void packetsThatComeAfterTheNewsHarmNobody() {
        lose();
        send(2, 0, bytes(20 * PACKET), CONTEXT, false);
        for (int i = 0; i < 20; i++) {
            step();
            network.engine(2).progress();
        }
        assertThrows(EngineException.class, () -> engine.probe(CONTEXT, Receive.ANY, Receive.ANY));
    }

    @Test
    void launchersNewsTakesEffectAfterThePacketsOfTheRank() {
        byte[] room = new byte[2 * PACKET];
        byte[] message = bytes(2 * PACKET);
        send(2, 0, message, CONTEXT, false);
        Receive first = receive(room, 2, CONTEXT);
        Receive second = receive(new byte[8], 2, CONTEXT);
        network.tellDeath(0, 2);
        engine.test(second);
        assertTrue(first.done());
        assertNull(first.failure());
        assertArrayEquals(message, room);
        assertLost(second);
    }

    @Test
    void launchersReportOfALossPrevailsOverTheTransports() {
        MemoryNetwork told = new MemoryNetwork(3, 4, 2 * PACKET, null, true);
        told.lose(0, 2);
        told.tellDeath(0, 2);
        assertEquals("rank 2 is lost: host nowhere: killed by signal 9", failureOfReceiveFrom2(told.engine(0)));
    }

    @Test
    void lossThatTheLauncherDoesNotKnowOfIsTakenAsTheTransportSeesIt() {
        MemoryNetwork silent = new MemoryNetwork(3, 4, 2 * PACKET, null, true);
        silent.lose(0, 2);
        assertEquals("rank 2 is lost: host nowhere: connection reset", failureOfReceiveFrom2(silent.engine(0)));
    }

    @Test
    void rankThatHasLeftIsMissedOnlyByWhoWaitsForIt() {
        int[] all = {0, 1, 2};
        engine.survival().members(Context.of(CONTEXT), all, all);
        Receive any = receive(new byte[8], Receive.ANY, CONTEXT);
        Receive fromAnother = receive(new byte[8], 1, CONTEXT + 1);
        Receive fromIt = receive(new byte[8], 2, CONTEXT + 1);
        network.tellLeft(0, 2);
        step();
        assertLost(fromIt);
        assertFalse(any.done());
        assertFalse(fromAnother.done());
        network.tellLeft(0, 1);
        step();
        assertTrue(any.failure().text().startsWith("rank 2 is lost: host nowhere: has left; a receive from any"));
        assertTrue(fromAnother.failure().text().startsWith("rank 1 is lost"));
    }

    @Test
    void rankThatHasLeftIsDeadToThoseThatTolerateIt() {
        int[] all = {0, 1, 2};
        engine.survival().members(Context.of(CONTEXT), all, all);
        Receive any = receive(new byte[8], Receive.ANY, CONTEXT);
        Receive fromAnother = receive(new byte[8], 1, CONTEXT + 1);
        network.tellLeft(0, 2);
        network.tellDeath(0, 2);
        step();
        assertEquals(ErrorClass.ERR_PROC_FAILED_PENDING, any.interruption().error());
        assertLost(fromAnother);
    }

    @Test
    void transportThatFailsIsAnErrorOfEveryCallThatMakesProgress() {
        Receive receive = receive(new byte[8], 2, CONTEXT);
        network.breakDown(0);
        List<Executable> calls = List.of(() -> engine.test(receive), () -> engine.finish(receive),
            () -> engine.finishAny(new Operation[] {receive}), () -> engine.probe(CONTEXT, 2, 1),
            () -> engine.awaitProbe(CONTEXT, 2, 1));
        for (Executable call : calls) {
            EngineException e = assertThrows(EngineException.class, call);
            assertEquals(ErrorClass.ERR_OTHER, e.error());
            assertEquals("the device is broken", e.getMessage());
        }
    }

    private static String failureOfReceiveFrom2(Engine by) {
        Receive receive =
            by.receive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, 2, 1);
        return receive.failure().text();
    }

    @Test
    void unexpectedMessageOpensNoChannelToItsSender() {
        send(1, 0, bytes(8), CONTEXT, false);
        assertEquals(1, network.connections());
        step();
        receive(new byte[8], 1, CONTEXT);
        assertEquals(1, network.connections());
    }

    /**
     * Rank 2 is lost at a random moment. The messages between rank 0 and rank 1 arrive whole, and every operation with
     * rank 2 ends.
     */
    @Test
    void lossAtAnyMomentEndsOnlyOperationsThatNeedTheRank() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            MemoryNetwork net = new MemoryNetwork(3, 1 + random.nextInt(6), random.nextInt(5) * PACKET);
            List<Operation> withLost = new ArrayList<>();
            List<Operation> withOther = new ArrayList<>();
            int lossAt = random.nextInt(40);
            for (int i = 0; i < 40; i++) {
                if (i == lossAt) {
                    net.lose(0, 2);
                }
                byte[] message = new byte[random.nextInt(6 * PACKET)];
                Arrays.fill(message, (byte) 7);
                int peer = 1 + random.nextInt(2);
                List<Operation> operations = peer == 2 ? withLost : withOther;
                try {
                    if (random.nextBoolean()) {
                        operations.add(sendIn(net, 0, peer, message, random.nextBoolean()));
                        if (peer == 1) {
                            withOther.add(receiveIn(net, 1, 0, new byte[message.length]));
                        }
                    } else {
                        Operation sent = sendIn(net, peer, 0, message, random.nextBoolean());
                        operations.add(receiveIn(net, 0, peer, new byte[6 * PACKET]));
                        if (peer == 1) {
                            withOther.add(sent);
                        }
                    }
                } catch (EngineException e) {
                    assertTrue(peer == 2 && i >= lossAt, e.getMessage());
                }
                for (int steps = random.nextInt(5); steps > 0; steps--) {
                    net.engine(random.nextInt(3)).progress();
                }
            }
            for (int steps = 0; steps < 2000; steps++) {
                net.engine(steps % 2).progress();
            }
            for (Operation operation : withLost) {
                assertTrue(operation.done(), "an operation with the lost rank waits, seed " + seed);
            }
            for (Operation operation : withOther) {
                assertTrue(operation.done(), "an operation with the other rank waits, seed " + seed);
                assertNull(operation.failure(), "seed " + seed);
            }
        }
    }

    private static Operation sendIn(MemoryNetwork net, int from, int to, byte[] message, boolean synchronous) {
        return net.engine(from).startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), CONTEXT, to, 1, synchronous);
    }

    private static Receive receiveIn(MemoryNetwork net, int at, int source, byte[] room) {
        return net.engine(at).startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, CONTEXT,
            source, 1);
    }
}
