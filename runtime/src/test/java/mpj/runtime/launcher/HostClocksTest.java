package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostClocksTest {
    private static final long LONG_AGO = TimeUnit.SECONDS.toNanos(100);

    @Test
    void theShortestRoundTripOfEachHalfCounts() {
        HostClocks clocks = new HostClocks();
        clocks.answered(3, System.nanoTime() - LONG_AGO, 1_000, 7);
        clocks.answered(3, System.nanoTime(), 2_000, 7);
        clocks.answered(3, System.nanoTime() - LONG_AGO, 9_000, 7);
        clocks.answered(3, System.nanoTime(), 8_000, 8);
        String[] numbers = clocks.samplesOf(3).split(" ");
        assertEquals(6, numbers.length);
        assertEquals("2000", numbers[0]);
        assertEquals("8000", numbers[3]);
        assertTrue(Long.parseLong(numbers[2]) < LONG_AGO / 2, "the error is half of the round trip");
        assertEquals(8, clocks.wallOf(3));
        assertEquals("", clocks.samplesOf(1), "a host that never answered");
    }

    @Test
    void theLastQuestionsAreAnsweredBeforeTheEndAndAHostThatIsGoneHoldsUpNobody() throws InterruptedException {
        HostClocks clocks = new HostClocks();
        clocks.end(asked -> clocks.answered(0, asked, asked, 0), 1);
        assertTrue(!clocks.samplesOf(0).isEmpty(), "no answer was taken");
        clocks.end(asked -> { }, 1);
    }
}
