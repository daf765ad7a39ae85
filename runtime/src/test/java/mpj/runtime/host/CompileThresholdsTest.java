package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompileThresholdsTest {
    private static final String SCALING = "-XX:CompileThresholdScaling=";

    @Test
    void ranksThatLeaveACoreFreeCompileAsUsual() {
        assertEquals(List.of(), CompileThresholds.flags(1, 2, false, List.of()));
        assertEquals(List.of(), CompileThresholds.flags(15, 16, true, List.of()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksThatFillTheCoresUseC2Later(boolean together) {
        for (int ranks : new int[] {2, 4}) {
            List<String> flags = CompileThresholds.flags(ranks, 2, together, List.of("-Xmx1g"));
            assertEquals(4, flags.size());
            assertTrue(flags.stream().allMatch(flag -> flag.startsWith("-XX:Tier4")), flags::toString);
        }
    }

    @Test
    void ranksUseC1LaterOnlyIfTheyFarOutnumberTheCores() {
        assertEquals(SCALING + 3, CompileThresholds.flags(5, 2, false, List.of("-XX:+UseTransparentHugePages"))
            .getLast());
        assertEquals(SCALING + 8, CompileThresholds.flags(16, 2, false, List.of()).getLast());
        assertEquals(SCALING + 16, CompileThresholds.flags(1000, 2, false, List.of()).getLast());
    }

    @Test
    void ranksOfOneJvmNeverUseC1Later() {
        assertTrue(CompileThresholds.flags(1000, 2, true, List.of()).stream()
            .noneMatch(flag -> flag.startsWith(SCALING)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:CompileThresholdScaling=2", "-XX:CompileThreshold=100", "-XX:TieredStopAtLevel=1",
        "-XX:Tier4BackEdgeThreshold=1000", "-Xcomp", "-Xint"})
    void usersMayChooseThemselvesWhenToCompile(String option) {
        assertEquals(List.of(), CompileThresholds.flags(64, 2, false, List.of("-Xmx1g", option)));
    }
}
