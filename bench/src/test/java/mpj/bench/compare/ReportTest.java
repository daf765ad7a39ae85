package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportTest {
    @TempDir
    Path folder;

    /** At one size, this library takes {@code ratio} times as long as the peer. */
    private static Comparison comparison(double ratio, MachineState state) {
        SizeResult result = new SizeResult("PingPong", 8, 1000, state,
            List.of(new Round(new double[] {ratio, 1}, new double[] {0.04, 0.04}, new double[2])),
            new Discarded(Map.of(Objection.DISPLACED, 1)), 0.01);
        return new Comparison("today", Map.of("processor", "a <fast> one"), List.of(
            new Comparison.SideDescription("mpj", "MPJ", "bin/mpjrun"),
            new Comparison.SideDescription("openmpi", "Open \"MPI\"", "mpirun")), 2, List.of(),
            List.of(new Comparison.BenchmarkTable("PingPong",
                List.of(new SizeRun(8, 2, result.discarded(), 0.01, List.of(result))),
                List.of(new Comparison.LimitCurve("memcpy", Map.of(8, 0.01))))));
    }

    private Path baseline(double ratio) throws IOException {
        return Files.writeString(folder.resolve("baseline.csv"),
            CsvReport.of(comparison(ratio, MachineState.SIBLINGS)));
    }

    @Test
    void csvHasALineForEachPeer() {
        assertEquals(CsvReport.HEADING + "\n"
            + "PingPong,2,8,1000,siblings,0.0400,1,1,0.010,mpj,0.6000,openmpi,1.0000,0.6000,0.6000,0.6000\n",
            CsvReport.of(comparison(0.6, MachineState.SIBLINGS)));
    }

    @Test
    void jsonHoldsTheSingleBlocksAndEscapesText() {
        String json = JsonReport.of(comparison(0.6, MachineState.SIBLINGS));
        assertTrue(json.contains("\"rounds\":[{\"microseconds\":[0.600000,1.00000],"), json);
        assertTrue(json.contains("\"library\":\"Open \\\"MPI\\\"\""), json);
    }

    @Test
    void pageIsWellFormedAndLoadsNothing() throws Exception {
        String page = HtmlReport.of(comparison(0.6, MachineState.SIBLINGS));
        assertFalse(page.contains("http://") || page.contains("https://"), page);
        assertTrue(page.contains("a &lt;fast&gt; one"), page);
        for (int start = page.indexOf("<svg"); start >= 0; start = page.indexOf("<svg", start + 1)) {
            String svg = page.substring(start, page.indexOf("</svg>", start) + "</svg>".length());
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        }
    }

    @Test
    void pageShowsRatioAndMean() {
        String page = HtmlReport.of(comparison(0.6, MachineState.SIBLINGS));
        assertTrue(page.contains("mpj takes <b>0.600</b> of openmpi"), page);
        assertTrue(page.contains("<td class=\"wins\">0.60</td><td>0.60 – 0.60</td>"), page);
    }

    /** A machine on which every round was discarded. */
    private static Comparison busy() {
        Comparison whole = comparison(0.6, MachineState.SIBLINGS);
        return new Comparison("today", Map.of(), whole.sides(), 2, List.of(), List.of(
            new Comparison.BenchmarkTable("PingPong", List.of(new SizeRun(4 << 20, 40,
                new Discarded(Map.of(Objection.DISTURBED, 30, Objection.DISPLACED, 10)), 0.63, List.of())),
                List.of())));
    }

    @Test
    void pageOfABusyMachineSaysWhyInsteadOfAnEmptyTable() {
        String page = HtmlReport.of(busy());
        assertTrue(page.contains("<li>4 Mi bytes: no steady block in 40 rounds: in 30 the exchange of a flag was slower"
            + " than any two cores are: something else ran there; in 10 a rank waited for its core, on which something"
            + " else ran; other processes took 63 % of the machine.</li>"), page);
        assertFalse(page.contains("<th>bytes</th>") || page.contains("<svg") || page.contains("Overview"), page);
    }

    @Test
    void terminalOfABusyMachineSaysWhy() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        TextReport report = new TextReport(new PrintStream(printed, true, StandardCharsets.UTF_8), busy().labels());
        Comparison.BenchmarkTable table = busy().tables().getFirst();
        report.unsteady(table.runs().getFirst());
        report.geometricMeans(table.results());
        String text = printed.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("   4194304  no steady block in 40 rounds: in 30 the exchange of a flag"), text);
        assertTrue(text.endsWith("# nothing to compare: no steady block at any size\n"), text);
    }

    @Test
    void overviewHasTheWorstRatioAndMarksLosses() {
        String page = HtmlReport.of(comparison(1.5, MachineState.SIBLINGS));
        assertTrue(page.indexOf("<h2>Overview</h2>") < page.indexOf("<h2>PingPong</h2>"), page);
        assertTrue(page.contains("<td class=\"text\">PingPong</td><td class=\"lost\">1.50</td>"
            + "<td class=\"lost\">1.50</td><td>8</td><td>1 of 1</td>"), page);
        assertTrue(page.contains("<path class=\"lost\"") && page.contains("mpj / openmpi, 8 bytes: 1.500"), page);
        assertFalse(HtmlReport.of(comparison(0.6, MachineState.SIBLINGS)).contains("class=\"lost\""));
    }

    @Test
    void sizesAreShownInTheirUnits() {
        assertEquals(List.of("0", "1000", "1 Ki", "1025", "64 Ki", "4 Mi"),
            Stream.of(0, 1000, 1024, 1025, 65_536, 4 << 20).map(Sizes::label).toList());
    }

    @Test
    void sidesOfOneLibraryAreNamedByTheirDifferences() {
        assertEquals(List.of("mpj", "mpj -Dmpj.eager.limit=1024", "mpj (2)"),
            labels("mpj=-Da=b", "mpj=-Da=b -Dmpj.eager.limit=1024", "mpj=-Da=b"));
        assertEquals(List.of("mpj -np 2", "mpj -np 4 --bind-to none", "four"),
            labels("mpj=-np 2 -v", "mpj=-v -np 4 --bind-to none", "four:mpj=-np 4"));
    }

    private List<String> labels(String... sides) {
        return Labels.distinct(Stream.of(sides).map(side -> Peer.parse(side, folder)).toList()).stream()
            .map(Peer::label).toList();
    }

    @Test
    void commaInALabelDoesNotBreakTheBaseline() throws IOException {
        Comparison plain = comparison(0.6, MachineState.SIBLINGS);
        Comparison named = new Comparison(plain.date(), plain.machine(), List.of(plain.sides().getFirst(),
            new Comparison.SideDescription("mpj -Dmpj.transport=shm,nio", "", "")), 2, List.of(), plain.tables());
        Path file = Files.writeString(folder.resolve("comma.csv"), CsvReport.of(named));
        assertEquals(List.of(), Baseline.read(file).regressions(named, 0.1));
    }

    @Test
    void ratioWithinTheThresholdPasses() throws IOException {
        assertEquals(List.of(),
            Baseline.read(baseline(0.6)).regressions(comparison(0.65, MachineState.SIBLINGS), 0.1));
    }

    @Test
    void ratioPastTheThresholdIsNamed() throws IOException {
        assertEquals(List.of("PingPong, 8 bytes, siblings: 0.70 of openmpi, was 0.60 (limit 0.66)"),
            Baseline.read(baseline(0.6)).regressions(comparison(0.7, MachineState.SIBLINGS), 0.1));
    }

    @Test
    void otherStateOfTheMachineIsNotComparedAndThatFails() throws IOException {
        List<String> regressions =
            Baseline.read(baseline(0.6)).regressions(comparison(0.6, MachineState.FAR), 0.1);
        assertEquals(1, regressions.size());
        assertTrue(regressions.getFirst().startsWith("nothing to compare"), regressions::toString);
    }

    @Test
    void fileThatIsNoBaselineIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("notes"), "hello\n");
        assertTrue(assertThrows(IOException.class, () -> Baseline.read(file)).getMessage().contains("is no baseline"));
        Path damaged = Files.writeString(folder.resolve("damaged"), CsvReport.HEADING + "\nPingPong,two\n");
        assertTrue(assertThrows(IOException.class, () -> Baseline.read(damaged)).getMessage()
            .contains("not a line of results: PingPong,two"));
    }

    @Test
    void sizesTakeUnits() {
        assertEquals(List.of(0, 8, 1024, 4 << 20), Sizes.list("0,8,1k,4M"));
        assertEquals("size '1g' is not a number of bytes from 0 to 2147483647, with k or m after it if wanted",
            assertThrows(IllegalArgumentException.class, () -> Sizes.list("8,1g")).getMessage());
        assertEquals(List.of(0, 4, 8), Sizes.powersOfTwo("2:3"));
    }
}
