package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportTest {
    @TempDir
    Path folder;

    /** Ours takes {@code ratio} of the peer at one size. */
    private static Comparison comparison(double ratio, MachineState state) {
        SizeResult result = new SizeResult("PingPong", 8, 1000, state,
            List.of(new Round(new double[] {ratio, 1}, new double[] {0.04, 0.04}, new double[2])), 1, 0.01);
        return new Comparison("today", Map.of("processor", "a <fast> one"), List.of(
            new Comparison.SideDescription("mpj", "MPJ", "bin/mpjrun"),
            new Comparison.SideDescription("openmpi", "Open \"MPI\"", "mpirun")), 2, List.of(),
            List.of(new Comparison.BenchmarkTable("PingPong", List.of(result),
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
