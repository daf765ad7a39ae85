package mpj.engine.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class AdaptiveSpinningTest {
    private static final int TURNS = 4096;

    private final AdaptiveSpinning spinning = new AdaptiveSpinning();

    /** Ends each long turn in the same way. Returns how many of the turns from {@code from} on were long. */
    private int longOnes(long from, boolean inTime) {
        int count = 0;
        for (long turn = from; turn < from + TURNS; turn++) {
            if (spinning.isLong(turn)) {
                count++;
                spinning.learn(inTime);
            }
        }
        return count;
    }

    @Test
    void messagesThatComeInTimeAreAlwaysAwaited() {
        assertEquals(TURNS, longOnes(1, true));
    }

    @Test
    void messagesThatDoNotAreTriedNowAndThen() {
        int tried = longOnes(100, false);
        assertTrue(tried > TURNS / 100 && tried < TURNS / 20, () -> tried + " of " + TURNS);
    }

    @Test
    void oneTrialIsEnoughToLearnThatThingsAreBetter() {
        longOnes(100, false);
        long turn = 0;
        while (spinning.isLong(turn)) {
            spinning.learn(true);
            if (++turn == TURNS) {
                return;
            }
        }
        fail("short again in turn " + turn);
    }

    /** A rank is interrupted now and then, whatever it waits for. */
    @Test
    void oneFailureInFourIsNoReasonToGiveUp() {
        for (int turn = 100; turn < 100 + TURNS; turn++) {
            assertTrue(spinning.isLong(turn), "turn " + turn);
            spinning.learn(turn % 4 != 0);
        }
    }
}
