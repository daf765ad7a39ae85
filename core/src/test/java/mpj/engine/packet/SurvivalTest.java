package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpj.engine.AgreeOperation;
import mpj.engine.AllOf;
import mpj.engine.AnyOf;
import mpj.engine.Ballot;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.Survival;
import mpj.engine.detector.Heartbeats;
import mpj.engine.match.Envelope;
import mpj.transport.spi.Peer;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests agreements and revocations of engines whose packets move when the test says so. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SurvivalTest {
    private static final Context CONTEXT = new Context(3);
    private static final int RANKS = 4;
    private static final int[] ALL = IntStream.range(0, RANKS).toArray();

    private static final class Agreeing extends AgreeOperation {
        Ballot outcome;

        Agreeing() {
            super(CONTEXT);
        }

        @Override
        public void agreed(Ballot ballot) {
            outcome = ballot;
        }
    }

    private final MemoryNetwork network = new MemoryNetwork(RANKS, 1000, 1 << 20);

    private Survival survival(int rank) {
        return network.engine(rank).survival();
    }

    private Agreeing agree(int rank, long flags, long maximum) {
        Agreeing agreeing = new Agreeing();
        survival(rank).start(agreeing, ALL, flags, maximum);
        return agreeing;
    }

    private void settle(int... ranks) {
        for (int i = 0; i < 50; i++) {
            for (int rank : ranks) {
                network.engine(rank).progress();
            }
        }
    }

    private void die(int rank) {
        network.drop(rank);
        for (int other = 0; other < RANKS; other++) {
            if (other != rank) {
                network.tellDeath(other, rank);
            }
        }
    }

    private static void assertAgreed(long flags, long maximum, List<Integer> failed, Agreeing... all) {
        for (Agreeing each : all) {
            assertNotNull(each.outcome, "it has not agreed");
            assertEquals(flags, each.outcome.flags());
            assertEquals(maximum, each.outcome.maximum());
            assertEquals(failed, each.outcome.failed().stream().boxed().toList());
            assertTrue(each.done());
            assertNull(each.failure());
        }
    }

    @Test
    void ballotsComeTogetherWhenTheLastRankBegins() {
        Agreeing[] all = new Agreeing[RANKS];
        for (int rank = RANKS - 1; rank >= 0; rank--) {
            settle(ALL);
            all[rank] = agree(rank, ~(1L << rank), rank);
            assertFalse(all[RANKS - 1].done());
        }
        settle(ALL);
        assertAgreed(~0xFL, RANKS - 1, List.of(), all);
    }

    @Test
    void agreementsFollowEachOther() {
        Agreeing[][] all = new Agreeing[RANKS][3];
        for (int rank = 0; rank < RANKS; rank++) {
            for (int i = 0; i < 3; i++) {
                all[rank][i] = agree(rank, rank == i ? 1 : 3, 10 * i + rank);
            }
        }
        settle(ALL);
        for (int i = 0; i < 3; i++) {
            int number = i;
            assertAgreed(1, 10 * i + 3, List.of(),
                IntStream.range(0, RANKS).mapToObj(rank -> all[rank][number]).toArray(Agreeing[]::new));
        }
    }

    @Test
    void ranksGoOnWithoutOneThatIsLostMeanwhile() {
        Agreeing first = agree(0, 7, 1);
        Agreeing second = agree(1, 6, 2);
        settle(ALL);
        die(2);
        settle(0, 1, 3);
        assertFalse(first.done());
        Agreeing last = agree(3, 5, 3);
        settle(0, 1, 3);
        assertAgreed(4, 3, List.of(2), first, second, last);
    }

    /**
     * One rank has learned the outcome from the root before the root is lost. The other ranks learn the same outcome
     * from that rank, although its own agreement is over.
     */
    @Test
    void outcomeThatOneRankKnowsReachesAllRanksWhenTheRootIsLost() {
        Agreeing[] all = new Agreeing[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            all[rank] = agree(rank, rank == 0 ? 1 : 3, rank);
        }
        settle(0);
        settle(3);
        assertTrue(all[3].done());
        network.drop(1);
        network.drop(2);
        die(0);
        settle(1, 2, 3);
        assertAgreed(1, 3, List.of(), all[1], all[2], all[3]);
    }

    @Test
    void lossThatIsKnownBeforeIsPartOfTheOutcome() {
        die(0);
        settle(1, 2, 3);
        Agreeing[] all = {agree(1, 1, 1), agree(2, 1, 2), agree(3, 1, 3)};
        settle(1, 2, 3);
        assertAgreed(1, 3, List.of(0), all);
        assertEquals(List.of(0), survival(1).lost(ALL));
        assertEquals(List.of(), survival(1).lost(new int[] {1, 2}));
    }

    /** MPIX_Comm_get_failed names at least the ranks that made MPIX_Comm_agree fail. */
    @Test
    void rankThatHasAgreedOnALossKnowsTheLoss() {
        network.drop(2);
        network.tellDeath(0, 2);
        settle(0);
        Agreeing[] left = {agree(0, 1, 0), agree(1, 1, 1), agree(3, 1, 3)};
        settle(0, 1, 3);
        assertAgreed(1, 3, List.of(2), left);
        for (int rank : new int[] {0, 1, 3}) {
            assertEquals(List.of(2), survival(rank).lost(ALL));
            assertEquals(1, survival(rank).acknowledge(CONTEXT, ALL, 1));
        }
        assertEquals("rank 2 is lost: other ranks have lost it, and all have agreed on that",
            receive(3, 2).failure().text());
    }

    /** The packets of this network have 64 bytes, and each set of ranks has more. */
    @Test
    void ballotsOfManyRanksTakeSeveralPackets() {
        int ranks = 800;
        MemoryNetwork wide = new MemoryNetwork(ranks, 1000, 1 << 20);
        int[] members = IntStream.range(0, ranks).toArray();
        Agreeing[] two = {new Agreeing(), new Agreeing()};
        for (int observer = 0; observer < 2; observer++) {
            for (int rank = 2; rank < ranks; rank++) {
                wide.tellDeath(observer, rank);
            }
            Survival survival = wide.engine(observer).survival();
            assertEquals(500 + 100 * observer, survival.acknowledge(CONTEXT, members, 500 + 100 * observer));
            survival.start(two[observer], members, -1, observer);
        }
        for (int i = 0; i < 50; i++) {
            wide.engine(0).progress();
            wide.engine(1).progress();
        }
        assertAgreed(-1, 1, IntStream.range(2, ranks).boxed().toList(), two);
        assertEquals(IntStream.range(2, 502).boxed().toList(),
            two[0].outcome.acknowledged().stream().boxed().toList());
    }

    @Test
    void damagedBallotCostsItsSender() {
        Agreeing[] left = {agree(0, 1, 0), agree(2, 1, 2), agree(3, 1, 3)};
        network.inject(0, 1, Envelope.pack(Envelope.AGREE, CONTEXT.agreement(), 0), 3L << 2, new byte[] {1, 2, 3});
        settle(0, 2, 3);
        assertEquals(List.of(1), survival(0).lost(ALL));
        assertAgreed(1, 3, List.of(1), left);
    }

    // ---------------------------------------------------------------------------------------------- revocations

    private Receive receive(int rank, int source) {
        return network.engine(rank).startReceive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8,
            CONTEXT.pointToPoint(), source, 1);
    }

    private Operation send(int rank, int destination, boolean synchronous) {
        return network.engine(rank).startSend(new byte[8], ElementType.BYTE, 0, 8,
            SectionHeader.pack(ElementType.BYTE.code(), 8), CONTEXT.pointToPoint(), destination, 1, synchronous);
    }

    private void open(int... ranks) {
        for (int rank : ranks) {
            survival(rank).members(CONTEXT, ALL, ALL);
        }
    }

    private static void assertRevoked(Operation operation) {
        assertTrue(operation.done());
        assertNotNull(operation.failure());
        assertEquals(ErrorClass.ERR_REVOKED, operation.failure().error());
        assertTrue(operation.failure().text().contains("revoked by rank 1"), operation.failure().text());
    }

    @Test
    void revocationEndsUnmatchedAndLaterOperations() {
        open(ALL);
        Receive from = receive(0, 2);
        Receive any = receive(3, Receive.ANY);
        Operation unmatched = send(2, 1, true);
        settle(ALL);
        assertFalse(from.done() || any.done() || unmatched.done());
        survival(1).revoke(CONTEXT);
        settle(ALL);
        assertRevoked(from);
        assertRevoked(any);
        assertRevoked(unmatched);
        for (int rank : ALL) {
            assertTrue(survival(rank).isRevoked(CONTEXT));
            Engine engine = network.engine(rank);
            int other = (rank + 1) % RANKS;
            assertTrue(receive(rank, other).hasFailed());
            assertEquals(ErrorClass.ERR_REVOKED,
                assertThrows(EngineException.class, () -> send(engine.rank(), other, false)).error());
            assertEquals(ErrorClass.ERR_REVOKED, assertThrows(EngineException.class,
                () -> engine.probe(CONTEXT.pointToPoint(), other, 1)).error());
        }
        assertFalse(survival(0).isRevoked(new Context(4)));
    }

    /** The rank that revokes the communicator has told only one other rank when it dies. */
    @Test
    void revocationReachesAllThoughItsCallerDies() {
        open(ALL);
        survival(1).revoke(CONTEXT);
        network.drop(0);
        network.drop(2);
        die(1);
        settle(3);
        settle(0, 2);
        for (int rank : new int[] {0, 2, 3}) {
            assertTrue(survival(rank).isRevoked(CONTEXT));
        }
    }

    @Test
    void communicatorThatWasRevokedBeforeItIsOpenIsRevoked() {
        open(0, 1, 2);
        survival(1).revoke(CONTEXT);
        settle(ALL);
        open(3);
        assertTrue(receive(3, 0).hasFailed());
    }

    /** Only a rank that does not have the communicator yet has heard of the revocation. */
    @Test
    void rankThatOpensTheCommunicatorLateTellsTheOthersWhoRevokedIt() {
        open(0, 1, 2);
        survival(1).revoke(CONTEXT);
        network.drop(0);
        network.drop(2);
        settle(3);
        assertFalse(survival(0).isRevoked(CONTEXT));
        open(3);
        settle(0, 2);
        assertRevoked(receive(0, 2));
        assertRevoked(receive(2, 0));
    }

    /**
     * Every rank tells every other rank of the revocation. The last message arrives after the communicator was freed
     * here.
     */
    @Test
    void lateNewsOfARevocationDoesNotConcernTheNextCommunicator() {
        open(ALL);
        survival(1).revoke(CONTEXT);
        settle(0);
        Set<Context> used = new HashSet<>(Set.of(CONTEXT));
        network.engine(0).free(CONTEXT, new Contexts() {
            @Override
            public boolean isUsed(Context context) {
                return used.contains(context);
            }

            @Override
            public void release(Context context) {
                used.remove(context);
            }
        });
        assertTrue(used.isEmpty());
        settle(ALL);
        open(0);
        assertFalse(survival(0).isRevoked(CONTEXT));
        assertFalse(receive(0, 2).done());
    }

    @Test
    void ranksAgreeInACommunicatorThatIsRevoked() {
        open(ALL);
        survival(1).revoke(CONTEXT);
        settle(ALL);
        Agreeing[] all = new Agreeing[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            all[rank] = agree(rank, 1, rank);
        }
        settle(ALL);
        assertAgreed(1, 3, List.of(), all);
    }

    @Test
    void numberThatIsNoContextCostsItsSender() {
        network.inject(0, 1, Envelope.REVOKE, Integer.toUnsignedLong(-5), new byte[0]);
        settle(0);
        assertEquals(List.of(1), survival(0).lost(ALL));
    }

    // ---------------------------------------------------------------------------- operations that are guarded

    private ExternalOperation guard(int rank) {
        ExternalOperation operation = new ExternalOperation();
        survival(rank).guard(operation, CONTEXT.collective());
        return operation;
    }

    @Test
    void guardedOperationFailsWhenARankOfItsCommunicatorIsLost() {
        open(ALL);
        ExternalOperation complete = guard(0);
        ExternalOperation waiting = guard(0);
        network.engine(0).complete(complete, null);
        assertFalse(waiting.done());
        die(2);
        settle(0, 1, 3);
        network.engine(0).finish(waiting);
        assertEquals(ErrorClass.ERR_PROC_FAILED, waiting.failure().error());
        assertNull(complete.failure());
        ExternalOperation later = guard(0);
        assertTrue(later.done());
        assertEquals(ErrorClass.ERR_PROC_FAILED, later.failure().error());
        network.engine(0).complete(waiting, null); // the thread comes too late
        assertEquals(ErrorClass.ERR_PROC_FAILED, waiting.failure().error());
    }

    @Test
    void guardedOperationFailsWhenItsCommunicatorIsRevoked() {
        open(ALL);
        ExternalOperation waiting = guard(0);
        survival(1).revoke(CONTEXT);
        settle(0);
        assertRevoked(waiting);
        assertRevoked(guard(0));
    }

    /** A rank that has left has done its part of all that it has begun. */
    @Test
    void guardedOperationGoesOnWhenARankHasLeft() {
        open(ALL);
        ExternalOperation waiting = guard(0);
        network.tellLeft(0, 2);
        settle(0);
        assertFalse(waiting.done());
    }

    // ------------------------------------------------------------------------- ranks that are found dead by the others

    private Heartbeats.Listener detected(int rank) {
        return ((Survivors) survival(rank)).detected(RANKS, rank);
    }

    /** The rank is alive, and goes on sending. */
    @Test
    void packetsOfARankThatWasDeclaredDeadAreDropped() {
        open(ALL);
        detected(0).dead(2, "it does not answer");
        Receive from = receive(0, 2);
        settle(0);
        assertEquals(ErrorClass.ERR_PROC_FAILED, from.failure().error());
        assertEquals("rank 2 is lost: it does not answer", from.failure().text());
        assertEquals(1, survival(0).acknowledge(CONTEXT, ALL, 1));
        send(2, 0, false);
        settle(0, 2);
        assertNull(network.engine(0).probe(CONTEXT.pointToPoint(), Receive.ANY, 1));
        send(3, 0, false);
        settle(0);
        assertEquals(3, network.engine(0).probe(CONTEXT.pointToPoint(), Receive.ANY, 1).source());
    }

    @Test
    void rankThatWasDeclaredDeadDoesNotGoOnAlone() {
        open(ALL);
        Receive from = receive(0, 2);
        Agreeing underWay = agree(0, 1, 1);
        detected(0).cutOff("it takes this rank for dead");
        settle(0);
        assertEquals("rank 2 is lost: it takes this rank for dead", from.failure().text());
        Agreeing later = agree(0, 1, 1);
        settle(0);
        for (Agreeing each : new Agreeing[] {underWay, later}) {
            assertTrue(each.done());
            assertNull(each.outcome);
            assertEquals(ErrorClass.ERR_PROC_FAILED, each.failure().error());
        }
    }

    // -------------------------------------------------------------------------- losses that one rank has found out

    private final MemoryNetwork telling = new MemoryNetwork(RANKS, 1000, 1 << 20, null, true);

    private void settleTelling(int rank) {
        for (int i = 0; i < 50; i++) {
            telling.engine(rank).progress();
        }
    }

    /** Otherwise only this rank would know of the loss, and the lost rank would go on. */
    @Test
    void launcherIsToldOfALossThatOnlyATransportSees() throws InterruptedException {
        telling.engine(0).survival().tolerateLosses();
        telling.lose(0, 2);
        settleTelling(0);
        assertEquals("rank 0 has lost rank 2: host nowhere: connection reset",
            telling.reports().poll(60, TimeUnit.SECONDS));
        telling.tellDeath(0, 3);
        settleTelling(0);
        assertEquals(List.of(2, 3), telling.engine(0).survival().lost(ALL));
        telling.inject(0, 1, Envelope.REVOKE, Integer.toUnsignedLong(-5), new byte[0]);
        settleTelling(0);
        String next = telling.reports().poll(60, TimeUnit.SECONDS);
        assertTrue(next.startsWith("rank 0 has lost rank 1: it sent a packet that is damaged"), next);
    }

    /** Before, the launcher would end the job. */
    @Test
    void launcherIsToldOfALossWhenTheProgramCanGoOn() throws InterruptedException {
        telling.lose(0, 2);
        settleTelling(0);
        telling.engine(0).survival().tolerateLosses();
        assertEquals("rank 0 has lost rank 2: host nowhere: connection reset",
            telling.reports().poll(60, TimeUnit.SECONDS));
    }

    /** The connection between ranks 1 and 3 is broken, and only rank 1 notices. */
    @Test
    void rankThatTheOthersHaveAgreedToBeLostDoesNotGoOn() {
        open(ALL);
        network.lose(1, 3);
        settle(1);
        Agreeing[] all = new Agreeing[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            all[rank] = agree(rank, 1, rank);
        }
        settle(ALL);
        assertAgreed(1, 3, List.of(3), all[0], all[1], all[2]);
        assertEquals(List.of(3), survival(0).lost(ALL));
        assertEquals(ErrorClass.ERR_PROC_FAILED, all[3].failure().error());
        assertTrue(all[3].failure().text().startsWith("the other ranks have agreed that this rank is lost"),
            all[3].failure().text());
    }

    // ------------------------------------------------------------------------------------------ acknowledged losses

    private static void assertPending(Receive receive) {
        assertFalse(receive.done());
        assertTrue(receive.reached() && receive.isSeen(), "a thread would still wait for it");
        assertEquals(ErrorClass.ERR_PROC_FAILED_PENDING, receive.interruption().error());
        assertTrue(receive.interruption().text().startsWith("rank 2 is lost"), receive.interruption().text());
    }

    private static void assertWaited(Receive receive) {
        assertFalse(receive.reached() || receive.isSeen(), "no thread would wait for it");
        assertNull(receive.interruption());
    }

    @Test
    void nobodyWaitsForAReceiveFromAnySourceUntilTheLossIsAcknowledged() {
        open(ALL);
        Receive before = receive(0, Receive.ANY);
        assertWaited(before);
        die(2);
        settle(0, 1, 3);
        Receive between = receive(0, Receive.ANY);
        assertPending(before);
        assertPending(between);
        network.engine(0).finish(before); // returns because the receive is pending
        assertEquals(1, survival(0).acknowledge(CONTEXT, ALL, 5));
        Receive after = receive(0, Receive.ANY);
        settle(0);
        for (Receive each : new Receive[] {before, between, after}) {
            assertWaited(each);
        }
        for (Receive each : new Receive[] {before, between, after}) {
            send(3, 0, false);
            settle(0);
            assertTrue(each.done());
            assertNull(each.failure());
        }
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive(0, 2).failure().error());
    }

    @Test
    void receiveThatIsPendingTakesAMessageOrIsCancelled() {
        open(ALL);
        Receive first = receive(0, Receive.ANY);
        Receive second = receive(0, Receive.ANY);
        die(2);
        settle(0, 1, 3);
        send(3, 0, false);
        settle(0);
        assertTrue(first.done());
        assertNull(first.failure());
        assertNull(first.interruption());
        assertEquals(3, first.matchedSource());
        assertPending(second);
        network.engine(0).cancel(second);
        assertTrue(second.done() && second.cancelled());
        assertNull(second.interruption());
    }

    @Test
    void receiveThatIsPendingFailsWhenTheCommunicatorIsRevokedOrNobodyIsLeft() {
        open(ALL);
        Receive revoked = receive(3, Receive.ANY);
        Receive alone = receive(0, Receive.ANY);
        die(2);
        settle(0, 1, 3);
        assertPending(revoked);
        die(1);
        network.tellDeath(0, 3);
        settle(0);
        assertPendingBecauseOf(1, alone);
        assertEquals(2, survival(0).acknowledge(CONTEXT, ALL, 2));
        assertPendingBecauseOf(3, alone);
        assertEquals(3, survival(0).acknowledge(CONTEXT, ALL, 3));
        assertTrue(alone.done());
        assertEquals(ErrorClass.ERR_PROC_FAILED, alone.failure().error());
        assertTrue(alone.failure().text().endsWith("no other rank is left"), alone.failure().text());
        survival(3).revoke(CONTEXT);
        assertTrue(revoked.done());
        assertEquals(ErrorClass.ERR_REVOKED, revoked.failure().error());
    }

    private static void assertPendingBecauseOf(int rank, Receive receive) {
        assertFalse(receive.done());
        assertTrue(receive.interruption().text().startsWith("rank " + rank), receive.interruption().text());
    }

    @Test
    void waitsForSeveralEndWhenEachIsCompleteOrPending() {
        open(ALL);
        Receive any = receive(0, Receive.ANY);
        Receive from = receive(0, 1);
        AllOf all = new AllOf(new Operation[] {any, null, from});
        AnyOf one = new AnyOf(new Operation[] {null, from, any});
        assertFalse(all.reached() || one.reached());
        die(2);
        settle(0, 1, 3);
        assertFalse(all.reached());
        assertTrue(one.reached());
        assertEquals(1, survival(0).acknowledge(CONTEXT, ALL, 1));
        assertFalse(one.reached());
        die(3);
        settle(0, 1);
        network.engine(1).startSend(new byte[8], ElementType.BYTE, 0, 8,
            SectionHeader.pack(ElementType.BYTE.code(), 8), CONTEXT.pointToPoint(), 0, 1, false);
        settle(0);
        assertTrue(any.done(), "it was posted first");
        assertFalse(all.reached());
        send(1, 0, false);
        settle(0);
        assertTrue(from.done() && all.reached());
    }

    @Test
    void blockingReceivesAndProbesFromAnySourceFail() {
        open(ALL);
        die(2);
        settle(0, 1, 3);
        Engine engine = network.engine(0);
        assertEquals(ErrorClass.ERR_PROC_FAILED, engine.receive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(),
            0, 8, CONTEXT.pointToPoint(), Receive.ANY, 1).failure().error());
        for (Executable probe : List.<Executable>of(() -> engine.probe(CONTEXT.pointToPoint(), Receive.ANY, 1),
            () -> engine.matchedProbe(CONTEXT.pointToPoint(), Receive.ANY, 1),
            () -> engine.awaitProbe(CONTEXT.pointToPoint(), Receive.ANY, 1),
            () -> engine.awaitMatchedProbe(CONTEXT.pointToPoint(), Receive.ANY, 1))) {
            assertEquals(ErrorClass.ERR_PROC_FAILED, assertThrows(EngineException.class, probe).error());
        }
        assertEquals(1, survival(0).acknowledge(CONTEXT, ALL, 1));
        assertNull(engine.probe(CONTEXT.pointToPoint(), Receive.ANY, 1));
        send(3, 0, false);
        settle(0);
        assertEquals(3, engine.awaitProbe(CONTEXT.pointToPoint(), Receive.ANY, 1).source());
    }

    /** The sender is alive, but may have waited for the lost rank, and may have given up. */
    @Test
    void waitForAMessageEndsWhenAnotherRankIsLostThatTakesPart() {
        die(2);
        settle(0, 1, 3);
        Engine engine = network.engine(0);
        int context = CONTEXT.pointToPoint();
        assertEquals("rank 2 is lost: host nowhere: killed by signal 9", assertThrows(EngineException.class,
            () -> engine.awaitProbe(context, 3, 1, ALL)).getMessage());
        send(3, 0, false);
        settle(0);
        assertEquals(3, engine.awaitProbe(context, 3, 1, ALL).source());
    }

    @Test
    void lossOfAJobThatHasNotJoinedIsToldOnce() {
        List<String> news = new ArrayList<>();
        network.engine(0).awaitFirst(7, news::add);
        network.tellElsewhere(0, 8, 0, "of another job");
        network.tellElsewhere(0, 7, 1, "not the first rank");
        settle(0);
        assertEquals(List.of(), news);
        network.tellElsewhere(0, 7, 0, "how");
        network.tellElsewhere(0, 7, 0, "again");
        settle(0);
        assertEquals(List.of("how"), news);
    }

    /**
     * A thread that waits for the launcher's news of a rank has the lock. If the news thread waited for that lock
     * first, this news would never come.
     */
    @Test
    void newsOfOtherJobsDoesNotWaitForTheLock() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch locked = new CountDownLatch(1);
        List<Boolean> inTime = new ArrayList<>();
        network.tellElsewhere(0, 7, 0, "early");
        Thread holder = Thread.ofPlatform().start(() -> network.engine(0).awaitFirst(7, _ -> {
            locked.countDown(); // the lock is held here
            try {
                inTime.add(told.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        assertTrue(locked.await(60, TimeUnit.SECONDS));
        network.tellElsewhere(0, 8, 0, "meanwhile");
        told.countDown();
        holder.join();
        assertEquals(List.of(true), inTime, "the news has waited for the lock");
    }

    @Test
    void lossOfAJobForWhichNobodyWaitsAnyMoreIsNotTold() {
        List<String> news = new ArrayList<>();
        network.engine(0).awaitFirst(7, news::add);
        network.engine(0).awaitFirstNoMore(7);
        network.tellElsewhere(0, 7, 0, "how");
        settle(0);
        assertEquals(List.of(), news);
    }

    @Test
    void lossOfAJobMayBeKnownBeforeAnybodyAsks() {
        List<String> news = new ArrayList<>();
        network.tellElsewhere(0, 7, 0, "early");
        network.engine(0).awaitFirst(7, news::add);
        assertEquals(List.of("early"), news);
    }

    /** Nothing else would end a receive from the process: no transport leads to it any more. */
    @Test
    void lossOfAProcessThatWasNotMetYetTakesEffectWhenItIsMet() {
        Peer peer = new Peer(0x1234_5678_9abc_def0L, 2);
        network.tellElsewhere(0, peer.launched().job(), 2, "early");
        byte[] addresses = network.engine(1).addresses();
        int met = network.engine(0).meet(peer, new byte[0], _ -> addresses);
        Receive receive = network.engine(0).startReceive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8,
            CONTEXT.pointToPoint(), met, 1);
        settle(0);
        assertTrue(receive.done(), "it still waits");
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
        assertTrue(receive.failure().text().endsWith(" is lost: early"), receive.failure().text());
    }
}
