package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every benchmark, once, at small sizes, over every transport. */
class BenchmarkTest {
    private static final String PROGRAM = "mpj.bench.imb.Imb";
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TestFactory
    Stream<DynamicTest> everyBenchmarkRunsOver() {
        return TestedTransport.all().stream().map(transport -> DynamicTest.dynamicTest(transport.name(), () -> {
            transport.assumeAvailable();
            everyBenchmarkRuns(transport);
        }));
    }

    private static void everyBenchmarkRuns(TestedTransport transport) {
        List<String> benchmarks = benchmarks();
        List<String> command = new ArrayList<>(List.of("-np", "2"));
        command.addAll(transport.properties());
        command.add(PROGRAM);
        command.addAll(benchmarks);
        command.addAll(List.of("-msglog", "6:7", "-iter", "4", "-jit_warm_up", "0", "-window_size", "4"));
        Job.Result result = Job.start(command.toArray(String[]::new)).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<String> titles = result.out().stream().filter(line -> line.startsWith("# Benchmarking "))
            .map(line -> line.substring("# Benchmarking ".length()).strip()).sorted().toList();
        assertEquals(benchmarks.stream().sorted().toList(), titles, result::toString);
        assertTrue(result.out().contains("# All processes entering MPI_Finalize"), result::toString);
    }

    /** With several threads of each rank. */
    @Test
    void everyThreadedBenchmarkRuns() {
        Job.Result result = Job.start("-np", "2", "mpj.bench.imb.ImbMt", "-threads", "1,2", "-count", "1",
            "-repeat", "3", "-warmup", "2", "-jit_warm_up", "0.01", "-window_size", "4").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(20, result.out().stream().filter(line -> line.startsWith("# Benchmarking ")).count(),
            result::toString);
    }

    /** All that the program lists. */
    private static List<String> benchmarks() {
        Job.Result list = Job.start("-np", "1", PROGRAM, "-list").await(LIMIT);
        List<String> names = list.out().stream().filter(line -> line.startsWith("    "))
            .map(line -> line.strip().split(" ")[0]).toList();
        assertTrue(names.contains("PingPong"), list::toString);
        return names;
    }
}
