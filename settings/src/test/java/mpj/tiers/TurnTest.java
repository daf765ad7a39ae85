package mpj.tiers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTest {
    private static int run;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void allTurnsTogetherRunEachTestOnce(int turns) {
        for (String test : List.of("a.ATest.a", "a.ATest.b", "b.BTest", "", "negative hash: polygenelubricants")) {
            assertEquals(1, IntStream.rangeClosed(1, turns).filter(turn -> Turn.of(turn + "/" + turns).includes(test))
                .count(), test);
            assertTrue(Turn.of("all").includes(test));
            assertFalse(Turn.of("none").includes(test));
        }
    }

    @Test
    void aTurnHasItsShareOfRandomCases() {
        assertEquals(200, Turn.of("all").of(200));
        assertEquals(12, Turn.of("3/16").of(200));
        assertEquals(0, Turn.of("none").of(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ALL", "0/4", "5/4", "1/0", "2", "2/", "/4", "1/2/3", "-1/4"})
    void wrongTurnsAreRefused(String chosen) {
        String message = assertThrows(IllegalArgumentException.class, () -> Turn.of(chosen)).getMessage();
        assertTrue(message.contains("-Dtests.second=" + chosen + ":"), message);
    }

    /** Each invocation has the turn of its method. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @SecondTier
    void aTestOfTheSecondTierRunsInItsTurn(int number) {
        assertTrue(Turn.hasComeFor("mpj.tiers.TurnTest.aTestOfTheSecondTierRunsInItsTurn"), "invocation " + number);
        run++;
    }

    @AfterAll
    static void allInvocationsRunOrNone() {
        assertEquals(Turn.hasComeFor("mpj.tiers.TurnTest.aTestOfTheSecondTierRunsInItsTurn") ? 2 : 0, run);
    }
}
