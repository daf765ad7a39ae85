package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.LostAtStart;
import mpj.tests.openmpi.programs.Replaced;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs whose lost ranks are replaced. The test prints its seeds. */
@Execution(ExecutionMode.CONCURRENT)
class ReplacementTest {
    private static final Duration LIMIT = Duration.ofSeconds(150);
    private static final int RANKS = 4;
    private static final int SEEDS = 20;

    @TempDir
    private Path folder;

    /** Once over each transport between processes, and many times in the second tier. */
    @TestFactory
    List<DynamicTest> jobEndsWellAlthoughRanksAreLost() {
        JobsInTurn second = JobsInTurn.chosen();
        int seeds = JobsInTurn.rounds(SEEDS);
        List<DynamicTest> tests = new ArrayList<>();
        List<TestedTransport> transports = TestedTransport.all().stream()
            .filter(each -> !SurvivorsTest.WITHOUT_SURVIVORS.contains(each.name())).toList();
        for (TestedTransport transport : transports) {
            for (int i = 0; i < seeds; i++) {
                int seed = i;
                if (seed == 0 || second.runsNext()) {
                    tests.add(DynamicTest.dynamicTest(transport.name() + ", seed " + seed,
                        () -> replace(transport, seed)));
                }
            }
        }
        return tests;
    }

    private Job.Result run(int respawn, List<String> options, String where, int seed) {
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(RANKS),
            "--respawn", Integer.toString(respawn)), options, List.of(Replaced.class.getName(), where,
                Integer.toString(seed))).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private void replace(TestedTransport transport, int seed) {
        transport.assumeAvailable();
        // A rank that is lost at a bad moment takes a replacement with it, which must then be replaced as well.
        Job.Result result = run(10, transport.properties(), seed % 2 == 0 ? "memory"
            : folder.resolve(transport.name().replace(':', '-') + seed).toString(), seed);
        for (int rank = 0; rank < RANKS; rank++) {
            String line = "rank " + rank + " has step 12";
            assertEquals(1, result.out().stream().filter(line::equals).count(), () -> line + "\n" + result);
        }
        assertEquals(0, result.exitCode(), result::toString);
    }

    static Stream<Arguments> losses() {
        return TestedTransport.all().stream().filter(transport -> !transport.name().startsWith("threads"))
            .flatMap(transport -> Stream.of("before", "after").map(when -> Arguments.of(transport, when)));
    }

    /** Of a rank that is lost at the start, the others may know before they have said that they can go on. */
    @ParameterizedTest
    @MethodSource("losses")
    void rankThatIsLostAtTheStartIsReplaced(TestedTransport transport, String when) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(RANKS),
            "--respawn", "1"), transport.properties(), List.of(LostAtStart.class.getName(), when, "2"))
            .flatMap(List::stream).toList()).await(LIMIT);
        assertAllGoOn(result);
    }

    /** The others look for what this rank was to publish. */
    @Test
    void rankZeroThatIsLostAtTheStartIsReplaced() {
        assertAllGoOn(Job.start(List.of("--api", "openmpi", "-np", Integer.toString(RANKS), "--respawn", "1",
            "-Dmpj.transport=shm", LostAtStart.class.getName(), "before", "0")).await(LIMIT));
    }

    @Test
    void replacementThatIsLostAtItsStartIsReplaced() {
        assertAllGoOn(Job.start(List.of("--api", "openmpi", "-np", Integer.toString(RANKS), "--respawn", "2",
            "-Dmpj.transport=shm", LostAtStart.class.getName(), "after", "2", folder.resolve("lost").toString()))
            .await(LIMIT));
    }

    private static void assertAllGoOn(Job.Result result) {
        assertNull(result.stacks(), result::toString);
        for (int rank = 0; rank < RANKS; rank++) {
            String line = "rank " + rank + " of " + RANKS + " goes on";
            assertEquals(1, result.out().stream().filter(line::equals).count(), () -> line + "\n" + result);
        }
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void jobFailsWhenMoreRanksAreLostThanMayBeReplaced() {
        Job.Result result = run(1, List.of("-Dmpj.transport=shm"), "memory", 0);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("MPI_ERR_SPAWN: --respawn 1: ")
            && line.contains("start the job with a larger number")), result::toString);
        assertOtherRanksReferToRankZero(result);
        assertTrue(result.exitCode() != 0, result::toString);
    }

    @Test
    void jobWithoutTheOptionSaysHowRanksAreReplaced() {
        Job.Result result = run(0, List.of("-Dmpj.transport=shm"), "memory", 0);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("MPI_ERR_SPAWN: ")
            && line.contains("mpjrun --respawn N")), result::toString);
        assertOtherRanksReferToRankZero(result);
        assertTrue(result.exitCode() != 0, result::toString);
    }

    private static void assertOtherRanksReferToRankZero(Job.Result result) {
        List<String> refusals = result.err().stream().filter(line -> line.contains("MPI_ERR_SPAWN: ")
            && !line.contains("--respawn ")).toList();
        assertFalse(refusals.isEmpty(), result::toString);
        assertTrue(refusals.stream().allMatch(line -> line.contains("rank 0; its own error says why")),
            result::toString);
    }
}
