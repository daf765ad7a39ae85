package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A producer that says nothing for minutes. */
class SilenceTest {
    private static final long NOW = Long.MAX_VALUE - 5;

    private final Silence silence = new Silence(NOW);

    private Silence.Step after(int seconds, boolean heard) {
        return silence.tick(NOW + TimeUnit.SECONDS.toNanos(seconds), heard);
    }

    @Test
    void aSilentProducerIsAskedAndThenLookedUp() {
        assertEquals(Silence.Step.NOTHING, after(29, false));
        assertEquals(Silence.Step.ASK, after(30, false));
        assertEquals(Silence.Step.NOTHING, after(59, false));
        assertEquals(Silence.Step.ASK, after(60, false));
        assertEquals(Silence.Step.LOOK_UP, after(90, false));
        assertEquals(Silence.Step.NOTHING, after(91, true));
        assertEquals(Silence.Step.NOTHING, after(120, false));
        assertEquals(Silence.Step.ASK, after(121, false));
    }

    @Test
    void aProducerIsGoneWhenItIsMissingTwiceInTurn() {
        assertFalse(silence.isGone(false));
        assertFalse(silence.isGone(true));
        assertFalse(silence.isGone(false));
        assertTrue(silence.isGone(false));
    }
}
