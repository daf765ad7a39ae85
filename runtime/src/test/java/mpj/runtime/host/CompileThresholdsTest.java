package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompileThresholdsTest {
    private static final List<String> LATER = List.of("-XX:CompileThresholdScaling=8");
    private static final List<String> MUCH_LATER = List.of("-XX:CompileThresholdScaling=16");

    @Test
    void ranksCompileLaterOnlyIfTheyOutnumberTheCores() {
        assertEquals(List.of(), CompileThresholds.flags(2, 2, List.of()));
        assertEquals(LATER, CompileThresholds.flags(3, 2, List.of()));
        assertEquals(LATER, CompileThresholds.flags(16, 2, List.of()));
        assertEquals(MUCH_LATER, CompileThresholds.flags(17, 2, List.of("-Xmx1g", "-XX:+UseTransparentHugePages")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:CompileThresholdScaling=2", "-XX:CompileThreshold=100", "-XX:TieredStopAtLevel=1",
        "-XX:Tier4BackEdgeThreshold=1000", "-Xcomp", "-Xint"})
    void usersMayChooseThemselvesWhenToCompile(String option) {
        assertEquals(List.of(), CompileThresholds.flags(64, 2, List.of("-Xmx1g", option)));
    }
}
