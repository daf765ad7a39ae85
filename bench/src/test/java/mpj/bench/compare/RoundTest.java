package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

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
        assertNull(new Round(TIMES, new double[] {0.04, 0.045}, UNDISTURBED).objection());
    }

    @Test
    void roundAcrossAChangeOfStateIsNot() {
        assertEquals(Objection.STATE_CHANGED, new Round(TIMES, new double[] {0.04, 0.08}, UNDISTURBED).objection());
    }

    @Test
    void roundWhoseRankWaitedForACoreIsNot() {
        assertEquals(Objection.DISPLACED,
            new Round(TIMES, new double[] {0.04, 0.04}, new double[] {0, 0.1}).objection());
    }

    @Test
    void roundWhoseFlagExchangeNoPlacementExplainsIsNot() {
        assertEquals(Objection.DISTURBED, new Round(TIMES, new double[] {3, 3}, UNDISTURBED).objection());
    }
}
