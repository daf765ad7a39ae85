package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoundTest {
    private static final double[] UNDISTURBED = {0, 0};
    private static final double[] TIMES = {0.1, 0.2};

    @Test
    void flagExchangeTellsTheState() {
        assertEquals(MachineState.SIBLINGS, MachineState.of(0.04));
        assertEquals(MachineState.NEIGHBOURS, MachineState.of(0.08));
        assertEquals(MachineState.FAR, MachineState.of(0.22));
        assertEquals(MachineState.DISTURBED, MachineState.of(3));
    }

    @Test
    void ratioIsTheFirstSideOverThePeer() {
        assertEquals(0.5, new Round(TIMES, new double[] {0.04, 0.04}, UNDISTURBED).ratio(1));
    }

    @Test
    void roundInOneStateIsSteady() {
        assertTrue(new Round(TIMES, new double[] {0.04, 0.045}, UNDISTURBED).steady());
    }

    @Test
    void roundAcrossAChangeOfStateIsNot() {
        assertFalse(new Round(TIMES, new double[] {0.04, 0.08}, UNDISTURBED).steady());
    }

    @Test
    void roundWhoseRankWaitedForACoreIsNot() {
        assertFalse(new Round(TIMES, new double[] {0.04, 0.04}, new double[] {0, 0.1}).steady());
    }
}
