package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.LastWords;
import mpj.tests.programs.SilentEnd;
import mpj.tests.programs.SurviveLoss;
import mpj.tests.programs.Unfinished;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that end with exit code 0 and without Finalize: how the other ranks learn of it, and how the job ends. */
@MostlyWaits
class SilentEndTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String REPORT = "mpjrun: rank %d ended with exit code 0 without MPI.Finalize";

    static Stream<TestedTransport> transports() {
        return TestedTransport.inTurn(SilentEndTest.class).stream();
    }

    /**
     * Each way to end over some transport. Each transport gets two ways: one between ranks that have met, and one
     * between ranks that have not.
     */
    static Stream<Arguments> ends() {
        List<TestedTransport> transports = TestedTransport.inTurn(SilentEndTest.class);
        return IntStream.range(0, transports.size()).boxed().flatMap(i -> Stream.of(
            Arguments.of(transports.get(i), i % 2 == 0 ? "return" : "thread", "met"),
            Arguments.of(transports.get(i),
                transports.get(i).name().equals("threads") || i % 2 == 1 ? "exit" : "halt", "unmet")));
    }

    private static Job.Result run(TestedTransport transport, int ranks, Class<?> program, String... arguments) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("-np", Integer.toString(ranks)), transport.properties(),
            List.of(program.getName()), List.of(arguments)).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static TestedTransport named(String name) {
        return TestedTransport.all().stream().filter(transport -> transport.name().equals(name)).findFirst()
            .orElseGet(() -> new TestedTransport(name, "it is not among those to be tested"));
    }

    static void assertNamedInEveryCall(Job.Result result, boolean met) {
        String lost = ": ended with exit code 0 without MPI.Finalize";
        for (String call : List.of("Barrier", "Recv", "any source", "Ssend", "Isend", "Allreduce", "Iallreduce",
            "clone")) {
            assertTrue(result.out().stream().anyMatch(line ->
                line.startsWith(call + ": MPI_ERR_PROC_FAILED: rank 1 is lost: host ") && line.contains(lost)),
                () -> "no line about " + call + "\n" + result);
        }
        assertEquals(met, result.out().contains("Recv of what had come returned"), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("mpi.MPIException:"
            + " MPI_ERR_PROC_FAILED: rank 1 is lost: host ") && line.contains(lost)), result::toString);
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(REPORT.formatted(1), result.reports().getFirst(), result::toString);
        assertTrue(result.reports().getLast().startsWith("mpjrun: rank 0"), result::toString);
        assertTrue(result.reports().getLast().endsWith(" exited with code 1"), result::toString);
    }

    @ParameterizedTest
    @MethodSource("ends")
    void rankThatEndsWithoutFinalizeIsLostToWhoNeedsIt(TestedTransport transport, String how, String acquaintance) {
        assertNamedInEveryCall(run(transport, 2, SilentEnd.class, how, acquaintance), acquaintance.equals("met"));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void ranksThatTolerateLossesGoOnWithoutIt(TestedTransport transport) {
        String how = transport.name().startsWith("shm") ? "return" : "exit";
        Job.Result result = run(transport, 3, SurviveLoss.class, "-1", how);
        LostRankTest.assertSurvived(result);
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(List.of(REPORT.formatted(2) + "; the others go on without it"), result.reports(),
            result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void finalizeOfTheOthersNamesTheRankThatDidNotCallIt(String transport) {
        Job.Result result = run(named(transport), 3, Unfinished.class, "half");
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(REPORT.formatted(1), result.reports().getFirst(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("mpi.MPIException:"
            + " MPI_ERR_PROC_FAILED: rank 1 is lost: ")
            && line.endsWith("ended with exit code 0 without MPI.Finalize")), result::toString);
    }

    /**
     * This test needs ranks that are processes. A rank that is a thread has no variable of its own that tells it that
     * it is rank 1.
     */
    @Test
    void initOfTheOthersNamesTheRankThatDidNotCallIt() {
        Job.Result result = run(named("shm"), 2, Unfinished.class, "rank1");
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals("mpjrun: rank 1 ended with exit code 0 without MPI.Init", result.reports().getFirst(),
            result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("mpi.MPIException:"
            + " MPI_ERR_OTHER: rank 1 is lost: ")
            && line.endsWith("ended with exit code 0 without MPI.Init")), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void programWithoutMpiEndsWell(String transport) {
        Job.Result result = run(named(transport), 2, Unfinished.class, "nothing");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.reports(), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "nio", "threads"})
    void programThatNeverCallsFinalizeEndsWellWithAWarning(String transport) {
        Job.Result result = run(named(transport), 2, Unfinished.class, "finalize");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 went on, and got 7"), result.out(), result::toString);
        assertEquals(List.of("mpjrun: warning: no rank called MPI.Finalize; a program calls it before it ends"),
            result.reports(), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void rankWhoseMainHasReturnedIsThereWhileItsThreadsAre(String transport) {
        Job.Result result = run(named(transport), 2, Unfinished.class, "threads");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 went on", "rank 1 went on"), result.out().stream().sorted().toList(),
            result::toString);
        assertEquals(List.of(), result.reports(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void messagesSentBeforeARankEndedAreReceived(TestedTransport transport) {
        Job.Result result = run(transport, 3, LastWords.class);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("received 80"), result.out(), result::toString);
    }

    @Test
    void jvmThatEndsBeforeTheRanksThatAreItsThreadsIsAnError() {
        Job.Result result = run(named("threads"), 3, Unfinished.class, "cut");
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: rank 1 ended the JVM of ranks 0-2 with exit code 0, before they had ended"),
            result.reports(), result::toString);
    }
}
