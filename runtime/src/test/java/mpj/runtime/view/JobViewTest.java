package mpj.runtime.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.RankSample;
import mpj.runtime.bootstrap.Topic;
import org.junit.jupiter.api.Test;

/** A job as seen from outside: the samples that ranks send, and the view that is made of them. */
class JobViewTest {
    private static final long SECOND = 1_000_000_000L;

    private static RankSample sample(long seconds, long messages, long bytes, String call) {
        return new RankSample(seconds * SECOND, seconds * SECOND / 2, 64 << 20, messages, bytes, messages, bytes,
            call.isEmpty() ? 0 : 3 * SECOND, call);
    }

    private static String profile(long app, long inMpi, long calls) {
        return new RankProfile(app, List.of(new RankProfile.Site("Recv", "Solver.java:41", "Solver.step", calls, inMpi,
            inMpi / 2, 4096 * calls))).text();
    }

    @Test
    void ratesAreOfTheTimeBetweenTwoSamples() {
        RankRow row = new RankRow(1, "alpha", sample(14, 3_000, 5_000_000, ""), sample(12, 1_000, 1_000_000, ""));
        assertEquals(50, row.processor());
        assertEquals(2_000, row.messagesPerSecond());
        assertEquals(4_000_000, row.bytesPerSecond());
        assertEquals("     1  alpha               50%    64 MiB     2.0 k     4.0 M            computing", row.line());
    }

    @Test
    void firstSampleGivesNoRates() {
        RankRow row = new RankRow(0, "alpha", sample(12, 1_000, 1_000_000, "Recv, rank 2, tag 5"), null);
        assertEquals(0, row.processor() + row.messagesPerSecond() + row.bytesPerSecond());
        assertTrue(row.line().endsWith("   3.0 s  Recv, rank 2, tag 5"), row::line);
    }

    @Test
    void rankThatTellsNothingIsShownWithTheRemedy() {
        JobPicture picture = new JobPicture("job 7", List.of(new RankRow(0, "alpha", null, null)));
        assertTrue(picture.text().contains("     0  alpha            tells nothing\n"), picture::text);
        assertTrue(picture.text().contains("-Dmpj.counters=true"), picture::text);
        assertEquals("{\"title\":\"job 7\",\"ranks\":[{\"rank\":0,\"host\":\"alpha\"}]}", picture.json());
    }

    @Test
    void textOfAProgramCannotLeaveThePagesScript() {
        assertEquals("\"\\u003c/script>\\u0022\\u005c\\u000a\"", RankRow.quoted("</script>\"\\\n"));
    }

    @Test
    void sampleIsTheSameWhenItHasTravelled() {
        RankSample sample = sample(12, 1_000, 1_000_000, "Recv, rank 2, tag 5");
        assertEquals(sample, RankSample.of(sample.text()));
        assertEquals(null, RankSample.of("of another version\t"));
    }

    @Test
    void profileAddsUpThePlacesOfAllRanks() {
        JobView view = new JobView(3, _ -> "alpha");
        view.told(1, Topic.PROFILE, profile(4 * SECOND, SECOND, 10));
        view.told(0, Topic.PROFILE, profile(4 * SECOND, 3 * SECOND, 30));
        view.ended(0); // the sums of its whole time are kept
        List<String> lines = view.profile().lines().toList();
        assertEquals("     0      4.000      3.000      1.500    75.0", lines.get(2));
        assertEquals("     1      4.000      1.000      0.500    25.0", lines.get(3));
        assertEquals("   all      8.000      4.000      2.000    50.0", lines.get(4));
        assertEquals("  1 of 3 ranks have told nothing: they did not come to MPI.Finalize", lines.get(5));
        assertEquals("    4.000  100.0        40  100000.0        4096  rank 0       Recv at Solver.java:41"
            + " (Solver.step)", lines.getLast());
    }
}
