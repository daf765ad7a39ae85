package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs every benchmark of IMB-IO once, at small sizes. Also runs BTIO, and the program that is compared with others.
 */
@Execution(ExecutionMode.CONCURRENT)
class FileBenchmarkTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int BENCHMARKS = 37;
    private static final int BLOCKING_WRITES_OF_ONE = 2;
    private static final int BLOCKING_WRITES = 9;

    private static Job.Result run(List<String> arguments) {
        return run(2, "mpj.bench.imb.ImbIo", arguments);
    }

    private static Job.Result run(int ranks, String program, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(ranks), "-Dmpj.transport=shm", "--api",
            "openmpi", program));
        command.addAll(arguments);
        String classPath = Path.of(System.getProperty("tests.lib")).resolveSibling("bench") + "/*";
        return Job.start(List.of(), classPath, command).await(LIMIT);
    }

    /**
     * Benchmarks of blocking writes have two tables. Benchmarks of one rank run on one rank, and the others on one and
     * on two.
     */
    @Test
    void everyBenchmarkRuns(@TempDir Path folder) throws Exception {
        Job.Result result = run(List.of("-file", folder.resolve("F").toString(), "-msglog", "6:7", "-iter", "3,1,2",
            "-jit_warm_up", "0"));
        assertEquals(0, result.exitCode(), result::toString);
        int alone = 8 + BLOCKING_WRITES_OF_ONE;
        int together = 2 * (BENCHMARKS - 8 + BLOCKING_WRITES - BLOCKING_WRITES_OF_ONE);
        assertEquals(alone + together, result.out().stream().filter(line -> line.startsWith("# Benchmarking "))
            .count(), result::toString);
        assertEquals(2 * BLOCKING_WRITES - BLOCKING_WRITES_OF_ONE,
            result.out().stream().filter(line -> line.equals("#    MODE: NON-AGGREGATE ")).count(), result::toString);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /**
     * BTIO of the NAS Parallel Benchmarks reads what it has written, and compares its results with the official ones.
     */
    @ParameterizedTest
    @CsvSource({"full, 4", "simple, 4", "full, 1"})
    void btioHasTheOfficialResult(String kind, int ranks, @TempDir Path folder) throws Exception {
        Job.Result result = run(ranks, "mpj.bench.openmpi.npb.BtIo", List.of("BT.S", "-io", kind, "-file",
            folder.resolve("F").toString()));
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().contains("   Total data written (MB) :           0.83"), result::toString);
        assertTrue(result.out().stream().anyMatch(line -> line.matches(" Verification +=  +SUCCESSFUL")),
            result::toString);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void btioSaysWhatIsWrongWithItsCommandLine() {
        Job.Result result = run(1, "mpj.bench.openmpi.npb.BtIo", List.of("BT.S", "-io", "fast"));
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("-io 'fast' is neither full nor simple")),
            result::toString);
    }

    /** The comparison reads lines that both sides print. This test runs the side of this library. */
    @Test
    void arrayIsWrittenAndRead(@TempDir Path folder) {
        Job.Result result = run(4, "mpj.bench.openmpi.files.ArrayFile", List.of(folder.resolve("F").toString(), "1024",
            "1"));
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().contains("sum of block 4290772992"), result::toString);
        assertTrue(result.out().contains("sum of pieces 47972352"), result::toString);
    }

    @Test
    void folderThatIsMissingIsToldBeforeAnythingRuns(@TempDir Path folder) {
        Job.Result result = run(List.of("-file", folder.resolve("none/F").toString(), "Open_Close"));
        assertEquals(1, result.exitCode(), result::toString);
        assertFalse(result.out().stream().anyMatch(line -> line.startsWith("#")), result::toString);
    }
}
