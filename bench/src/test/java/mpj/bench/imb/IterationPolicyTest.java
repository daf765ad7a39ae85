package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IterationPolicyTest {
    private static final int LONGEST = 1 << 22;
    private static final long VOLUME = 40L << 20;

    private static IterationPolicy policy(IterationPolicy.Kind kind) {
        return new IterationPolicy(kind, 1000, VOLUME, 10);
    }

    private static int selected(IterationPolicy.Kind kind, int bytes) {
        return policy(kind).selected(bytes, 4, LONGEST, true, true);
    }

    @Test
    void volumeLimitsLargeMessagesAsInImbsTables() {
        assertEquals(1000, selected(IterationPolicy.Kind.DYNAMIC, 0));
        assertEquals(1000, selected(IterationPolicy.Kind.DYNAMIC, 32768));
        assertEquals(640, selected(IterationPolicy.Kind.DYNAMIC, 65536));
        assertEquals(10, selected(IterationPolicy.Kind.DYNAMIC, 4194304));
        assertEquals(1, selected(IterationPolicy.Kind.DYNAMIC, 1 << 30));
    }

    @Test
    void offRunsTheFullNumberAtEverySize() {
        assertEquals(1000, selected(IterationPolicy.Kind.OFF, 4194304));
    }

    @Test
    void multipleOfRanksFallsWithTheSize() {
        assertEquals(1000, selected(IterationPolicy.Kind.MULTIPLE_NP, 0));
        assertEquals(200, selected(IterationPolicy.Kind.MULTIPLE_NP, 4194304));
        assertEquals(0, selected(IterationPolicy.Kind.MULTIPLE_NP, 123456) % 4);
        assertEquals(200, selected(IterationPolicy.Kind.AUTO, 4194304), "auto treats a rooted collective so");
        assertEquals(10, policy(IterationPolicy.Kind.AUTO).selected(4194304, 4, LONGEST, false, true));
    }

    @Test
    void slowSampleIsCutToItsTime() {
        List<Integer> trials = new ArrayList<>();
        int adapted = policy(IterationPolicy.Kind.DYNAMIC).adapted(1000, 1000, iterations -> {
            trials.add(iterations);
            return 0.1;
        });
        assertEquals(List.of(1, 10), trials, "one iteration, then a second's worth");
        assertEquals(101, adapted, "one more than 10 s hold");
    }

    @Test
    void fastSampleKeepsItsIterations() {
        assertEquals(640, policy(IterationPolicy.Kind.DYNAMIC).adapted(640, 1000, iterations -> 1e-6));
    }

    @Test
    void largerSizeNeverHasMoreIterationsThanTheOneBefore() {
        assertEquals(50, policy(IterationPolicy.Kind.DYNAMIC).adapted(640, 50, iterations -> 1e-6));
    }

    @Test
    void unknownPolicyNamesTheKnownOnes() {
        assertEquals("-iter_policy 'fast' is not one of dynamic, multiple_np, auto, off",
            assertThrows(IllegalArgumentException.class, () -> IterationPolicy.Kind.of("fast")).getMessage());
    }
}
