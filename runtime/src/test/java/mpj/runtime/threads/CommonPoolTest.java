package mpj.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class CommonPoolTest {

    @Test
    void hasTheWorkersThatTheRanksWouldHaveInJvmsOfTheirOwn() {
        assertEquals("28", CommonPool.parallelism(null, 8, 4));
        assertEquals("4", CommonPool.parallelism(null, 2, 4));
        assertEquals("4", CommonPool.parallelism(null, 1, 4));
    }

    @Test
    void parallelismThatTheUserAsksForIsPerRank() {
        assertEquals("12", CommonPool.parallelism("3", 8, 4));
        assertEquals("0", CommonPool.parallelism("0", 8, 4));
        assertNull(CommonPool.parallelism("many", 8, 4));
    }

    @Test
    void isNotAskedToHaveMoreThanItTakes() {
        assertEquals("32767", CommonPool.parallelism("9000", 8, 4));
    }
}
