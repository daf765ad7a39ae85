package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.tests.programs.Coupled;
import mpj.tests.programs.Faulty;
import mpj.tests.programs.Neighbours;
import mpj.tests.programs.Rounds;
import mpj.tests.programs.SilentEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plain java under the launchers of other MPI libraries and of a resource manager. */
@MostlyWaits
class ForeignLauncherTest {
    private static final int RANKS = 3;

    static Stream<ForeignLauncher> launchers() {
        return ForeignLauncher.all().stream();
    }

    /** Each launcher once, without the other ways in which it can speak to its ranks. */
    static Stream<ForeignLauncher> differentLaunchers() {
        return launchers().filter(launcher -> !launcher.name().startsWith("mpich-"));
    }

    @BeforeAll
    static void startSlurm() throws IOException, InterruptedException {
        if (SlurmCluster.obstacle() == null) {
            SlurmCluster.start();
        }
    }

    @AfterAll
    static void stopSlurm() throws IOException, InterruptedException {
        SlurmCluster.stop();
    }

    private static List<String> heard() {
        return Stream.iterate(0, rank -> rank + 1).limit(RANKS)
            .map(rank -> "rank " + rank + " of " + RANKS + " heard " + (rank + RANKS - 1) % RANKS + ", sum 3").toList();
    }

    @ParameterizedTest
    @MethodSource("launchers")
    void ranksFindEachOther(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        Job.Result result = launcher.run(RANKS, Neighbours.class);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(heard(), result.out().stream().sorted().toList(), result::toString);
        assertTrue(result.err().stream().noneMatch(line -> line.contains("WARNING")), result::toString);
    }

    @ParameterizedTest
    @MethodSource("differentLaunchers")
    void mpjrunWritesAndRunsItsCommand(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        Job.Result result = launcher.byMpjrun(RANKS, Neighbours.class, "code");
        assertNull(result.stacks(), result::toString);
        assertEquals(heard(), result.out().stream().sorted().toList(), result::toString);
        assertEquals(3, result.exitCode(), result::toString);
    }

    /** One launcher in the first tier. The ranks of all others record in the same way. */
    @ParameterizedTest
    @MethodSource("differentLaunchers")
    void mpjrunTracesAndProfilesWhatItStarts(ForeignLauncher launcher, @TempDir Path temporary) throws Exception {
        launcher.assumeAvailable();
        if (!launcher.name().equals("mpich")) {
            JobsInTurn.assumeTurnOf("mpjrunTracesAndProfilesWhatItStarts " + launcher);
        }
        Path folder = temporary.resolve("trace");
        Job.Result result = launcher.byMpjrun(List.of("--trace", folder.toString(), "--profile"), 2, Faulty.class,
            "late-sender");
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        TracedJob traced = TracedJob.read(result, folder);
        assertEquals(Set.of(0, 1), traced.ranks(), result::toString);
        assertEquals(2, traced.summary().get("size").asInt(), result::toString);
        assertEquals(0, traced.finding("late-sender", 1).get("victim").asInt());
        assertTrue(result.err().stream().anyMatch(line -> line.contains(" Recv at Faulty.java:")), result::toString);
        assertTrue(result.err().stream().noneMatch(line -> line.contains("have told nothing")), result::toString);
    }

    /** mpjrun can also make a page of ranks that it has not started. */
    @Test
    void mpjrunWritesThePageOfRecordingsThatItFinds(@TempDir Path folder) throws Exception {
        ForeignLauncher launcher = ForeignLauncher.all().get(2);
        launcher.assumeAvailable();
        Job.Result job = launcher.with("-Dmpj.events=true",
            "-XX:StartFlightRecording:settings=none,filename=" + folder + "/%p.jfr").run(2, Faulty.class,
            "late-sender");
        assertEquals(0, job.exitCode(), job::toString);
        Job.Result result = Job.start("--trace", folder.toString()).await(Duration.ofSeconds(120));
        assertEquals(0, result.exitCode(), result::toString);
        TracedJob traced = TracedJob.read(result, folder);
        assertEquals(Set.of(0, 1), traced.ranks(), result::toString);
        traced.finding("late-sender", 1);
    }

    /** srun takes its programs from a file. */
    @ParameterizedTest
    @MethodSource("differentLaunchers")
    void eachProgramKnowsItsNumber(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("eachProgramKnowsItsNumber " + launcher);
        assumeFalse(launcher.isSlurm(), "srun takes no colon");
        Job.Result result = launcher.byMpjrun(1, Coupled.Ocean.class, "a", ":", "-np", "2",
            Coupled.Air.class.getName());
        assertNull(result.stacks(), result::toString);
        assertEquals(List.of("rank 0: Ocean 0 of 1 ranks, sums 0 and 3, [a] grey",
            "rank 1: Air 1 of 2 ranks, sums 3 and 3, [] grey", "rank 2: Air 1 of 2 ranks, sums 3 and 3, [] grey"),
            result.out().stream().sorted().toList(), result::toString);
    }

    /** In the first tier, {@link #mpjrunWritesAndRunsItsCommand} looks at the exit code. */
    @ParameterizedTest
    @MethodSource("differentLaunchers")
    void jobEndsWithTheExitCodeOfARank(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("jobEndsWithTheExitCodeOfARank " + launcher);
        Job.Result result = launcher.run(RANKS, Neighbours.class, "code");
        assertNull(result.stacks(), result::toString);
        assertEquals(3, result.exitCode(), result::toString);
    }

    /** Most of these launchers then end the job. If one does not, the other ranks find out by themselves. */
    @ParameterizedTest
    @MethodSource("launchers")
    void rankThatEndsWithoutFinalizeLeavesNobodyWaiting(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        Job.Result result = launcher.run(2, SilentEnd.class, "exit", "met");
        assertNull(result.stacks(), result::toString);
        // Rank 0 may print errors before the launcher ends it.
        assertEquals(List.of(), result.out().stream().filter(line -> line.endsWith(" returned")
            && !line.equals("Recv of what had come returned")).toList(), result::toString);
        // Hydra ends the other ranks, but its exit code is 0.
        assertTrue(result.exitCode() != 0 || launcher.isHydra(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("launchers")
    void initAfterFinalizeIsRefusedWithTheRemedy(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("initAfterFinalizeIsRefusedWithTheRemedy " + launcher);
        Job.Result result = launcher.run(2, Rounds.class);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.out(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("mpi.MPIException: ")
            && line.contains("lets it join its job once; start it with mpjrun to call MPI.Init again")),
            result::toString);
    }

    @ParameterizedTest
    @MethodSource("launchers")
    void abortEndsEveryRank(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("abortEndsEveryRank " + launcher);
        Job.Result result = launcher.run(RANKS, Neighbours.class, "abort");
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        if (launcher.keepsAbortCode()) {
            assertEquals(7, result.exitCode(), result::toString);
        }
    }
}
