package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.RankReport;
import mpj.runtime.waits.Need;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.NeedWords;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a deadlock is reported, and which times the report gives. Time passes only in pauses and in answers. */
@Timeout(60)
class DeadlockDetectorTest {
    private static final long LIMIT = 30_000;
    private static final long ANSWER = 20;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<JobEvent.Deadlock> found = new ArrayList<>();
    private final List<Long> looks = new ArrayList<>();
    private long now;
    private long answer = ANSWER;
    /**
     * This many questions about arrivals change the state of the ranks, for example because their answers must open
     * channels.
     */
    private int opening;
    private long opened;

    /**
     * Two ranks that begin at these moments to receive from each other. The wait of the second rank ends if a message
     * comes.
     */
    private void look(long first, long second, long comes, boolean checked, long limit) {
        DeadlockDetector.Ranks ranks = (question, most) -> {
            now += answer;
            looks.add(now);
            if (question == Question.ARRIVALS && opened < opening) {
                opened++;
            }
            assertTrue(looks.size() < 10_000, "it looks for ever");
            return Map.of(0, report(0, receives(1, first, NEVER)), 1, report(1, receives(0, second, comes)));
        };
        // A detector that has nothing to report goes on until the job ends, which interrupts it.
        new DeadlockDetector(2, limit, checked, ranks, millis -> {
            now += millis;
            if (now > 20 * LIMIT) {
                throw new InterruptedException();
            }
        }, event -> found.add((JobEvent.Deadlock) event)).run();
        assertEquals(found.isEmpty(), Thread.interrupted());
    }

    private static RankReport report(int rank, RankState state) {
        return new RankReport(rank, "here", 1, 0, state);
    }

    private RankState receives(int from, long since, long comes) {
        if (now < since || now >= comes && now < comes + 1) {
            return new RankState(true, "computing", List.of(), 0, List.of(), "");
        }
        long begin = now >= comes ? comes + 1 : since;
        return new RankState(false, "", List.of(new BlockedCall("", "Recv", "Solver.java:41", now - begin, false,
            List.of(new NeedWords(new Need(Need.Kind.RECEIVE, List.of(from), 5, false))))), begin + opened, List.of(),
            "");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 7_000", "200, 13", "4_321, 8_765", "7_600, 100", "100_001, 3"})
    void theReportComesWhenTheTimeIsOver(String first, String second) {
        long one = Long.parseLong(first.replace("_", ""));
        long other = Long.parseLong(second.replace("_", ""));
        look(one, other, NEVER, false, LIMIT);
        long over = Math.max(one, other) + LIMIT;
        // Two more looks, a tenth of a second apart, confirm it.
        assertTrue(now >= over && now <= over + 2 * (100 + ANSWER) + ANSWER, now + " instead of " + over);
        assertEquals(now - Math.max(one, other), found.getFirst().millis());
        assertEquals("  rank 0: Recv from rank 1, tag 5, since " + (now - one) / 1000 + " s, at Solver.java:41",
            found.getFirst().lines().get(1));
        // Four looks within the time of the report, one look at the end of this time, and the looks that confirm the
        // deadlock.
        assertTrue(looks.size() <= 4 + 4 * over / LIMIT, looks::toString);
    }

    @Test
    void aLateReportSaysForHowLongNoRankHasGoneOn() {
        answer = 3_000;
        look(1_000, 0, NEVER, false, LIMIT);
        assertEquals(now - 1_000, found.getFirst().millis());
        assertTrue(found.getFirst().millis() > LIMIT + 6_000, found::toString);
    }

    @Test
    void stateThatTheQuestionItselfHasChangedIsLookedAtAgainSoon() {
        opening = 2;
        look(0, 0, NEVER, false, LIMIT);
        assertTrue(now >= LIMIT && now <= LIMIT + 8 * (100 + ANSWER), () -> "at " + now);
    }

    @Test
    void ranksThatChangeForEverAreLookedAtSeldom() {
        opening = Integer.MAX_VALUE;
        look(0, 0, NEVER, false, LIMIT);
        assertEquals(List.of(), found);
        assertTrue(looks.size() < 10 + 4 * now / LIMIT, looks::toString);
    }

    @Test
    void withChecksTheTimeIsASecond() {
        look(50, 410, NEVER, true, 1_000);
        assertTrue(now >= 1_410 && now <= 1_410 + 2 * (100 + ANSWER) + ANSWER, () -> "at " + now);
        assertTrue(found.getFirst().ends());
    }

    @Test
    void aMessageThatComesBeginsTheTimeAgain() {
        look(0, 0, 29_990, false, LIMIT);
        assertTrue(now >= 29_991 + LIMIT, () -> "at " + now);
        assertEquals(now - 29_991, found.getFirst().millis());
    }
}
