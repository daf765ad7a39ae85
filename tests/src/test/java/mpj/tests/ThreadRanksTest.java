package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tests.programs.BlockedInRecv;
import mpj.tests.programs.HandOver;
import mpj.tests.programs.NativeLibraries;
import mpj.tests.programs.PooledTasks;
import mpj.tests.programs.StaticState;
import mpj.tests.programs.ThreadEnds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are threads of one JVM: whether each has what a process would give it, and how the job ends. */
class ThreadRanksTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static Job.Result run(String... words) {
        List<String> all = new ArrayList<>(List.of("-Dmpj.transport=threads"));
        all.addAll(List.of(words));
        Job.Result result = Job.start(all).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    @Test
    void staticVariablesAreEachRanksOwn() {
        Job.Result result = run("-np", "4", StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "rank " + rank + " counts " + (rank + 1)).toList(),
            sorted(result.out()), result::toString);
    }

    @Test
    void linesBeginWithTheirRankWhenAskedForAndNeverMix() {
        Job.Result result = run("-np", "4", "--tag-output", StaticState.class.getName());
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "[" + rank + "] rank " + rank + " counts " + (rank + 1))
            .toList(), sorted(result.out()), result::toString);
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "[" + rank + "] rank " + rank + " is done").toList(),
            sorted(result.errorsOfRanks()), result::toString);
    }

    @Test
    void eachRanksLinesGoIntoAFileOfItsOwn(@TempDir Path folder) throws IOException {
        Job.Result result = run("-np", "3", "--output", folder.toString(), StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.out(), result::toString);
        for (int rank = 0; rank < 3; rank++) {
            assertEquals("rank " + rank + " counts " + (rank + 1) + "\n",
                Files.readString(folder.resolve("rank-" + rank + ".out")), result::toString);
            assertEquals("rank " + rank + " is done\n", Files.readString(folder.resolve("rank-" + rank + ".err")),
                result::toString);
        }
    }

    @Test
    void twoHundredRanksRunInOneJvm() {
        JobsInTurn.assumeTurnOf("twoHundredRanksRunInOneJvm");
        Job.Result result = run("-np", "200", StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        List<String> expected = IntStream.range(0, 200)
            .mapToObj(rank -> "rank " + rank + " counts " + (rank + 1)).sorted(Comparator.naturalOrder()).toList();
        assertEquals(expected, sorted(result.out()), result::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "throw, 1, rank 2 exited with code 1",
        "exit, 3, rank 2 exited with code 3",
        "abort, 5, rank 2 called Abort(5)"})
    void rankThatEndsTheJobIsNamed(String how, int exitCode, String report) {
        Job.Result result = run("-np", "4", BlockedInRecv.class.getName(), "2", how);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: " + report), result.reports(), result::toString);
    }

    @ParameterizedTest
    @CsvSource({"runtime, 6", "halt, 7", "thread, 4"})
    void exitOfAnyKindAndThreadNamesTheRank(String how, int exitCode) {
        Job.Result result = run("-np", "3", ThreadEnds.class.getName(), how);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: rank 1 exited with code " + exitCode), result.reports(), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zero", "runtime-zero", "halt-zero"})
    void exitWithZeroEndsThatRankOnly(String how) {
        Job.Result result = run("-np", "3", ThreadEnds.class.getName(), how);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 returns", "rank 2 returns"), sorted(result.out()), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared", "shared-thread"})
    void exitInASharedPackageEndsTheRankThatCalledIt(String how) {
        Job.Result result = run("-np", "3", "-Dmpj.threads.share=mpj.tests.programs.messages",
            ThreadEnds.class.getName(), how);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 returns", "rank 2 returns"), sorted(result.out()), result::toString);
    }

    @Test
    void threadsThatARankLeavesBehindAreWaitedFor() {
        Job.Result result = run("-np", "2", ThreadEnds.class.getName(), "leak");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 returns", "rank 1 returns", "the leaked thread goes on"), sorted(result.out()),
            result::toString);
    }

    @Test
    void exceptionInAThreadThatARankHasStartedIsReportedAndTheRankGoesOn() {
        Job.Result result = run("-np", "2", "--tag-output", ThreadEnds.class.getName(), "uncaught");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("[0] rank 0 returns", "[1] rank 1 returns"), sorted(result.out()), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.startsWith("[1] Exception in thread")
            && line.endsWith("IllegalStateException: in a thread of rank 1")), result::toString);
    }

    @Test
    void shutdownHookRunsAtTheEndOfTheJobAsItsRank() {
        Job.Result result = run("-np", "2", "--tag-output", ThreadEnds.class.getName(), "hook");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals("[1] the hook sees its own classes", result.out().getLast(), result::toString);
    }

    @Test
    void everyRankCanCallALibraryThroughJavaLangForeign() {
        Job.Result result = run("-np", "3", NativeLibraries.class.getName(), "foreign");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(IntStream.range(0, 3).mapToObj(rank -> "rank " + rank + ": |-1| = 1.0").toList(),
            sorted(result.out()), result::toString);
    }

    /**
     * As in a JVM of its own, a rank has a worker for its tasks. A task that waits in MPI takes no other task's place.
     */
    @Test
    void tasksOfTheCommonPoolThatWaitForTasksOfOtherRanksGoOn() {
        Job.Result result = run("-np", "4", PooledTasks.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 has 18 and 51", "rank 1 has 0 and 51", "rank 2 has 6 and 51",
            "rank 3 has 12 and 51"), sorted(result.out()), result::toString);
    }

    @Test
    void secondRankThatLoadsALibraryThroughJniIsToldWhyItCannot() {
        Job.Result result = run("-np", "2", NativeLibraries.class.getName(), "jni");
        assertEquals(List.of("mpjrun: rank 1 exited with code 1"), result.reports(), result::toString);
        assertExplained(result);
    }

    @Test
    void threadOfARankThatLoadsALibraryThroughJniIsToldAsWellAndEndsAlone() {
        Job.Result result = run("-np", "2", NativeLibraries.class.getName(), "thread");
        assertEquals(0, result.exitCode(), result::toString);
        assertExplained(result);
    }

    private static void assertExplained(Job.Result result) {
        assertTrue(result.err().stream().anyMatch(line -> line.contains("UnsatisfiedLinkError"))
            && result.err().stream().anyMatch(line -> line.contains("for one class loader only")
            && line.contains("-Dmpj.transport=shm")), result::toString);
    }

    /** Each rank has its own classes of a package that is not shared, so the objects of other ranks are copied. */
    @ParameterizedTest
    @CsvSource({
        "mpj.threads.share=mpj.tests.programs.messages, the same",
        "mpj.threads.share=true, copied",
        "mpj.threads.share=false, copied"})
    void immutableRecordsOfSharedPackagesAreHandedOverByReference(String property, String readings) {
        Job.Result result = run("-np", "2", "-D" + property, HandOver.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("[Reading, Reading] " + readings, "[Samples] copied", "[Reading, Samples] copied",
            "[OfThisRank] copied", "[String] copied"), result.out(), result::toString);
    }

    @Test
    void deserializationFilterKeepsRecordsFromBeingShared() {
        Job.Result result = run("-np", "2", "-Dmpj.threads.share=mpj.tests.programs.messages",
            "-Dmpj.serial.filter=mpj.tests.**;java.base/*", HandOver.class.getName());
        assertEquals("[Reading, Reading] copied", result.out().getFirst(), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi", "com.example,", "com/example"})
    void sharingAPackageThatTheProgramDoesNotHaveIsRefused(String packages) {
        Job.Result result = run("-np", "2", "-Dmpj.threads.share=" + packages, HandOver.class.getName());
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("-Dmpj.threads.share=" + packages), result::toString);
    }

    @Test
    void deviceMulticoreRunsRanksAsThreads() {
        Job.Result result = Job.start("-np", "2", "-dev", "multicore", "--timeout", "100",
            StaticState.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        Job.Result verbose = Job.start("-np", "2", "-dev", "multicore", "-v", StaticState.class.getName()).await(LIMIT);
        assertTrue(verbose.err().stream().anyMatch(line -> line.contains("uses threads to")), verbose::toString);
    }
}
