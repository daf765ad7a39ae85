package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import mpj.tests.programs.BlockedInRecv;
import mpj.tests.programs.ForeignClass;
import mpj.tests.programs.OutsideInitAndFinalize;
import mpj.tests.programs.RankThatFinalizes;
import mpj.tests.programs.TellsAndFinalizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How a job ends if its ranks do not return normally from main, and what a rank may do outside Init and Finalize. */
@MostlyWaits
class JobEndTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    static Stream<TestedTransport> transports() {
        return TestedTransport.inTurn(JobEndTest.class).stream();
    }

    static Stream<TestedTransport> transportsOfEachKind() {
        return TestedTransport.ofEachKind("ends of jobs").stream();
    }

    static Stream<TestedTransport> transportsBetweenProcesses() {
        return TestedTransport.betweenProcesses(JobEndTest.class).stream();
    }

    /**
     * All ways to end over the first transport, and one way over each other transport. In the second tier, all ways
     * over all transports.
     */
    static Stream<Arguments> ends() {
        List<Arguments> ends = new ArrayList<>();
        List<TestedTransport> transports = TestedTransport.betweenProcesses(JobEndTest.class);
        for (int i = 0; i < transports.size(); i++) {
            TestedTransport transport = transports.get(i);
            for (End end : End.values()) {
                if (i == 0 || i % End.values().length == end.ordinal() || transport.isTurnOf(end.name())) {
                    ends.add(Arguments.of(transport, end));
                }
            }
        }
        return ends.stream();
    }

    /** How a rank ends while other ranks wait for it. */
    enum End {
        THROW(1, "exited with code 1"),
        EXIT(3, "exited with code 3"),
        ABORT(5, "called Abort(5)"),
        HALT(6, "exited with code 6");

        private final int exitCode;
        private final String report;

        End(int exitCode, String report) {
            this.exitCode = exitCode;
            this.report = report;
        }
    }

    private static Job.Result run(TestedTransport transport, int ranks, Class<?> program, String... arguments) {
        return start(transport, ranks, program, arguments).await(LIMIT);
    }

    private static Job start(TestedTransport transport, int ranks, Class<?> program, String... arguments) {
        transport.assumeAvailable();
        return Job.start(Stream.of(List.of("-np", Integer.toString(ranks)), transport.properties(),
            List.of(program.getName()), List.of(arguments)).flatMap(List::stream).toList());
    }

    @ParameterizedTest
    @MethodSource("transportsOfEachKind")
    void callsBeforeInitAndAfterFinalizeAreRefused(TestedTransport transport) {
        Job.Result result = run(transport, 2, OutsideInitAndFinalize.class);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("all refused", "all refused"), result.out());
    }

    /**
     * One rank is stopped and another is killed, at moments between Finalize and the ends of their processes. A signal
     * to a process that has already given its exit status kills nobody. The job then waits for the stopped rank, and
     * says so.
     */
    @ParameterizedTest
    @CsvSource({"nio, 2", "shm, 3"})
    void jobEndsOrNamesTheStoppedRankWhenRanksAreKilledAtTheirEnds(String transport, int ranks) throws Exception {
        JobsInTurn.assumeTurnOf("ends-" + transport);
        Random random = new Random(50);
        for (int round = 0; round < 40; round++) {
            Job job = Job.start("-np", Integer.toString(ranks), "-Dmpj.transport=" + transport,
                "-Dmpj.deadlock.report=1", TellsAndFinalizes.class.getName());
            List<String> pids = new ArrayList<>(job.awaitLines(ranks, line -> line.startsWith("pid "), LIMIT)
                .stream().map(line -> line.substring("pid ".length())).toList());
            Collections.shuffle(pids, random);
            boolean stopsFirst = random.nextBoolean();
            signal(stopsFirst ? "-STOP" : "-KILL", pids.get(stopsFirst ? 0 : 1), random);
            signal(stopsFirst ? "-KILL" : "-STOP", pids.get(stopsFirst ? 1 : 0), random);
            if (job.awaitErrorOrEnd(line -> line.contains("is stopped by a signal"), LIMIT)) {
                signal("-CONT", pids.get(0), random);
            }
            Job.Result result = job.await(LIMIT);
            assertNull(result.stacks(), result::toString);
        }
    }

    /** Sends the signal after a random time, because the moment is what the test varies. */
    private static void signal(String signal, String pid, Random random) throws Exception {
        TimeUnit.MICROSECONDS.sleep(random.nextInt(60_000));
        new ProcessBuilder("kill", signal, pid).start().waitFor();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void rankThatWaitsInFinalizeAnswersWhatOthersCancel(TestedTransport transport) {
        Job.Result result = run(transport, 2, RankThatFinalizes.class, "cancels");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("cancelled: true"), result.out(), result::toString);
    }

    @Test
    void rankThatWaitsInFinalizeIsToldWhoWillNotCome() {
        Job.Result result = Job.start("-np", "2", RankThatFinalizes.class.getName(), "leaves").await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("rank 0 is lost: host ")
            && line.endsWith(": ended with exit code 0 without MPI.Finalize")),
            result::toString);
    }

    @ParameterizedTest
    @MethodSource("transportsOfEachKind")
    void objectOfAClassThatTheReceiverLacksIsAnErrorThere(TestedTransport transport, @TempDir Path folder)
        throws IOException {
        Path source = Files.writeString(folder.resolve("Stranger.java"),
            "public class Stranger implements java.io.Serializable { }");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        Job.Result result = run(transport, 2, ForeignClass.class, folder.toString());
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().getFirst().startsWith("error class 3: MPI_ERR_TYPE"), result::toString);
        assertTrue(result.out().getFirst().contains("Stranger"), result::toString);
        assertEquals("then next", result.out().getLast());
    }

    @ParameterizedTest
    @MethodSource("ends")
    void rankThatEndsWhileOthersReceiveEndsTheJob(TestedTransport transport, End end) {
        Job.Result result = run(transport, 4, BlockedInRecv.class, "2", end.name().toLowerCase(Locale.ROOT));
        assertNull(result.stacks(), result::toString);
        assertEquals(end.exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: rank 2 " + end.report), result.reports(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transportsOfEachKind")
    void exceptionThatLeavesMainIsShown(TestedTransport transport) {
        Job.Result result = run(transport, 2, BlockedInRecv.class, "1", "throw");
        assertTrue(result.err().stream().anyMatch(
            line -> line.contains("mpi.MPIException: MPI_ERR_BUFFER: buf is null")), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transportsBetweenProcesses")
    void rankKilledWhileOthersReceiveEndsTheJob(TestedTransport transport) throws InterruptedException {
        for (int victim : new int[] {0, 2}) {
            Job job = start(transport, 3, BlockedInRecv.class);
            List<String> ranks = job.awaitLines(3, line -> line.startsWith("rank "), LIMIT);
            String line = ranks.stream().filter(each -> each.startsWith("rank " + victim)).findFirst().orElseThrow();
            List<ProcessHandle> processes = job.ranks();
            ProcessHandle.of(Long.parseLong(line.replaceAll(".* ", ""))).orElseThrow().destroyForcibly();
            Job.Result result = job.await(LIMIT);
            assertNull(result.stacks(), result::toString);
            assertEquals(137, result.exitCode(), result::toString);
            assertEquals(List.of("mpjrun: rank " + victim + " killed by signal 9"), result.reports());
            assertTrue(processes.stream().noneMatch(ProcessHandle::isAlive), "a rank outlived its job");
        }
    }

    @ParameterizedTest
    @CsvSource({"nosuch", "'shm,nosuch'"})
    void unknownTransportIsNamedWithTheKnownOnes(String value) {
        Job.Result result = Job.start("-np", "2", "-Dmpj.transport=" + value, OutsideInitAndFinalize.class.getName())
            .await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("-Dmpj.transport=" + value
            + ": there is no transport nosuch; known are auto, ") && line.contains("shm")), result::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "'mpj.eager.limit=lots', '-Dmpj.eager.limit=lots: expected bytes, 0 or more, rounded down to a multiple of 8'",
        "'mpj.eager.limit=-1', '-Dmpj.eager.limit=-1: expected bytes, 0 or more'",
        "'mpj.shm.packet=7', '-Dmpj.shm.packet=7: expected bytes, 64 to 16k'",
        "'mpj.transprot=shm', '-Dmpj.transprot: there is no such property; did you mean mpj.transport?'",
        "'mpj.nothing', '-Dmpj.nothing: there is no such property; known are mpj.args, mpj.check, '"})
    void propertyThatIsWrongIsNamed(String property, String words) {
        Job.Result result = Job.start("-np", "2", "-Dmpj.transport=shm", "-D" + property,
            OutsideInitAndFinalize.class.getName()).await(LIMIT);
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.err().getFirst().startsWith("mpjrun: " + words), result::toString);
    }
}
