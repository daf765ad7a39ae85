package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mpj.tests.checks.CancelChecks;
import mpj.tests.checks.CollectiveChecks;
import mpj.tests.checks.CollectiveTypeChecks;
import mpj.tests.checks.CommunicatorChecks;
import mpj.tests.checks.DerivedTypeChecks;
import mpj.tests.checks.IntercommCollectiveChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.PersistentRequestChecks;
import mpj.tests.checks.ReductionChecks;
import mpj.tests.checks.SectionedBufferChecks;
import mpj.tests.checks.SerializationChecks;
import mpj.tests.checks.SizeChecks;
import mpj.tests.checks.StandardChecks;
import mpj.tests.checks.ThreadChecks;
import mpj.tests.checks.TopologyChecks;
import mpj.tests.checks.TruncationChecks;
import mpj.tests.programs.Listeners;
import mpj.tests.programs.LossInCollective;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shared suite over C libraries of MPI, each started by its own launcher. It leaves out floods, because each
 * library decides how much memory it takes for messages that nobody receives.
 */
@MostlyWaits
@ExtendWith(MpichMemory.class)
class CLibraryTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String SAYS_NO_TYPE = "no message says what its elements are";
    private static final String SAYS_NO_SIZE = "a library reports no size and no elements of too long a message";

    private static final String LENT = "memory off the heap is lent to the library";

    /** The checks that no library can pass, each with the reason. */
    private static final Map<String, String> WITHOUT = Map.of(
        "TruncationChecks.segmentClosedUnderAReceive", LENT,
        "DerivedTypeChecks.randomTypesThroughPackedBytes", SAYS_NO_TYPE,
        "TruncationChecks.typesThatDiffer", SAYS_NO_TYPE,
        "TruncationChecks.objectsAndElementsDiffer", SAYS_NO_TYPE,
        "TruncationChecks.unexpectedMessageLongerThanItsReceive", SAYS_NO_SIZE,
        "TruncationChecks.expectedMessageLongerThanItsReceive", SAYS_NO_SIZE);

    private static final List<CLibrary.Checks> CHECKS = List.of(
        CLibrary.Checks.often(2, OrderChecks.class, SizeChecks.class, CollectiveChecks.class, ReductionChecks.class),
        CLibrary.Checks.often(2, CancelChecks.class, TruncationChecks.class, StandardChecks.class),
        CLibrary.Checks.expensive(2, ThreadChecks.class),
        CLibrary.Checks.expensive(2, SectionedBufferChecks.class, PersistentRequestChecks.class,
            SerializationChecks.class),
        CLibrary.Checks.expensive(2, CollectiveTypeChecks.class, CommunicatorChecks.class,
            IntercommCollectiveChecks.class),
        CLibrary.Checks.expensive(2, DerivedTypeChecks.class),
        CLibrary.Checks.expensive(3, TopologyChecks.class));

    static Stream<CLibrary> libraries() {
        return CLibrary.all();
    }

    @TestFactory
    Stream<DynamicContainer> checks() {
        return CLibrary.checks(CHECKS, WITHOUT.keySet(), List.of(CheckProgram.class.getName()));
    }

    /** The command is as docs/launchers.md shows it. The other checks are started by mpjrun. */
    @ParameterizedTest
    @MethodSource("libraries")
    void plainJavaIsARankOfItsLauncher(CLibrary library) throws Exception {
        library.assumeAvailable();
        Job.Result result = library.launcher(library.file()).run(2, Neighbours.class);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 of 2 heard 1, sum 1", "rank 1 of 2 heard 0, sum 1"),
            result.out().stream().sorted().toList(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void killedRankIsTheJobsEnd(CLibrary library) throws Exception {
        library.assumeAvailable();
        Job job = library.start(3, List.of(LossInCollective.class.getName()));
        String line = job.awaitLines(1, text -> text.startsWith("kill "), LIMIT).getFirst();
        List<ProcessHandle> processes = job.ranks();
        ProcessHandle.of(Long.parseLong(line.substring("kill ".length()))).orElseThrow().destroyForcibly();
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        assertTrue(processes.size() > 3, processes::toString);
        for (ProcessHandle process : processes) {
            process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Only receives end. Nothing can take back a send or a collective that is in the library. */
    @ParameterizedTest
    @MethodSource("libraries")
    void finalizeEndsTheReceivesOfOtherThreads(CLibrary library) throws Exception {
        library.assumeAvailable();
        Job.Result result = library.launcher(library.file()).run(2, Listeners.class, "user", "receives");
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(Stream.of("Finalize returned", "Iprobe: MPI.Finalize", "Probe: MPI.Finalize",
                "Recv of one: MPI.Finalize", "Recv: MPI.Finalize", "Test: MPI.Finalize", "Wait: MPI.Finalize",
                "Waitany: MPI.Finalize", "all ended").flatMap(line -> Stream.of("rank 0: " + line, "rank 1: " + line))
            .sorted().toList(), result.out().stream().sorted().toList(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void abortIsTheJobsEnd(CLibrary library) throws Exception {
        library.assumeAvailable();
        Job.Result result = library.launcher(library.file()).run(2, Neighbours.class, "abort");
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
    }
}
