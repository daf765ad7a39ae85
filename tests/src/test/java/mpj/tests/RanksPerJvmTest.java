package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.BlockedInRecv;
import mpj.tests.programs.LossOfTwo;
import mpj.tests.programs.StaticState;
import mpj.tests.programs.SurviveLoss;
import mpj.tests.programs.ThreadEnds;
import mpj.tests.programs.Unfinished;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several JVMs on a host, each with several ranks: {@code --ranks-per-jvm}. */
class RanksPerJvmTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static Job.Result run(String... words) {
        return Job.start(words).await(LIMIT);
    }

    private static Job.Result run(int ranks, String perJvm, Class<?> program, String... arguments) {
        return Job.start(Stream.of(List.of("-np", Integer.toString(ranks), "--ranks-per-jvm", perJvm),
            List.of(program.getName()), List.of(arguments)).flatMap(List::stream).toList()).await(LIMIT);
    }

    private static void assertCounts(int ranks, Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(IntStream.range(0, ranks).mapToObj(rank -> "rank " + rank + " counts " + (rank + 1)).toList(),
            result.out().stream().sorted().toList(), result::toString);
    }

    /** The lines in which ranks say which transport they use. */
    private static List<String> uses(Job.Result result) {
        return result.err().stream().filter(line -> line.startsWith("mpj: rank ")).map(line -> line.substring(5))
            .sorted().toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "auto; shm", "threads,shm; shm", "threads,nio; nio", "threads,shm,nio; shm"})
    void nearestTransportLeadsToEachRank(String transport, String between) {
        Job.Result result = run("-np", "4", "--ranks-per-jvm", "2", "-Dmpj.transport=" + transport, "-v",
            StaticState.class.getName());
        assertCounts(4, result);
        String more = transport.equals("threads,shm,nio") ? "; nio to none" : "";
        assertEquals(List.of("rank 0 uses threads to 1; " + between + " to 2-3" + more,
            "rank 1 uses threads to 0; " + between + " to 2-3" + more,
            "rank 2 uses threads to 3; " + between + " to 0-1" + more,
            "rank 3 uses threads to 2; " + between + " to 0-1" + more), uses(result), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads,shm"})
    void lastRankMayBeAloneInItsJvm(String transport) {
        Job.Result result = run("-np", "3", "--ranks-per-jvm", "2", "-Dmpj.transport=" + transport, "-v",
            StaticState.class.getName());
        assertCounts(3, result);
        assertEquals(List.of("rank 0 uses threads to 1; shm to 2", "rank 1 uses threads to 0; shm to 2",
            "rank 2 uses shm to 0-1"), uses(result), result::toString);
    }

    @Test
    void allRanksOfAHostShareAJvm() {
        Job.Result result = run("-np", "3", "--ranks-per-jvm", "host", "-v", StaticState.class.getName());
        assertCounts(3, result);
        assertEquals("rank 0 uses threads to 1-2", uses(result).getFirst(), result::toString);
    }

    /** Each of two made-up nodes has one of the cores of this host. */
    @Test
    void eachNumaNodeHasAJvmOnItsCores(@TempDir Path nodes) throws IOException {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is one core only");
        Job.Result cores = run("-np", "2", "--bind-to", "core", "--report-bindings", StaticState.class.getName());
        for (int node = 0; node < 2; node++) {
            String line = cores.reports().get(node);
            Files.writeString(Files.createDirectory(nodes.resolve("node" + node)).resolve("cpulist"),
                line.substring(line.lastIndexOf(' ') + 1) + "\n");
        }
        Job.Result result = run("-np", "4", "--ranks-per-jvm", "numa", "-Dmpj.numa.folder=" + nodes,
            "--report-bindings", "-v", StaticState.class.getName());
        assertCounts(4, result);
        assertEquals("rank 0 uses threads to 1; shm to 2-3", uses(result).getFirst(), result::toString);
        for (int rank = 0; rank < 4; rank++) {
            String report = cores.reports().get(rank / 2).replace("rank " + rank / 2, "rank " + rank);
            assertTrue(result.reports().contains(report), () -> "no line " + report + "\n" + result);
        }
    }

    @Test
    void linesOfEachRankAreTagged() {
        Job.Result result = run("-np", "4", "--ranks-per-jvm", "2", "--tag-output", StaticState.class.getName());
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "[" + rank + "] rank " + rank + " counts " + (rank + 1))
            .toList(), result.out().stream().sorted().toList(), result::toString);
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "[" + rank + "] rank " + rank + " is done").toList(),
            result.errorsOfRanks().stream().sorted().toList(), result::toString);
    }

    @Test
    void eachRanksLinesGoIntoAFileOfItsOwn(@TempDir Path folder) throws IOException {
        Job.Result result = run("-np", "4", "--ranks-per-jvm", "2", "--output", folder.toString(),
            StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < 4; rank++) {
            assertEquals("rank " + rank + " counts " + (rank + 1) + "\n",
                Files.readString(folder.resolve("rank-" + rank + ".out")), result::toString);
        }
    }

    /** The rank is one of the second JVM, and not the first there. */
    @ParameterizedTest
    @CsvSource({"throw, 1, rank 3 exited with code 1", "exit, 3, rank 3 exited with code 3",
        "halt, 6, rank 3 exited with code 6", "abort, 5, rank 3 called Abort(5)"})
    void rankThatEndsTheJobIsNamed(String how, int exitCode, String report) {
        Job.Result result = run(4, "2", BlockedInRecv.class, "3", how);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: " + report), result.reports(), result::toString);
    }

    @Test
    void exitWithZeroEndsThatRankOnly() {
        Job.Result result = run(4, "2", ThreadEnds.class, "zero");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 returns", "rank 2 returns", "rank 3 returns"),
            result.out().stream().sorted().toList(), result::toString);
    }

    @Test
    void finalizeOfTheOthersNamesTheRankThatDidNotCallIt() {
        Job.Result result = run(4, "2", Unfinished.class, "half");
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("rank 1"), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("MPI_ERR_PROC_FAILED: rank 1 is lost: ")),
            result::toString);
    }

    private static Job.Result runAndKill(int ranks, String perJvm, Class<?> program, String... arguments)
        throws InterruptedException {
        Job job = Job.start(Stream.of(List.of("-np", Integer.toString(ranks), "--ranks-per-jvm", perJvm,
            program.getName()), List.of(arguments)).flatMap(List::stream).toList());
        String line = job.awaitLines(1, text -> text.startsWith("kill "), LIMIT).getFirst();
        ProcessHandle.of(Long.parseLong(line.substring("kill ".length()))).orElseThrow().destroyForcibly();
        return job.await(LIMIT);
    }

    @Test
    void ranksOfOtherJvmsHearOfEachRankOfAKilledJvm() throws InterruptedException {
        Job.Result result = runAndKill(4, "2", LossOfTwo.class);
        assertEquals(137, result.exitCode(), result::toString);
        for (int rank = 0; rank < 2; rank++) {
            String heard = "rank " + rank + " heard from " + (1 - rank) + "; MPI_ERR_PROC_FAILED: rank 2 is lost: ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(heard)
                && line.contains("; MPI_ERR_PROC_FAILED: rank 3 is lost: ")), () -> heard + "\n" + result);
        }
        for (int rank = 2; rank < 4; rank++) {
            String report = "mpjrun: rank " + rank + " killed by signal 9; the others go on without it";
            assertTrue(result.reports().contains(report), () -> report + "\n" + result);
        }
    }

    @Test
    void nobodyGoesOnWhenTheJvmOfAllRanksIsKilled() throws InterruptedException {
        Job.Result result = runAndKill(4, "host", LossOfTwo.class);
        assertEquals(137, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: rank 0 killed by signal 9"), result.reports(), result::toString);
    }

    @Test
    void ranksOfOneJvmGoOnWithoutTheRankOfAnother() throws InterruptedException {
        Job.Result result = runAndKill(3, "2", SurviveLoss.class, "-1");
        LostRankTest.assertSurvived(result);
        assertEquals(137, result.exitCode(), result::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "2; 0; auto; --ranks-per-jvm 0: expected a whole number of at least 1, host ",
        "2; two; auto; --ranks-per-jvm two: expected a whole number",
        "2; 3; auto; --ranks-per-jvm 3: the job has only 2 ranks; write --ranks-per-jvm host",
        "4; 2; threads; transport threads leads to ranks of the same JVM only; -Dmpj.transport=threads,shm",
        "2; numa; threads; transport threads leads to ranks of the same JVM only; -Dmpj.transport=threads,shm",
        "2; 1; threads; with --ranks-per-jvm 1 each rank has a JVM of its own",
        "4; 2; shm,nio; put it first, as in -Dmpj.transport=threads,shm,nio",
        "4; 2; mpi; over transport mpi each rank needs a process of its own"})
    void choiceThatCannotBeIsRefused(int ranks, String perJvm, String transport, String reason) {
        Job.Result result = run("-np", Integer.toString(ranks), "--ranks-per-jvm", perJvm, "-Dmpj.transport="
            + transport, StaticState.class.getName());
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains(reason), result::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "--train x.aot; leave --ranks-per-jvm out", "--map-by slot:pe=2; leave --ranks-per-jvm out",
        "--launcher true; another launcher starts a JVM for each rank"})
    void optionThatNeedsAJvmForEachRankIsRefused(String option, String reason) {
        String[] words = option.split(" ");
        Job.Result result = run("-np", "4", "--ranks-per-jvm", "2", words[0], words[1], StaticState.class.getName());
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains(reason), result::toString);
    }
}
