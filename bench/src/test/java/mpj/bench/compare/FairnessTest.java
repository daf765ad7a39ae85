package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FairnessTest {
    private static final double EXACT = 1e-9;
    /** A load that every machine exceeds. */
    private static final double NO_LOAD = -1;

    @Test
    void loadIsThePartOfAllCoresThatOthersUsed() {
        // 100 ticks busy and 100 ticks idle. Of the busy ticks, 60 were those of the sides.
        CpuTime before = new CpuTime(1000, 5000, 300);
        assertEquals(0.2, new CpuTime(1100, 5100, 360).foreignLoadSince(before), EXACT);
    }

    @Test
    void sidesOwnTimeIsNoLoad() {
        assertEquals(0, new CpuTime(1100, 5100, 400).foreignLoadSince(new CpuTime(1000, 5000, 300)), EXACT);
    }

    @Test
    void objectionToALoadedMachine() {
        List<String> objections = Fairness.objections(List.of(), NO_LOAD);
        assertEquals(1, objections.size());
        assertTrue(objections.getFirst().startsWith("other processes use "), objections::toString);
    }

    @Test
    void noObjectionToAnIdleMachine() {
        assertEquals(List.of(), Fairness.objections(List.of(), 1));
    }
}
