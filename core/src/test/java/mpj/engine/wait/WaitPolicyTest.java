package mpj.engine.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitPolicyTest {
    @ParameterizedTest
    @CsvSource({
        "0, 10", // nothing is known about this wait yet
        "80, 10",
        "400, 50", // a missed message is late by at most an eighth of the wait
        "800, 100",
        "36000000, 100", // but never by more than anybody notices
    })
    void sleepsGrowWithTheWait(long idleMillis, long sleepMillis) {
        assertEquals(sleepMillis * 1_000_000, WaitPolicy.of(1, 1).longestSleep(idleMillis * 1_000_000));
    }
}
