package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that are threads, each with ids of its own, agree on contexts. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ContextAgreementTest {
    /** The largest of all parties' values. */
    private static final class Maximum {
        private final AtomicInteger current = new AtomicInteger(Integer.MIN_VALUE);
        private volatile int result;
        private final Phaser phaser;

        Maximum(int parties) {
            phaser = new Phaser(parties) {
                @Override
                protected boolean onAdvance(int phase, int registered) {
                    result = current.getAndSet(Integer.MIN_VALUE);
                    return false;
                }
            };
        }

        int of(int value) {
            current.accumulateAndGet(value, Math::max);
            phaser.arriveAndAwaitAdvance();
            int maximum = result;
            phaser.arriveAndAwaitAdvance();
            return maximum;
        }
    }

    private static List<Integer> agree(List<ContextIds> ranks) throws Exception {
        Maximum maximum = new Maximum(ranks.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> contexts = new ArrayList<>();
            for (ContextIds ids : ranks) {
                contexts.add(threads.submit(() -> new ContextAgreement(ids, maximum::of).agree()));
            }
            List<Integer> agreed = new ArrayList<>();
            for (Future<Integer> context : contexts) {
                agreed.add(context.get(30, TimeUnit.SECONDS));
            }
            return agreed;
        }
    }

    @Test
    void ranksWithOtherIdsInUseAgreeOnOneThatIsFreeOnAll() throws Exception {
        List<ContextIds> ranks = List.of(new ContextIds(8), new ContextIds(8), new ContextIds(8));
        ranks.get(0).take(0);
        ranks.get(1).take(3);
        ranks.get(2).take(2);
        List<Integer> agreed = agree(ranks);
        assertEquals(1, Set.copyOf(agreed).size(), agreed::toString);
        int id = ContextIds.id(agreed.getFirst());
        for (ContextIds ids : ranks) {
            assertTrue(!ids.take(id), "the id agreed on is in use");
        }
    }

    @Test
    void freedIdComesAgainOnlyAfterAllOthers() {
        ContextIds ids = new ContextIds(4);
        int first = ids.takeFrom(ids.next());
        ids.release(first);
        assertEquals(List.of(1, 2, 3, 0),
            List.of(ids.takeFrom(ids.next()), ids.takeFrom(ids.next()), ids.takeFrom(ids.next()),
                ids.takeFrom(ids.next())));
        assertEquals(ContextIds.NONE, ids.takeFrom(ids.next()));
    }

    @Test
    void noFreeIdIsAnErrorOnEveryRank() {
        ContextIds full = new ContextIds(2);
        full.take(0);
        full.take(1);
        List<ContextIds> ranks = List.of(new ContextIds(2), full);
        Exception e = assertThrows(Exception.class, () -> agree(ranks));
        assertTrue(e.getCause().getMessage().contains("call Free"), e::toString);
        assertTrue(ranks.getFirst().take(0) && ranks.getFirst().take(1), "nothing stays in use");
    }

    @Test
    void twoAgreementsAtOnceGetDifferentIds() throws Exception {
        List<ContextIds> ranks = List.of(new ContextIds(64), new ContextIds(64));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Set<Integer> agreed = new HashSet<>();
            for (int round = 0; round < 16; round++) {
                Future<List<Integer>> one = threads.submit(() -> agree(ranks));
                Future<List<Integer>> other = threads.submit(() -> agree(ranks));
                assertTrue(agreed.add(one.get().getFirst()) && agreed.add(other.get().getFirst()));
            }
        }
    }
}
