package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondTierTest {
    private static List<Integer> jobs(String chosen) {
        SecondTier tier = SecondTier.of(chosen);
        return IntStream.range(0, 10).filter(_ -> tier.runsNext()).boxed().toList();
    }

    @Test
    void allTurnsTogetherRunEachJobOnce() {
        List<Integer> run = new ArrayList<>();
        for (int turn = 1; turn <= 3; turn++) {
            run.addAll(jobs(turn + "/3"));
        }
        assertEquals(jobs("all"), run.stream().sorted().toList());
        assertEquals(List.of(), jobs("none"));
    }

    @Test
    void aTestHasOneTurn() {
        for (String test : List.of("one", "another", "", "negative hash: polygenelubricants")) {
            assertEquals(1, IntStream.rangeClosed(1, 8).filter(turn -> SecondTier.of(turn + "/8").runs(test)).count());
            assertTrue(SecondTier.of("all").runs(test));
            assertFalse(SecondTier.of("none").runs(test));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "some", "0/4", "5/4", "2/", "/4", "-1/4"})
    void malformedTurnIsNamed(String chosen) {
        String message = assertThrows(IllegalArgumentException.class, () -> SecondTier.of(chosen)).getMessage();
        assertTrue(message.contains("-Dtests.second=" + chosen + ":"), message);
    }

    @Test
    void numberOfRoundsIsTheUsualOneUnlessItIsGiven() {
        assertEquals(40, SecondTier.rounds("", 40));
        assertEquals(1000, SecondTier.rounds("1000", 40));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "many", "-1", "1e3", "1000000"})
    void malformedNumberOfRoundsIsNamed(String chosen) {
        String message = assertThrows(IllegalArgumentException.class, () -> SecondTier.rounds(chosen, 40)).getMessage();
        assertTrue(message.contains("-Dtests.rounds=" + chosen + ":"), message);
    }
}
