package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import mpj.core.collective.GroupExchange;
import mpj.core.collective.GroupPair;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the ranks of a group learn from their leader, which talks to the leader of another group. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupPairTest {
    private static final int RANKS = 5;
    private static final int LEADER = 1;
    private static final int CONTEXT = 7;

    private final MemoryNetwork network = new MemoryNetwork(RANKS, 1000, 1 << 20);

    private GroupPair pair(int rank, UnaryOperator<int[]> leaders) {
        return new GroupPair(new GroupExchange(network.engine(rank), CONTEXT, IntStream.range(0, RANKS).toArray(),
            rank), LEADER, "the root, rank 1", leaders);
    }

    /** The ranks in an order in which each of them finds what the one above it in the tree has sent. */
    private static int[] fromTheLeader() {
        return IntStream.range(0, RANKS).map(each -> (LEADER + each) % RANKS).toArray();
    }

    @Test
    void everyRankGetsWhatTheOtherLeaderHasSent() {
        for (int rank : fromTheLeader()) {
            assertArrayEquals(new int[] {0, 8},
                pair(rank, values -> new int[] {values[0] - 3, 8}).swap(new int[] {3}));
        }
    }

    @Test
    void otherLeaderMaySendNothing() {
        for (int rank : fromTheLeader()) {
            assertEquals(0, pair(rank, _ -> new int[0]).swap(new int[1]).length);
        }
    }

    /** Nothing else would end their wait. */
    @Test
    void everyRankFailsWhenTheLeaderFails() {
        EngineException lost = new EngineException(ErrorClass.ERR_PROC_FAILED, "the other leader is lost");
        for (int rank : fromTheLeader()) {
            GroupPair pair = pair(rank, _ -> {
                throw lost;
            });
            EngineException thrown = assertThrows(EngineException.class, () -> pair.swap(new int[1]));
            assertEquals(ErrorClass.ERR_PROC_FAILED, thrown.error());
            if (rank == LEADER) {
                assertSame(lost, thrown);
            } else {
                assertEquals("the call failed on the root, rank 1; its own error says why", thrown.getMessage());
            }
        }
    }

    @Test
    void anExceptionWithoutAClassFailsEveryRankAsWell() {
        for (int rank : fromTheLeader()) {
            GroupPair pair = pair(rank, _ -> {
                throw new IllegalStateException("by the program");
            });
            RuntimeException thrown = assertThrows(RuntimeException.class, () -> pair.swap(new int[1]));
            assertEquals(ErrorClass.ERR_OTHER, EngineException.classOf(thrown));
            assertTrue(rank != LEADER || thrown instanceof IllegalStateException);
        }
    }
}
