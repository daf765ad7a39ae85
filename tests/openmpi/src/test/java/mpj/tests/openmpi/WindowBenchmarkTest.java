package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs every benchmark of IMB-RMA once, at small sizes. */
class WindowBenchmarkTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int BENCHMARKS = 21;
    private static final int WITH_TWO_MODES = 10;
    /** The benchmarks of all ranks. They run on two ranks and on all. */
    private static final int OF_ALL = 8;

    private static Job.Result run(int ranks, String transport, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(ranks), "-Dmpj.transport=" + transport,
            "--api", "openmpi", "mpj.bench.imb.ImbRma"));
        command.addAll(arguments);
        String classPath = Path.of(System.getProperty("tests.lib")).resolveSibling("bench") + "/*";
        return Job.start(List.of(), classPath, command).await(LIMIT);
    }

    private static long titles(Job.Result result) {
        return result.out().stream().filter(line -> line.startsWith("# Benchmarking ")).count();
    }

    @ParameterizedTest
    @CsvSource({"2, shm, create", "3, shm, allocate", "2, nio, allocate"})
    void everyBenchmarkRuns(int ranks, String transport, String window) {
        Job.Result result = run(ranks, transport, List.of("-include",
            "Get_local,Get_all_local,Unidir_put_fence,Unidir_get_fence", "-msglog", "2:3", "-iter", "3", "-window",
            window, "-jit_warm_up", "0"));
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(BENCHMARKS + WITH_TWO_MODES + (ranks > 2 ? OF_ALL : 0), titles(result), result::toString);
        assertEquals(WITH_TWO_MODES, result.out().stream().filter(line -> line.equals("#    MODE: AGGREGATE ")).count(),
            result::toString);
        assertTrue(result.out().contains("# All processes entering MPI_Finalize"), result::toString);
    }

    @Test
    void modeIsChosen() {
        Job.Result result = run(2, "shm", List.of("Unidir_put", "-aggregate_mode", "non_aggregate", "-msgsize", "8",
            "-iter", "3", "-jit_warm_up", "0"));
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, titles(result), result::toString);
        assertTrue(result.out().contains("#    MODE: NON-AGGREGATE "), result::toString);
    }

    @Test
    void optionForArraysInWindowsIsRefusedBeforeAnythingRuns() {
        Job.Result result = run(2, "shm", List.of("Unidir_put", "-buffers", "array"));
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(0, titles(result), result::toString);
    }
}
