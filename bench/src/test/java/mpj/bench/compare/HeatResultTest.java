package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeatResultTest {
    @Test
    void readsStepsAndTime() throws IOException {
        HeatResult result = HeatResult.of("""
            # C heat: 1024 x 1024 points, 2 steps of 0.001, tolerance 1e-06; 1 x 1 ranks
            step    1:    704 iterations, residual 9.832158e-07
            step    2:    653 iterations, residual 9.700987e-07
            iterations 1357, heat in the middle 0.9963615762
            time 16.9055 s, 84.2 million points/s, in calls of MPI 0.1 %
            """);
        assertEquals(new HeatResult(List.of(new HeatResult.Step(704, 9.832158e-07),
            new HeatResult.Step(653, 9.700987e-07)), 16.9055, 0.1), result);
        assertEquals("704 iterations, residual 9.832158e-07", result.steps().getFirst().toString());
    }

    private static HeatResult of(HeatResult.Step... steps) {
        return new HeatResult(List.of(steps), 1, 1);
    }

    @Test
    void roundingIsNoDifference() {
        HeatResult ours = of(new HeatResult.Step(758, 9.805833e-09));
        assertTrue(of(new HeatResult.Step(758, 9.805832e-09)).didTheSame(ours));
        assertFalse(of(new HeatResult.Step(759, 9.805833e-09)).didTheSame(ours));
        assertFalse(of(new HeatResult.Step(758, 9.705833e-09)).didTheSame(ours));
        assertFalse(of(ours.steps().getFirst(), ours.steps().getFirst()).didTheSame(ours));
    }

    @Test
    void otherOutputIsShownInTheError() {
        assertTrue(assertThrows(IOException.class, () -> HeatResult.of("out of memory")).getMessage()
            .contains("out of memory"));
    }
}
