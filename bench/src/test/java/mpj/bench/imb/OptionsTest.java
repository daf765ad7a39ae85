package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class OptionsTest {
    private static Options parsed(String... arguments) {
        Options options = new Options();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    @Test
    void msglogGivesZeroAndThePowersOfTwo() throws IOException {
        assertEquals(List.of(0, 4, 8, 16), parsed("-msglog", "2:4").sizesOf(1));
        assertEquals(List.of(1, 2), parsed("-msglog", "1", "-zero_size", "off").sizesOf(1));
    }

    @Test
    void reductionsHaveNoSizeBelowAnElement() throws IOException {
        assertEquals(List.of(0, 4, 8), parsed("-msglog", "0:3").sizesOf(4));
        assertEquals(List.of(4, 12), parsed("-msgsize", "1,9").sizesOf(4));
    }

    @Test
    void netpipesSizesArePerturbedByThreeBytes() throws IOException {
        assertEquals(List.of(1, 2, 3, 4, 6, 8, 12, 13, 16, 19, 21, 24, 27, 29, 32, 35, 45, 48, 51, 61, 64, 67),
            parsed("-msglog", "0:6").sizesFor(Benchmarks.named("NetPIPE")));
    }

    @Test
    void stridedTypesSizesAreWholeBlocks() throws IOException {
        assertEquals(List.of(0, 64, 128), parsed("-msglog", "0:7").sizesFor(Benchmarks.named("PingPongVector")));
    }

    @Test
    void helpOfOneOptionIsItsText() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new OptionHelp(new CommandLine(new Options())).print("time", new PrintStream(text, true));
        assertEquals("Option: [-time sec]\n\nLongest sample, about. Default 10.0.\n\n", text.toString());
        assertEquals("No such option: speed", assertThrows(IllegalArgumentException.class, () ->
            new OptionHelp(new CommandLine(new Options())).print("speed", System.out)).getMessage());
    }

    @Test
    void sizesComeFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("sizes"), "3\n100\n\n");
        assertEquals(List.of(3, 100), parsed("-msglen", file.toString()).sizesOf(1));
    }

    @Test
    void benchmarksAreFoundByNameInAnyCase() throws IOException {
        assertEquals(List.of("PingPong", "Uniband"),
            parsed("pingpong", "UNIBAND").benchmarks(Suite.MPI1)
            .stream().map(Benchmark::name).toList());
    }

    @Test
    void withoutNamesTheDefaultOnesRunWithThoseIncludedAndNotThoseExcluded() throws IOException {
        List<String> names = parsed("-include", "Biband", "-exclude", "PingPong,Barrier").benchmarks(Suite.MPI1)
            .stream().map(Benchmark::name).toList();
        assertTrue(names.contains("Biband") && names.contains("Sendrecv"), names::toString);
        assertFalse(names.contains("PingPong") || names.contains("Uniband"), names::toString);
    }

    @Test
    void suiteOfNonblockingCollectivesMatchesTheRealProgram() throws IOException {
        assertEquals(List.of("Iallgather", "Iallgatherv", "Iallreduce", "Ialltoall", "Ialltoallv", "Ibarrier", "Ibcast",
            "Igather", "Igatherv", "Ireduce", "Ireduce_scatter", "Iscatter", "Iscatterv"),
            parsed().benchmarks(Suite.NBC).stream().map(Benchmark::name).sorted().toList());
        assertTrue(parsed("ibcast_pure").benchmarks(Suite.NBC).getFirst().presentation() == Presentation.COLLECTIVE);
    }

    @Test
    void unknownBenchmarkIsNamed() {
        assertTrue(assertThrows(IllegalArgumentException.class, () ->
            parsed("PingPang").benchmarks(Suite.MPI1)).getMessage()
            .startsWith("Invalid benchmark name PingPang; there are PingPong, "));
    }

    @Test
    void iterTakesCountAndVolumeInMegabytes() {
        IterationPolicy policy = parsed("-iter", "500,10,20", "-time", "0.5").iterationPolicy();
        assertEquals(new IterationPolicy(IterationPolicy.Kind.DYNAMIC, 500, 10 << 20, 0.5), policy);
    }

    @ParameterizedTest
    @CsvSource({"-msglog, 5:2", "-msglog, x", "-msglog, 0:31", "-iter, 0", "-iter, many", "-multi, 2",
        "-thread_level, some", "-msgsize, -8", "-npmin, 3", "-npmin, 0", "-time, 0.0", "-mem, -1.0",
        "-window_size, -1", "-red_data_type, object"})
    void badValueIsQuotedInTheError(String option, String value) {
        Options options = parsed(option, value);
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> {
            options.multiMode();
            options.check(2);
        });
        assertTrue(error.getMessage().contains(value), error::getMessage);
    }

    @ParameterizedTest
    @CsvSource({"-off_cache, big", "-data_type, float16", "-iter_policy, fast", "-sync, maybe", "-buffers, stack",
        "-contig_type, twisted", "-imb_barrier, maybe", "-msg_pause, maybe"})
    void badWordIsQuotedInTheError(String option, String value) {
        CommandLine.ParameterException error =
            assertThrows(CommandLine.ParameterException.class, () -> parsed(option, value));
        assertTrue(error.getMessage().contains(value), error::getMessage);
    }
}
