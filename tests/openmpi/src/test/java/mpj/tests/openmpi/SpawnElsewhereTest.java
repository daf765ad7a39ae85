package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.ForeignLauncher;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.MostlyWaits;
import mpj.tests.SlurmCluster;
import mpj.tests.openmpi.programs.Offspring;
import mpj.tests.openmpi.programs.Spawns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that spawn processes, and that other launchers started, or no launcher. */
@MostlyWaits
class SpawnElsewhereTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    static Stream<ForeignLauncher> spawningLaunchers() {
        return ForeignLauncher.all().stream().filter(launcher -> !launcher.isSlurm());
    }

    static Stream<ForeignLauncher> otherLaunchers() {
        return ForeignLauncher.all().stream().filter(ForeignLauncher::isSlurm);
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

    private static Job.Result run(ForeignLauncher launcher, Class<?> program, String... arguments)
        throws IOException, InterruptedException {
        launcher.assumeAvailable();
        Job.Result result = launcher.run(Job.openmpiClassPath(), 2, program, arguments);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static Job.Result alone(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
            Job.openmpiClassPath() + ":" + Job.testClassPath(), Offspring.class.getName()));
        words.addAll(List.of(arguments));
        Job.Result result = Job.of(new ProcessBuilder(words)).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static void assertSpawned(int parents, Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        List<String> expected = new ArrayList<>(List.of("child 0 of 3, program 0 [first]",
            "child 1 of 3, program 1 [a b, c=\"d\"]", "child 2 of 3, program 1 [a b, c=\"d\"]"));
        for (int rank = 0; rank < parents; rank++) {
            expected.add("parent " + rank + " of " + parents + ", program 0");
        }
        assertEquals(expected, result.out().stream().sorted().toList(), result::toString);
    }

    private static void assertRefused(String reason, Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().stream().anyMatch(line -> line.startsWith("rank 0: true ") && line.contains(reason)),
            result::toString);
    }

    @ParameterizedTest
    @MethodSource("spawningLaunchers")
    void spawnedProgramsFindTheirParents(ForeignLauncher launcher) throws Exception {
        assertSpawned(2, run(launcher, Offspring.class));
    }

    @ParameterizedTest
    @MethodSource("spawningLaunchers")
    void hintSoftAllowsFewerProcesses(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("hintSoftAllowsFewerProcesses " + launcher);
        assertThree(run(launcher, Offspring.class, "soft"));
    }

    private static void assertThree(Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("child 0 of 3, program 0 [first]", "child 1 of 3, program 0 [first]",
            "child 2 of 3, program 0 [first]"), result.out().stream().sorted().toList(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("spawningLaunchers")
    void programThatDoesNotExistIsNamed(ForeignLauncher launcher) throws Exception {
        launcher.assumeAvailable();
        JobsInTurn.assumeTurnOf("programThatDoesNotExistIsNamed " + launcher);
        assertRefused("there is no class no.such.Program", run(launcher, Offspring.class, "missing"));
    }

    @ParameterizedTest
    @MethodSource("otherLaunchers")
    void launcherThatCannotSpawnIsNamedWithTheRemedy(ForeignLauncher launcher) throws Exception {
        assertRefused("start the job with mpjrun", run(launcher, Offspring.class, "refused"));
    }

    /** Hydra and Open MPI 4 end the first job as well. */
    @Test
    void jobOfOpenMpi5GoesOnWhenASpawnedJobEndsTooEarly() throws Exception {
        ForeignLauncher launcher = ForeignLauncher.all().stream().filter(each -> each.name().equals("openmpi-5"))
            .findFirst().orElseThrow();
        Job.Result result = run(launcher, Spawns.class, "exits");
        assertEquals(2, result.out().stream().filter("exits has finalized"::equals).count(), result::toString);
    }

    @Test
    void programWithoutALauncherStartsMpjrun() throws Exception {
        assertSpawned(1, alone());
        assertThree(alone("soft"));
        Job.Result missing = alone("missing");
        assertRefused("its messages are on standard error", missing);
        assertTrue(missing.err().stream().anyMatch(line -> line.contains("class no.such.Program was not found")),
            missing::toString);
    }
}
