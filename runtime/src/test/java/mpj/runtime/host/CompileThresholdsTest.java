package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompileThresholdsTest {
    @Test
    void ranksCompileLaterOnlyIfTheyFarOutnumberTheCores() {
        assertEquals(List.of(), CompileThresholds.flags(2, 2, List.of()));
        assertEquals(List.of(), CompileThresholds.flags(4, 2, List.of()));
        assertEquals(scaledBy(3), CompileThresholds.flags(5, 2, List.of("-Xmx1g", "-XX:+UseTransparentHugePages")));
        assertEquals(scaledBy(8), CompileThresholds.flags(16, 2, List.of()));
        assertEquals(scaledBy(16), CompileThresholds.flags(1000, 2, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:CompileThresholdScaling=2", "-XX:CompileThreshold=100", "-XX:TieredStopAtLevel=1",
        "-XX:Tier4BackEdgeThreshold=1000", "-Xcomp", "-Xint"})
    void usersMayChooseThemselvesWhenToCompile(String option) {
        assertEquals(List.of(), CompileThresholds.flags(64, 2, List.of("-Xmx1g", option)));
    }

    private static List<String> scaledBy(int factor) {
        return List.of("-XX:CompileThresholdScaling=" + factor);
    }
}
