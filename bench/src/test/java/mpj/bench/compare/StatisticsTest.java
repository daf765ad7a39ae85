package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void medianIsTheMiddleOrTheMeanOfTheMiddleTwo() {
        assertEquals(2, Statistics.median(new double[] {3, 1, 2}));
        assertEquals(2.5, Statistics.median(new double[] {4, 1, 2, 3}));
        assertThrows(IllegalArgumentException.class, () -> Statistics.median(new double[0]));
    }

    @Test
    void geometricMeanOfInverseRatiosIsOne() {
        assertEquals(1, Statistics.geometricMean(new double[] {0.5, 2}), 1e-12);
    }

    @Test
    void ratiosAreComparedWithinARoundNotAcross() {
        // The machine became twice as slow after the first round; the ratio did not change.
        SizeResult result = new SizeResult("PingPong", 8, 1000, MachineState.SIBLINGS, List.of(
            new Round(new double[] {1, 2}, new double[] {0.04, 0.04}, new double[2]),
            new Round(new double[] {2, 4}, new double[] {0.05, 0.05}, new double[2])), Discarded.NONE, 0);
        assertEquals(new Spread(0.5, 0.5, 0.5), result.ratio(1));
        assertEquals(new Spread(1.5, 1, 2), result.time(0));
        assertEquals(0.045, result.flagMicroseconds(), 1e-12);
    }

    @Test
    void kernelsListOfCpusIsRead() {
        BitSet expected = new BitSet();
        expected.set(0, 4);
        expected.set(8);
        assertEquals(expected, Affinity.parseList("0-3,8"));
    }

    @Test
    void loadOfOthersExcludesTheSides() {
        CpuTime before = new CpuTime(100, 1000, 50);
        assertEquals(0.25, new CpuTime(200, 1100, 100).foreignLoadSince(before));
    }
}
