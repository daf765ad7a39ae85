package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import mpj.runtime.host.OutputSink;
import mpj.runtime.launcher.Console;
import mpj.runtime.launcher.ProgramJob;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.Offspring;
import mpj.tests.openmpi.programs.SpawnLoads;
import mpj.tests.openmpi.programs.Spawns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that spawn processes. */
@Execution(ExecutionMode.CONCURRENT)
class SpawnTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final Duration LONG_LIMIT = Duration.ofMinutes(8);
    private static final List<String> SHM = List.of("-Dmpj.transport=shm");
    /** Transports that reach only ranks of the same job. */
    private static final Set<String> WITHIN_A_JOB = Set.of("threads");

    static List<TestedTransport> transports() {
        return TestedTransport.all().stream().filter(each -> !WITHIN_A_JOB.contains(each.name())).toList();
    }

    private static Job.Result run(List<String> options, String... arguments) {
        return run(Spawns.class, LIMIT, options, arguments);
    }

    private static Job.Result run(Class<?> program, Duration limit, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--api", "openmpi", "-np", "2"));
        words.addAll(options);
        words.add(program.getName());
        words.addAll(List.of(arguments));
        Job.Result result = Job.start(words).await(limit);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static void assertFinalized(Job.Result result, String what, int ranks) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(ranks, result.out().stream().filter((what + " has finalized")::equals).count(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void childrenWorkWithTheirParents(TestedTransport transport) {
        transport.assumeAvailable();
        if (!transport.equals(transports().getFirst())) {
            JobsInTurn.assumeTurnOf("childrenWorkWithTheirParents " + transport);
        }
        Job.Result result = run(transport.properties());
        assertFinalized(result, "parent", 2);
        assertFinalized(result, "child", 3);
    }

    /** Their parents wait for them only once. */
    @Test
    void childrenCanJoinTheirJobAgain() {
        Job.Result result = run(SHM, "again");
        assertFinalized(result, "again", 2);
        assertFinalized(result, "child again", 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "exits"})
    void jobGoesOnWhenNoChildCanBeStarted(String what) {
        assertFinalized(run(SHM, what), what, 2);
    }

    private static long done(Job.Result result, String what) {
        return result.out().stream().filter((what + " is done")::equals).count();
    }

    @Test
    void spawnedJobsLeaveNothingOpenInParentAndLauncher() {
        Job.Result result = run(SpawnLoads.class, LIMIT, SHM, "loop", "4");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(2, done(result, "loop"), result::toString);
    }

    @Test
    void manySpawnedJobsLeaveNothing() {
        JobsInTurn.assumeTurnOf("manySpawnedJobsLeaveNothing");
        Job.Result result = run(SpawnLoads.class, LONG_LIMIT, SHM, "loop", "200");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(2, done(result, "loop"), result::toString);
    }

    @Test
    void manyProcessesAreSpawnedAtOnce() {
        JobsInTurn.assumeTurnOf("manyProcessesAreSpawnedAtOnce");
        Job.Result result = run(SpawnLoads.class, LONG_LIMIT, SHM, "many", "64");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(64, done(result, "child"), result::toString);
    }

    @Test
    void parentsHearOfAChildThatDiesAndGoOn() {
        Job.Result result = run(SpawnLoads.class, LIMIT, SHM, "child-dies");
        assertEquals(7, result.exitCode(), result::toString);
        assertEquals(2, done(result, "child-dies"), result::toString);
    }

    @Test
    void childrenEndWithAParentThatDies() {
        Job.Result result = run(SpawnLoads.class, LIMIT, SHM, "parent-dies");
        assertEquals(5, result.exitCode(), result::toString);
        assertEquals(0, result.out().size(), result::toString);
    }

    /** The launcher asks its console for the output of each job. */
    @Test
    void rankIsToldWhenTheLauncherFailsUnexpectedly() throws Exception {
        ConsoleOfOneJob console = new ConsoleOfOneJob();
        List<String> classPath = Stream.of(Job.openmpiClassPath(), Job.testClassPath())
            .flatMap(path -> Stream.of(path.split(File.pathSeparator))).toList();
        ProgramJob job = ProgramJob.start(List.of("--api", "openmpi", "-Dmpj.transport=shm"), Offspring.class.getName(),
            List.of("refused"), classPath, console);
        try {
            assertTrue(job.await(LIMIT.toNanos()), console::text);
            assertTrue(console.text().contains("rank 0: true MPI_ERR_SPAWN: the launcher has failed: "
                + "java.lang.IllegalStateException: no console for another job"), console::text);
            assertEquals(0, job.exitCode(), console::text);
        } finally {
            job.stop();
        }
    }

    /** Fails when it is to show a spawned job. */
    private static final class ConsoleOfOneJob implements Console {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final AtomicBoolean used = new AtomicBoolean();

        private String text() {
            return written.toString(StandardCharsets.UTF_8);
        }

        @Override
        public ProcessBuilder.Redirect input() {
            return ProcessBuilder.Redirect.from(new File("/dev/null"));
        }

        @Override
        public OutputSink out() {
            if (used.getAndSet(true)) {
                throw new IllegalStateException("no console for another job");
            }
            return err();
        }

        @Override
        public OutputSink err() {
            return (_, bytes, offset, length) -> written.write(bytes, offset, length);
        }

        @Override
        public void say(String text) {
            written.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public List<String> unseen(List<String> lines) {
            return lines;
        }
    }
}
