package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.npb.Npb;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The NAS Parallel Benchmarks, in the smallest class. */
class NpbTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Set<String> TRANSPORTS = Set.of("shm", "nio", "threads");

    private static Job.Result npb(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(options);
        command.add(Npb.class.getName());
        command.addAll(arguments);
        return Job.start(List.of(), Job.location(Npb.class), command).await(LIMIT);
    }

    /** All benchmarks that the program lists. */
    private static List<String> benchmarks() {
        Job.Result help = npb(List.of(), List.of("--help"));
        String names = help.out().stream().filter(line -> line.startsWith("  NAME ")).findFirst()
            .orElseThrow(() -> new AssertionError(help)).substring("  NAME ".length()).strip();
        assertTrue(names.contains("CG"), names);
        return Arrays.stream(names.split(", ")).map(name -> name + ".S").toList();
    }

    @TestFactory
    Stream<DynamicTest> everyBenchmarkIsVerifiedOver() {
        List<String> benchmarks = benchmarks();
        return TestedTransport.all().stream().filter(transport -> TRANSPORTS.contains(transport.name()))
            .map(transport -> DynamicTest.dynamicTest(transport.name(), () -> {
                transport.assumeAvailable();
                List<String> options = new ArrayList<>(List.of("-np", "4"));
                options.addAll(transport.properties());
                assertVerified(benchmarks.size(), npb(options, benchmarks));
            }));
    }

    @Test
    void benchmarksThatHaveSegmentsAreVerifiedWithThem() {
        assertVerified(2, npb(List.of("-np", "2"), List.of("--segments", "IS.S", "EP.S")));
    }

    private static void assertVerified(int benchmarks, Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(benchmarks, count(result.out(), " Verification    =               SUCCESSFUL"), result::toString);
    }

    private static long count(List<String> lines, String wanted) {
        return lines.stream().filter(line -> line.equals(wanted)).count();
    }

    @Test
    void wrongNumberOfRanksIsRefusedOnce() {
        Job.Result result = npb(List.of("-np", "3", "-Dmpj.transport=threads"), List.of("EP.S", "CG.S"));
        assertEquals(2, result.exitCode(), result::toString);
        assertEquals(1, count(result.err(), " *** ERROR determining processor topology for 3 processes"),
            result::toString);
        assertTrue(result.out().isEmpty(), result::toString);
    }

    @Test
    void tooManyRanksAreLeftOutWhereNpbIsNotStrict() {
        Job.Result result = npb(List.of("-np", "3", "-x", "NPB_NPROCS_STRICT=off"), List.of("CG.S", "MG.S"));
        assertVerified(2, result);
        assertEquals(2, count(result.out(), " Active processes=                        2"), result::toString);
    }
}
