package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobsInTurnTest {
    private static List<Integer> jobs(String chosen) {
        JobsInTurn turn = new JobsInTurn(Turn.of(chosen));
        return IntStream.range(0, 10).filter(_ -> turn.runsNext()).boxed().toList();
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
    void numberOfRoundsIsTheUsualOneUnlessItIsGiven() {
        assertEquals(40, JobsInTurn.rounds("", 40));
        assertEquals(1000, JobsInTurn.rounds("1000", 40));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "many", "-1", "1e3", "1000000"})
    void malformedNumberOfRoundsIsNamed(String chosen) {
        String message = assertThrows(IllegalArgumentException.class, () -> JobsInTurn.rounds(chosen, 40)).getMessage();
        assertTrue(message.contains("-Dtests.rounds=" + chosen + ":"), message);
    }
}
