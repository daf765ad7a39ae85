package mpj.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpj.npb.common.ProblemClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static CommandLine of(int ranks, String... arguments) {
        return CommandLine.of(arguments, ranks, null);
    }

    private static String refusal(int ranks, String strict, String... arguments) {
        return assertThrows(IllegalArgumentException.class, () -> CommandLine.of(arguments, ranks, strict))
            .getMessage();
    }

    @Test
    void namesBenchmarksInTheirOrder() {
        CommandLine line = of(4, "CG.A", "-t", "ep.s");
        assertEquals(List.of("CG", "EP"), line.selections().stream().map(each -> each.benchmark().name()).toList());
        assertEquals(List.of(ProblemClass.A, ProblemClass.S),
            line.selections().stream().map(CommandLine.Selection::problem).toList());
        assertTrue(line.timers());
        assertFalse(line.segments() || line.help());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "XX.A|XX is no benchmark; there are", "CG.X|'X' is no class; there are S, W, A, B, C, as in CG.A",
        "CG|'' is no class", "-x|-x is no option"})
    void unknownWordsAreRefusedWithTheKnownOnes(String argument, String reason) {
        String message = refusal(1, null, argument);
        assertTrue(message.contains(reason), message);
    }

    @Test
    void missingBenchmarkIsRefused() {
        String message = refusal(1, null);
        assertTrue(message.contains("no benchmark is named; say NAME.CLASS"), message);
    }

    @Test
    void segmentsAreRefusedToABenchmarkThatHasNone() {
        String message = refusal(1, null, "--segments", "IS.S", "CG.S");
        assertTrue(message.contains("CG has its data in arrays only") && message.contains("IS"), message);
        assertTrue(of(1, "--segments", "IS.S").segments());
    }

    @Test
    void wrongNumberOfRanksIsRefusedAsByNpb() {
        String message = refusal(6, null, "EP.S", "CG.S");
        assertTrue(message.startsWith(" *** ERROR determining processor topology for 6 processes\n"
            + "     Expecting a power-of-two number of processes (such as 4 or 8)"), message);
        assertTrue(message.endsWith("; with NPB_NPROCS_STRICT=off in the ranks' environment 4 of the 6 work"), message);
    }

    @ParameterizedTest
    @CsvSource({"25, SP.S, at most 16 ranks", "25, BT.S, at most 16 ranks", "30, LU.S, fewer ranks",
        "8192, FT.S, at most 64 rows"})
    void tooManyRanksForAClassAreRefused(int ranks, String benchmark, String remedy) {
        String message = refusal(ranks, null, benchmark);
        assertTrue(message.contains(remedy), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "off", "OFF", "no", "-1", "false"})
    void tooManyRanksAreAllowedWhereNpbIsNotStrict(String strict) {
        CommandLine line = CommandLine.of(new String[] {"CG.S"}, 3, strict);
        assertEquals(1, line.selections().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "on", "yes", ""})
    void otherValuesAreStrict(String strict) {
        assertTrue(refusal(3, strict, "CG.S").contains("such as 2 or 4"));
    }
}
