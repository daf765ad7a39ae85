package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.bench.JavaProcess;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs every benchmark once in a real job, at small sizes. */
class ImbRunTest {
    private static JavaProcess imb(int ranks, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("mpj.bench.imb.Imb"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("-iter", "10", "-jit_warm_up", "0"));
        return JavaProcess.mpjrun(ranks, all.toArray(String[]::new));
    }

    private static long lines(JavaProcess run, String pattern) {
        return run.output().lines().filter(line -> line.matches(pattern)).count();
    }

    @Test
    void everyBenchmarkRunsAtEverySize() throws Exception {
        runEveryBenchmark("array");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "segment", "allocated"})
    @SecondTier
    void everyBenchmarkRunsWithEveryKindOfBuffer(String place) throws Exception {
        runEveryBenchmark(place);
    }

    private static void runEveryBenchmark(String place) throws Exception {
        List<String> arguments = new ArrayList<>(Benchmarks.MPI1.stream().map(Benchmark::name).toList());
        arguments.addAll(List.of("-msglog", "0:3", "-buffers", place, "-window_size", "4"));
        JavaProcess run = imb(2, arguments.toArray(String[]::new));
        assertEquals(0, run.status(), run::output);
        for (Benchmark benchmark : Benchmarks.MPI1) {
            assertEquals(1, lines(run, "# Benchmarking " + benchmark.name() + " "), run::output);
        }
        for (int bytes : new int[] {0, 1, 2, 4, 8}) {
            // Reductions work on floats, so every size is a multiple of 4.
            long tables = Benchmarks.MPI1.stream().filter(benchmark -> benchmark.presentation().hasSizes()
                && (bytes % Float.BYTES == 0 || !benchmark.reduces())).count();
            assertEquals(tables, lines(run, " +" + bytes + " +10( +[0-9.]+){2,4}"), run::output);
        }
        assertEquals(1, lines(run, " +10( +[0-9.]+){3}"), "Barrier's line in " + run.output());
    }

    @Test
    void ranksBeyondThePairWait() throws Exception {
        JavaProcess run = imb(3, "PingPong", "Sendrecv", "-msgsize", "100", "-off_cache", "1");
        assertEquals(0, run.status(), run::output);
        assertEquals(2, lines(run, "# \\( 1 additional process waiting in MPI_Barrier\\)"), run::output);
        assertEquals(1, lines(run, "# #processes = 3 "), run::output);
        assertEquals(3, lines(run, " +100 +10 .*"), run::output);
    }

    @Test
    void sizeThatDoesNotFitIsLeftOutAndTheOthersAreKept() throws Exception {
        JavaProcess run = imb(2, "PingPong", "-msgsize", "8,1048576", "-mem", "0.0005");
        assertEquals(0, run.status(), run::output);
        assertEquals(1, lines(run, " +8 +10 .*"), run::output);
        assertEquals(1, lines(run, " +1048576 out-of-mem\\..*"), run::output);
    }

    @Test
    void sizeForWhichTheJvmHasNoMemoryIsLeftOutAndTheOthersAreKept() throws Exception {
        JavaProcess run = JavaProcess.mpjrun(2, "-J-Xmx64m", "mpj.bench.imb.Imb", "PingPong", "Barrier", "-msgsize",
            "8,100000000", "-iter", "10", "-jit_warm_up", "0.1");
        assertEquals(0, run.status(), run::output);
        assertEquals(1, lines(run, " +8 +10 .*"), run::output);
        assertEquals(1, lines(run, " +100000000 out-of-mem\\..* more than its JVM has; give mpjrun -J-Xmx.*"),
            run::output);
        assertEquals(1, lines(run, "# Benchmarking Barrier "), run::output);
    }

    @Test
    void derivedTypesObjectsAndOwnBarrierRun(@TempDir Path folder) throws Exception {
        Path copy = folder.resolve("copy");
        for (String contigType : List.of("base_vec", "resize_vec")) {
            JavaProcess run = imb(2, "PingPong,Exchange", "Allgatherv", "PingPongVector", "-contig_type", contigType,
                "-imb_barrier", "on", "-msgsize", "128", "-o", copy.toString());
            assertEquals(0, run.status(), run::output);
            assertEquals(4, lines(run, " +128 +10 .*"), run::output);
            assertEquals(run.output(), Files.readString(copy));
        }
        JavaProcess objects = imb(2, "PingPong", "-data_type", "object", "-msgsize", "800");
        assertEquals(1, lines(objects, " +800 +10 .*"), objects::output);
    }

    @Test
    void netpipeAndOsuHaveTheirOwnColumns() throws Exception {
        JavaProcess run = imb(2, "NetPIPE", "osu_mbw_mr", "-msglog", "0:3");
        assertEquals(0, run.status(), run::output);
        assertEquals(6, lines(run, " *[0-9]+: +[1-8] bytes +10 times --> +[0-9.]+ Mbps in +[0-9.]+ usec"), run::output);
        assertEquals(1, lines(run, "# \\[ pairs: 1 \\] \\[ window size: 64 \\]"), run::output);
        assertEquals(5, lines(run, "[0-8] +[0-9.]+ +[0-9.]+"), run::output);
    }

    @Test
    void moreRanksThanTheJobHasAreRefused() throws Exception {
        JavaProcess run = imb(2, "PingPong", "-npmin", "4");
        assertEquals(1, run.status(), run::output);
        assertEquals(1, lines(run, "bench imb: -npmin 4 is not from 1 to the job's 2 ranks; start more with -np"),
            run::output);
    }

    @Test
    void benchmarkThatNeedsMoreRanksSaysSo() throws Exception {
        JavaProcess run = imb(1, "PingPong");
        assertEquals(1, lines(run, "# !! Benchmark PingPong invalid for 1 processes !! "), run::output);
    }

    @Test
    void unknownBenchmarkIsToldOnceAndEndsTheRun() throws Exception {
        JavaProcess run = imb(2, "PingPang");
        assertEquals(1, run.status(), run::output);
        assertEquals(1, lines(run, "bench imb: Invalid benchmark name PingPang; there are PingPong, .*"), run::output);
    }

    @Test
    void unknownOptionIsToldOnceAndEndsTheRun() throws Exception {
        JavaProcess run = imb(2, "PingPong", "-fast");
        assertEquals(1, run.status(), run::output);
        assertEquals(1, lines(run, "bench imb: Unknown option: '-fast'.*"), run::output);
    }

    @Test
    void helpListsTheOptions() throws Exception {
        JavaProcess run = imb(1, "-help");
        assertTrue(run.status() == 0 && run.output().contains("-off_cache"), run::output);
    }
}
