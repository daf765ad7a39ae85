package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mpj.tests.programs.WaitsForever;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of mpjrun about a job that hangs. */
@MostlyWaits
class HangTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Pattern STANDSTILL = Pattern.compile("mpjrun: no rank has gone on for [1-9][0-9]* s: ");
    private static final String LINE = "  rank %d: %s, since [0-9.]+ s, at WaitsForever.java:[0-9]+";
    private static final int MOST_ATTEMPTS = 10;

    private static Job start(int ranks, String transport, String how, String... more) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(ranks), "-Dmpj.transport=" + transport,
            "-Dmpj.deadlock.report=1"));
        words.addAll(List.of(more));
        words.addAll(List.of(WaitsForever.class.getName(), how));
        return Job.start(words);
    }

    /** Waits for the report, ends the job, and returns all its output. */
    private static Job.Result endAfterReport(Job job) throws InterruptedException {
        job.awaitErrors(1, line -> STANDSTILL.matcher(line).lookingAt(), LIMIT);
        assertTrue(job.launcher().isAlive());
        job.launcher().destroy();
        return job.await(LIMIT);
    }

    /**
     * The same for two ranks that receive from each other and answer twice. A rank has little time for its second
     * answer, because its user wants the job to end. On a busy machine mpjrun may get no answer, and says so.
     */
    private static Job.Result endAfterTwoAnswers(String transport) throws InterruptedException {
        Job.Result result = endAfterReport(start(2, transport, "ring"));
        for (int attempt = 1; attempt < MOST_ATTEMPTS
            && result.err().stream().anyMatch(line -> line.matches("  rank \\d: no answer")); attempt++) {
            result = endAfterReport(start(2, transport, "ring"));
        }
        return result;
    }

    private static void assertSays(Job.Result result, String sentence) {
        assertEquals(List.of(sentence), result.err().stream().filter(line -> STANDSTILL.matcher(line).lookingAt())
            .map(line -> STANDSTILL.matcher(line).replaceFirst("")).toList(), result::toString);
    }

    /** Asserts that the call is named in the report, and again when the job is ended. */
    private static void assertRank(Job.Result result, int rank, String call) {
        assertEquals(2, result.err().stream().filter(line -> line.matches(LINE.formatted(rank, call))).count(),
            result::toString);
    }

    @ParameterizedTest
    @CsvSource({"shm", "threads", "nio"})
    void twoThatReceiveFromEachOther(String transport) throws Exception {
        Job.Result result = endAfterTwoAnswers(transport);
        assertSays(result, "rank 0 receives from rank 1, tag 5; rank 1 receives from rank 0, tag 6:"
            + " neither will be sent");
        assertRank(result, 0, "Recv from rank 1, tag 5");
        assertRank(result, 1, "Recv from rank 0, tag 6");
        assertEquals(2, result.err().stream().filter(line -> line.contains("at mpj.tests.programs.WaitsForever.main("))
            .count(), result::toString);
        assertEquals(2, result.err().stream().filter(line -> line.matches("        at mpi.Comm.Recv\\(.*")).count(),
            result::toString);
        assertTrue(result.err().stream().noneMatch(line -> line.contains("mpj.engine.")), result::toString);
    }

    @Test
    void ringOfFive() throws Exception {
        assertSays(endAfterReport(start(5, "shm", "ring")), "rank 0 receives from rank 1, tag 5; rank 1 receives from"
            + " rank 2, tag 6; rank 2 receives from rank 3, tag 7; rank 3 receives from rank 4, tag 8; rank 4 receives"
            + " from rank 0, tag 9: none of these will be sent");
    }

    @Test
    void sendsThatNobodyReceives() throws Exception {
        assertSays(endAfterReport(start(2, "nio", "send")), "rank 0 sends to rank 1, tag 5; rank 1 sends to rank 0,"
            + " tag 5: neither will be received");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "collective | rank 0 waits for rank 1 in Barrier; rank 1 receives from rank 0, tag 5",
        "finalize | rank 0 receives from rank 1, tag 5; rank 1 waits for the other ranks in Finalize"})
    void rankThatIsElsewhere(String how, String sentence) throws Exception {
        assertSays(endAfterReport(start(2, "shm", how)), sentence + ": neither can go on");
    }

    @ParameterizedTest
    @CsvSource({"shm", "threads"})
    void noReportWhileARankComputesOrSleeps(String transport) {
        Job.Result result = start(3, transport, "late").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.reports(), result::toString);
    }

    @Test
    void checkEndsAJobThoughARankComputes() {
        Job.Result result = start(3, "shm", "waitall", "-Dmpj.check=true").await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals("mpjrun: mpj.check: deadlock: rank 0 receives from rank 2, tag 6 and receives from rank 1, tag 5;"
            + " rank 1 receives from rank 0, tag 5: neither will be sent", result.reports().getFirst(),
            result::toString);
    }

    @Test
    void timeoutSaysWhatEachRankWaitsFor() {
        Job.Result result = timedOut("2");
        for (String longer : List.of("10", "60")) {
            if (!saysWhereTheRanksAre(result)) {
                result = timedOut(longer); // this machine takes longer until the ranks have reached their waits
            }
        }
        assertEquals(124, result.exitCode(), result::toString);
        assertTrue(saysWhereTheRanksAre(result), result::toString);
    }

    private static Job.Result timedOut(String seconds) {
        return start(3, "shm", "waitall", "--timeout", seconds).await(LIMIT);
    }

    private static boolean saysWhereTheRanksAre(Job.Result result) {
        String waits = LINE.formatted(0, "Waitall from rank 2, tag 6 and from rank 1, tag 5");
        return result.err().stream().anyMatch(line -> line.matches(waits)) && result.err().stream().anyMatch(
            line -> line.matches("  rank 2: computing, at WaitsForever.java:\\d+"));
    }
}
