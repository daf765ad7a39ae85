package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.BrokenLink;
import mpj.tests.openmpi.programs.LeftAtPort;
import mpj.tests.openmpi.programs.PendingReceives;
import mpj.tests.openmpi.programs.RevokedWorld;
import mpj.tests.openmpi.programs.Survivors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that go on without ranks that end in the middle of their calls. The test prints its seeds. */
@Execution(ExecutionMode.CONCURRENT)
class SurvivorsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** Ranks that are threads end together, and provider shm stops when a receiver is lost (see transports.md). */
    static final Set<String> WITHOUT_SURVIVORS = Set.of("threads", "libfabric:shm");
    private static final int RANKS = 5;
    private static final int DEATHS = 2;
    private static final int ROUNDS = 40;

    /** Once over each transport between processes, and many times in the second tier. */
    @TestFactory
    List<DynamicTest> ranksThatAreLeftAgreeAndGoOn() {
        JobsInTurn second = JobsInTurn.chosen();
        int rounds = JobsInTurn.rounds(ROUNDS);
        List<DynamicTest> tests = new ArrayList<>();
        for (TestedTransport transport : TestedTransport.all()) {
            if (!WITHOUT_SURVIVORS.contains(transport.name())) {
                for (int round = 0; round < rounds; round++) {
                    if (round == 0 || second.runsNext()) {
                        int seed = round;
                        tests.add(DynamicTest.dynamicTest(transport.name() + ", seed " + seed,
                            () -> survive(transport, seed)));
                    }
                }
            }
        }
        return tests;
    }

    static List<TestedTransport> transports() {
        return TestedTransport.inTurn(SurvivorsTest.class);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void ranksFinalizeAfterTheCommunicatorOfAllWasRevoked(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", "3"), transport.properties(),
            List.of(RevokedWorld.class.getName())).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(3, result.out().stream().filter(line -> line.endsWith("has finalized")).count(),
            result::toString);
        assertEquals(2, result.out().stream().filter(line -> line.endsWith("class true")).count(), result::toString);
    }

    static List<TestedTransport> transportsWithSurvivors() {
        return transports().stream().filter(each -> !WITHOUT_SURVIVORS.contains(each.name())).toList();
    }

    @ParameterizedTest
    @MethodSource("transportsWithSurvivors")
    void receivesFromAnySourceGoOnAfterALoss(TestedTransport transport) throws InterruptedException {
        transport.assumeAvailable();
        Job job = Job.start(Stream.of(List.of("--api", "openmpi", "-np", "3"), transport.properties(),
            List.of(PendingReceives.class.getName())).flatMap(List::stream).toList());
        String line = job.awaitLines(1, text -> text.startsWith("kill "), LIMIT).getFirst();
        ProcessHandle.of(Long.parseLong(line.substring("kill ".length()))).orElseThrow().destroyForcibly();
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(137, result.exitCode(), result::toString);
        assertEquals(2, result.out().stream().filter(each -> each.endsWith(": verified")).count(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transportsWithSurvivors")
    void rootLeavesAPortWhenItsCommunicatorLosesARankOrIsRevoked(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", "5"), transport.properties(),
            List.of(LeftAtPort.class.getName())).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(9, result.exitCode(), result::toString);
        assertEquals(4, result.out().stream().filter(line -> line.endsWith(": verified")).count(), result::toString);
    }

    /** Only over TCP can a connection break between two ranks of one host. */
    @Test
    void ranksThatAreLeftHaveTheSameViewWhenAConnectionBreaksBetweenTwoLivingRanks() {
        Job.Result result = Job.start("--api", "openmpi", "-np", "4", "-Dmpj.transport=nio",
            BrokenLink.class.getName()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(137, result.exitCode(), result::toString);
        List<String> left = result.out().stream().filter(line -> line.startsWith("left: ")).distinct().toList();
        assertEquals(1, left.size(), result::toString);
        int bits = Integer.parseInt(left.getFirst().substring("left: ".length()));
        assertEquals(0b1100, bits & 0b1100, result::toString);
        assertNotEquals(0b0011, bits & 0b0011, result::toString);
        assertEquals(Integer.bitCount(bits), result.out().stream().filter(left.getFirst()::equals).count(),
            result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains(", because other ranks cannot reach it (")),
            result::toString);
    }

    private static void survive(TestedTransport transport, int seed) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(RANKS)),
            transport.properties(), List.of(Survivors.class.getName(), Integer.toString(seed),
                Integer.toString(DEATHS))).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(9, result.exitCode(), result::toString);
        assertEquals(RANKS - DEATHS, result.out().stream()
            .filter(line -> line.endsWith(": " + (RANKS - DEATHS) + " are left")).count(), result::toString);
    }
}
