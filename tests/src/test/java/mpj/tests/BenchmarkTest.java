package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.bench.imb.Imb;
import mpj.bench.imb.ImbMt;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** Runs every benchmark once, at small sizes, over every transport. */
class BenchmarkTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static Job.Result run(Class<?> program, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(options);
        command.add(program.getName());
        command.addAll(arguments);
        return Job.start(List.of(), Job.location(program) + ":" + Job.location(CommandLine.class), command)
            .await(LIMIT);
    }

    @TestFactory
    Stream<DynamicTest> everyBenchmarkRunsOver() {
        return TestedTransport.ofEachKind("benchmarks").stream()
            .map(transport -> DynamicTest.dynamicTest(transport.name(), () -> {
                transport.assumeAvailable();
                everyBenchmarkRuns(transport);
            }));
    }

    private static void everyBenchmarkRuns(TestedTransport transport) {
        List<String> benchmarks = benchmarks();
        List<String> options = new ArrayList<>(List.of("-np", "2"));
        options.addAll(transport.properties());
        List<String> arguments = new ArrayList<>(benchmarks);
        arguments.addAll(List.of("-msglog", "6:7", "-iter", "4", "-jit_warm_up", "0", "-window_size", "4"));
        Job.Result result = run(Imb.class, options, arguments);
        assertEquals(0, result.exitCode(), result::toString);
        List<String> titles = result.out().stream().filter(line -> line.startsWith("# Benchmarking "))
            .map(line -> line.substring("# Benchmarking ".length()).strip()).sorted().toList();
        assertEquals(benchmarks.stream().sorted().toList(), titles, result::toString);
        assertTrue(result.out().contains("# All processes entering MPI_Finalize"), result::toString);
    }

    /** The benchmarks with several threads of each rank. */
    @Test
    void everyThreadedBenchmarkRuns() {
        Job.Result result = run(ImbMt.class, List.of("-np", "2"), List.of("-threads", "1,2", "-count", "1", "-repeat",
            "3", "-warmup", "2", "-jit_warm_up", "0.01", "-window_size", "4"));
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(20, result.out().stream().filter(line -> line.startsWith("# Benchmarking ")).count(),
            result::toString);
    }

    /** All benchmarks that the program lists. */
    private static List<String> benchmarks() {
        Job.Result list = run(Imb.class, List.of("-np", "1"), List.of("-list"));
        List<String> names = list.out().stream().filter(line -> line.startsWith("    "))
            .map(line -> line.strip().split(" ")[0]).toList();
        assertTrue(names.contains("PingPong"), list::toString);
        return names;
    }
}
