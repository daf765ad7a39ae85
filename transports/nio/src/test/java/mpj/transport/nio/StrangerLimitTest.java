package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The time that a connection has to prove itself depends on the load. */
class StrangerLimitTest {
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10_000_000;

    @Test
    void aSecondIsEnoughWhereRanksHaveCoresOfTheirOwn() {
        assertEquals(SECOND, new StrangerLimit(1, 4, 10 * SECOND).nanoseconds());
        assertEquals(SECOND, new StrangerLimit(4, 4, 10 * SECOND).nanoseconds());
    }

    @Test
    void ranksThatShareCoresHaveLonger() {
        assertEquals(8 * SECOND, new StrangerLimit(16, 2, 10 * SECOND).nanoseconds());
    }

    @Test
    void processThatGetsItsCoreLateGivesOthersLonger() {
        StrangerLimit limit = new StrangerLimit(1, 4, 10 * SECOND);
        limit.waited(TICK, 5 * TICK);
        assertEquals(5 * SECOND, limit.nanoseconds());
    }

    @Test
    void limitFallsAgainWhenTheLoadIsOver() {
        StrangerLimit limit = new StrangerLimit(1, 4, 10 * SECOND);
        limit.waited(TICK, 8 * TICK);
        for (int i = 0; i < 1000; i++) {
            limit.waited(TICK, TICK);
        }
        assertEquals(SECOND, limit.nanoseconds());
    }

    @Test
    void limitHasItsOwnLimit() {
        StrangerLimit limit = new StrangerLimit(1000, 1, 10 * SECOND);
        limit.waited(TICK, 10_000 * TICK);
        assertEquals(10 * SECOND, limit.nanoseconds());
        assertTrue(new StrangerLimit(1, 1, 1).nanoseconds() >= SECOND);
    }
}
