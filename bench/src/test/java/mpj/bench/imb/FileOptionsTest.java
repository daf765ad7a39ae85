package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line of {@code bench imb-io}, and how it divides a transfer among the ranks. */
class FileOptionsTest {
    private static FileOptions parse(String... arguments) {
        CommandLine line = FileOptions.commandLine();
        line.parseArgs(arguments);
        return line.getCommand();
    }

    private static FileBenchmark named(String name) {
        return FileBenchmark.named(name).orElseThrow();
    }

    @Test
    void defaultsMatchImbIo() throws IOException {
        FileOptions options = parse();
        options.check(1);
        assertEquals(FileBenchmark.ALL, options.benchmarks());
        assertEquals(1 << 24, options.common.sizesOf(1).getLast());
        assertEquals("IMB_out", options.file);
        IterationPolicy often = options.iterationPolicy(named("C_Write_Indv"), FileBenchmark.Mode.AGGREGATE);
        assertEquals(50, often.selected(0, 2, 1 << 24, false, true));
        assertEquals(16, often.selected(1 << 20, 2, 1 << 24, false, true));
        assertEquals(1, often.selected(1 << 24, 2, 1 << 24, false, true));
        assertEquals(10, options.iterationPolicy(named("C_Write_Indv"), FileBenchmark.Mode.NON_AGGREGATE)
            .messagesPerSample());
        assertEquals(10, options.iterationPolicy(named("Open_Close"), FileBenchmark.Mode.AGGREGATE)
            .messagesPerSample());
    }

    @Test
    void iterationsMayBeGiven() {
        FileOptions options = parse("-iter", "7,3,2");
        IterationPolicy often = options.iterationPolicy(named("P_Read_Priv"), FileBenchmark.Mode.AGGREGATE);
        assertEquals(7, often.messagesPerSample());
        assertEquals(3 << 20, often.overallVolume());
        assertEquals(2, options.iterationPolicy(named("P_Write_Priv"), FileBenchmark.Mode.NON_AGGREGATE)
            .messagesPerSample());
        assertEquals(Map.of("cb_nodes", "1", "romio_cb_write", "enable"),
            parse("-hint", "cb_nodes=1", "-hint", "romio_cb_write=enable").hints);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-iter 5,1,0 | -iter '5,1,0' is not 1 to 3 positive numbers",
        "-file none/there | there is no folder",
        "-npmin 3 | -npmin 3 is not from 1 to the job's 2 ranks"})
    void errorsNameTheOption(String arguments, String message) {
        FileOptions options = parse(arguments.split(" "));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> options.check(2));
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }

    @Test
    void invalidNamesAndOptionsOfMessagesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> parse("C_Append").benchmarks());
        assertThrows(CommandLine.ParameterException.class, () -> parse("-root_shift", "on"));
    }

    @Test
    void benchmarksMatchImbIo() {
        List<String> names = FileBenchmark.ALL.stream().map(FileBenchmark::name).toList();
        assertEquals(37, new HashSet<>(names).size());
        assertTrue(names.containsAll(List.of("S_IWrite_Expl", "P_Read_Priv", "C_IRead_Shared", "Open_Close")));
        assertEquals(FileCall.WRITE_ORDERED, named("c_write_shared").call());
        assertEquals(FileCall.READ_AT_ALL, named("C_IRead_Expl").call());
        assertEquals(FileCall.READ, named("P_Read_Priv").call());
        assertEquals(FileCall.WRITE_AT, named("S_Write_Expl").call());
        assertEquals(2, named("P_Write_Shared").modes().size());
        assertEquals(1, named("P_IWrite_Shared").modes().size());
    }

    @Test
    void portionsOfAllRanksAreTheTransfer() {
        for (int bytes : List.of(0, 1, 3, 4, 7, 8, 17, 64, 1000, 1001)) {
            for (int ranks = 1; ranks < 6; ranks++) {
                int all = ranks;
                List<Integer> covered = new ArrayList<>();
                for (int rank = 0; rank < ranks; rank++) {
                    Portion portion = Portion.of(bytes, rank, all);
                    IntStream.range(portion.start(), portion.start() + portion.length()).forEach(covered::add);
                }
                assertEquals(IntStream.range(0, bytes).boxed().toList(), covered, () -> bytes + " on " + all);
            }
        }
    }

    /** IMB-IO relates the hidden part to the shorter time. IMB-NBC relates it to the longer one. */
    @Test
    void overlapIsRelativeToTheShorterTime() {
        OverlapFigures figures = FileRun.overlapFigures(List.of(new Timing(4e-3, 11e-3, 10e-3),
            new Timing(3e-3, 12e-3, 10e-3)));
        assertEquals(12_000, figures.overlapped(), 1e-6);
        assertEquals(4_000, figures.pure(), 1e-6);
        assertEquals(50, figures.percent(), 1e-6);
    }
}
