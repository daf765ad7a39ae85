package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hosts with two ranks each, connected without a network. */
@Timeout(60)
class KeyValueExchangeTest {
    private static final int SIZE = 4;

    private final List<String> asked = new ArrayList<>();
    private final CompletableFuture<Void> reachedBelow = new CompletableFuture<>();
    private KeyValueExchange top;
    private KeyValueExchange below;

    KeyValueExchangeTest() {
        top = new KeyValueExchange(SIZE, ranks(0, 2), ranks(0, 4), true, 1, new KeyValueExchange.Neighbours() {
            @Override
            public void releaseBelow() {
                below.release();
            }
        });
        below = new KeyValueExchange(SIZE, ranks(2, 4), ranks(2, 4), false, 0, new KeyValueExchange.Neighbours() {
            @Override
            public void fenceAbove(List<KeyValueExchange.Entry> values) {
                // The message is delivered later, as over a network, and not while the lock of the host below is held.
                run(() -> {
                    top.fenceBelow(0, values);
                    reachedBelow.complete(null);
                });
            }

            @Override
            public void getAbove(int rank, String key) {
                asked.add(rank + key);
                run(() -> top.get(rank, key).thenAccept(answer -> below.answered(rank, key, answer)));
            }
        });
    }

    private static BitSet ranks(int from, int to) {
        BitSet ranks = new BitSet();
        ranks.set(from, to);
        return ranks;
    }

    private static void run(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    private KeyValueExchange of(int rank) {
        return rank < 2 ? top : below;
    }

    private Future<Message> fence(int rank) {
        FutureTask<Message> fence = new FutureTask<>(() -> of(rank).fence(rank));
        run(fence);
        return fence;
    }

    private void fenceAll() throws Exception {
        List<Future<Message>> fences = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            fences.add(fence(rank));
        }
        for (Future<Message> fence : fences) {
            assertInstanceOf(Message.Done.class, fence.get(30, TimeUnit.SECONDS));
        }
    }

    private int value(int by, int rank) throws Exception {
        Message answer = of(by).get(rank, "key").get(30, TimeUnit.SECONDS);
        return assertInstanceOf(Message.Value.class, answer).bytes()[0];
    }

    @Test
    void valuesAreSeenOnBothHostsAfterEachFence() throws Exception {
        for (int round = 0; round < 5; round++) {
            for (int rank = 0; rank < SIZE; rank++) {
                of(rank).put(rank, "key", new byte[] {(byte) (10 * round + rank)});
            }
            fenceAll();
            for (int by = 0; by < SIZE; by++) {
                for (int rank = 0; rank < SIZE; rank++) {
                    assertEquals(10 * round + rank, value(by, rank));
                }
            }
        }
    }

    @Test
    void hostAsksForAValueOnceAndNotForItsOwn() throws Exception {
        top.put(0, "key", new byte[] {1});
        below.put(3, "key", new byte[] {2});
        fenceAll();
        for (int i = 0; i < 3; i++) {
            value(2, 0);
            value(3, 0);
            value(2, 3);
        }
        assertEquals(List.of("0key"), asked);
    }

    @Test
    void answerThatComesAfterTheNextFenceReachesTheRankThatWaits() throws Exception {
        KeyValueExchange host = new KeyValueExchange(SIZE, ranks(2, 4), ranks(2, 4), false, 0,
            new KeyValueExchange.Neighbours() { });
        CompletableFuture<Message> early = host.get(0, "early");
        host.answered(0, "early", new Message.Value(new byte[] {1}));
        CompletableFuture<Message> late = host.get(0, "late");
        host.release();
        host.answered(0, "late", new Message.Value(new byte[] {2}));
        assertEquals(2, assertInstanceOf(Message.Value.class, late.get(30, TimeUnit.SECONDS)).bytes()[0]);
        assertTrue(early.isDone() && !host.get(0, "early").isDone(), "a value of before the fence is given");
    }

    @Test
    void missingKeyIsRefusedOnTheOtherHost() throws Exception {
        fenceAll();
        Message.Refused refused = assertInstanceOf(Message.Refused.class,
            below.get(1, "none").get(30, TimeUnit.SECONDS));
        assertTrue(refused.reason().contains("rank 1 has published no \"none\""), refused.reason());
    }

    @Test
    void rankThatEndedFailsTheNextFenceOnBothHosts() throws Exception {
        fenceAll();
        List<Future<Message>> fences = List.of(fence(0), fence(2), fence(3));
        end(1, "host nowhere: ended too soon");
        for (Future<Message> fence : fences) {
            Message.Refused refused = assertInstanceOf(Message.Refused.class, fence.get(30, TimeUnit.SECONDS));
            assertEquals("rank 1 is lost: host nowhere: ended too soon", refused.reason());
        }
    }

    private void end(int rank, String how) {
        int reached = of(rank).reached(rank);
        top.ended(rank, reached, how);
        below.ended(rank, reached, how);
    }

    @Test
    void fenceDoesNotWaitForAHostThatIsLost() throws Exception {
        fenceAll();
        List<Future<Message>> fences = List.of(fence(0), fence(1));
        top.lostBelow(0);
        for (Future<Message> fence : fences) {
            assertInstanceOf(Message.Done.class, fence.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void hostThatIsLostAtAFenceCountsNoMoreThanOthers() throws Exception {
        List<Future<Message>> fences = new ArrayList<>(List.of(fence(2), fence(3)));
        reachedBelow.get(30, TimeUnit.SECONDS);
        top.lostBelow(0);
        fences.add(fence(0));
        assertTrue(!fences.getLast().isDone());
        fences.add(fence(1));
        for (Future<Message> fence : fences) {
            assertInstanceOf(Message.Done.class, fence.get(30, TimeUnit.SECONDS));
        }
    }

    /** The second report would count for the next fence. */
    @Test
    void hostReportsAFenceOnceAlthoughARankIsLostThere() throws Exception {
        BlockingQueue<Integer> reports = new LinkedBlockingQueue<>();
        KeyValueExchange host = new KeyValueExchange(SIZE, ranks(2, 4), ranks(2, 4), false, 0,
            new KeyValueExchange.Neighbours() {
                @Override
                public void fenceAbove(List<KeyValueExchange.Entry> values) {
                    reports.add(values.size());
                }
            });
        run(() -> pass(host, 2));
        run(() -> pass(host, 3));
        assertEquals(0, reports.poll(30, TimeUnit.SECONDS));
        host.lost(3);
        assertTrue(reports.isEmpty(), "the fence is reported again");
        host.release();
        run(() -> pass(host, 2));
        assertEquals(0, reports.poll(30, TimeUnit.SECONDS));
    }

    private static void pass(KeyValueExchange host, int rank) {
        try {
            host.fence(rank);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fenceThatWasRefusedForARankIsPassedWhenTheOthersGoOnWithoutIt() throws Exception {
        fenceAll();
        end(1, "host nowhere: ended too soon");
        end(3, "host nowhere: ended as well");
        for (int rank : new int[] {1, 3}) {
            top.lost(rank);
            below.lost(rank);
        }
        for (Future<Message> fence : List.of(fence(0), fence(2))) {
            assertInstanceOf(Message.Done.class, fence.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void rankThatEndedAfterFewerFencesIsNamedWhenAnotherIsPassedOver() throws Exception {
        fenceAll();
        end(3, "host nowhere: ended as well");
        end(1, "");
        top.lost(3);
        below.lost(3);
        Message.Refused refused =
            assertInstanceOf(Message.Refused.class, fence(0).get(30, TimeUnit.SECONDS));
        assertEquals("rank 1 has called MPI.Finalize, and ended", refused.reason());
    }
}
