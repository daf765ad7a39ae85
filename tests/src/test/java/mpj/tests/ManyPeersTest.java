package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpj.tests.programs.EachToEach;
import org.junit.jupiter.api.Test;

/** A rank that communicates with many others over the network has neither a thread nor much memory for each of them. */
class ManyPeersTest {
    private static final Duration LIMIT = Duration.ofSeconds(240);
    private static final int RANKS = 64;
    private static final int MOST_THREADS = 60;
    private static final long MOST_BYTES = 64 << 20;
    private static final Pattern COST = Pattern.compile("rank \\d+ has (\\d+) threads and took (-?\\d+) bytes");

    @Test
    void sixtyFourRanksEachSendToEach() {
        JobsInTurn.assumeTurnOf("sixtyFourRanks");
        Job.Result result = Job.start("-np", Integer.toString(RANKS), "-Dmpj.transport=nio",
            EachToEach.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<Matcher> costs = result.out().stream().map(COST::matcher).filter(Matcher::matches).toList();
        assertEquals(RANKS, costs.size(), result::toString);
        for (Matcher cost : costs) {
            assertTrue(Integer.parseInt(cost.group(1)) < MOST_THREADS, cost.group());
            assertTrue(Long.parseLong(cost.group(2)) < MOST_BYTES, cost.group());
        }
    }
}
