package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mpj.bench.JavaProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page as a browser lays it out: headless Chromium, in the light and the dark theme, in a wide and a narrow window.
 */
class ReportInBrowserTest {
    private static final String CHROMIUM = Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator)).map(folder ->
            Path.of(folder, name))).filter(Files::isExecutable).map(Path::toString).findFirst().orElse(null);
    private static final int WIDE = 1280;
    /** Appended to the page. It reports faults of the layout in the title. */
    private static final String LAYOUT_PROBE = """
        <script>
        const box = e => e.getBoundingClientRect();
        const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
          && b.top < a.bottom - 1;
        const ugly = [];
        if (document.documentElement.scrollWidth > innerWidth) ugly.push('page wider than window');
        for (const svg of document.querySelectorAll('svg')) {
          const texts = [...svg.querySelectorAll('text')];
          texts.forEach((t, i) => {
            if (box(t).left < box(svg).left || box(t).right > box(svg).right || box(t).top < box(svg).top
                || box(t).bottom > box(svg).bottom) ugly.push('cut off: ' + t.textContent);
            texts.slice(i + 1).forEach(u => {
              if (overlap(box(t), box(u))) ugly.push('overlap: ' + t.textContent + ' and ' + u.textContent);
            });
          });
        }
        if (WIDE) for (const t of document.querySelectorAll('.scroll'))
          if (t.scrollWidth > t.clientWidth) ugly.push('table runs out by ' + (t.scrollWidth - t.clientWidth));
        document.documentElement.setAttribute('data-ugly', ugly.join('; '));
        document.documentElement.setAttribute('data-page', getComputedStyle(document.body).backgroundColor);
        </script>
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void findChromium() {
        assumeTrue(CHROMIUM != null, "no chromium on PATH (Debian: apt-get install chromium)");
    }

    /** Three sides, all limits, all sizes, a benchmark with one size, and a forced run. */
    private static Comparison comparison() {
        List<SizeRun> runs = new ArrayList<>();
        Map<Integer, Double> memcpy = new TreeMap<>();
        Map<Integer, Double> socket = new TreeMap<>();
        Map<Integer, Double> shared = new TreeMap<>();
        for (int bytes : Sizes.powersOfTwo("0:22")) {
            double time = 0.1 + bytes / 10_000.0;
            runs.add(run("PingPong", bytes, time));
            memcpy.put(bytes, 0.01 + bytes / 50_000.0);
            shared.put(bytes, 0.012 + bytes / 45_000.0);
            socket.put(bytes, 4.3 + bytes / 5_000.0);
        }
        return new Comparison("Sat, 21 Nov 2026 10:00:00 GMT", Map.of("processor", "one of some length, for the table"),
            List.of(new Comparison.SideDescription("mpj", "MPJ", "bin/mpjrun -np 2"),
                new Comparison.SideDescription("openmpi-tcp", "Open MPI", "mpirun " + "--mca some thing ".repeat(20)),
                new Comparison.SideDescription("impi", "Intel MPI", "mpiexec")), 2,
            List.of("Not a fair comparison: other processes use 40 % of the machine (limit 15 %)."),
            List.of(new Comparison.BenchmarkTable("PingPong", runs, List.of(
                    new Comparison.LimitCurve("memcpy", memcpy), new Comparison.LimitCurve("shared memory", shared),
                    new Comparison.LimitCurve("socket", socket))),
                new Comparison.BenchmarkTable("Barrier", List.of(run("Barrier", 0, 0.4)), List.of()),
                new Comparison.BenchmarkTable("Allreduce", List.of(new SizeRun(8, 40, new Discarded(
                    Map.of(Objection.DISTURBED, 40)), 0.4, List.of())), List.of())));
    }

    private static SizeRun run(String benchmark, int bytes, double time) {
        Discarded discarded = bytes == 64 ? new Discarded(Map.of(Objection.STATE_CHANGED, 3)) : Discarded.NONE;
        double wave = Math.sin(Math.log(bytes + 1));
        return new SizeRun(bytes, 13, discarded, 0, List.of(new SizeResult(benchmark, bytes, 10_000_000,
            MachineState.NEIGHBOURS, List.of(new Round(new double[] {time, (1.7 + 0.3 * wave) * time,
                (1.01 + 0.2 * wave) * time}, new double[] {0.08, 0.08, 0.08}, new double[3])), discarded, 0)));
    }

    private Path page(boolean wide) throws IOException {
        return Files.writeString(folder.resolve("report.html"), HtmlReport.of(comparison())
            .replace("</body>", LAYOUT_PROBE.replace("WIDE", Boolean.toString(wide)) + "</body>"));
    }

    private String chromium(int width, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
            "--hide-scrollbars", "--user-data-dir=" + folder.resolve("profile"), "--window-size=" + width + ",1400"));
        command.addAll(List.of(options));
        command.add(folder.resolve("report.html").toUri().toString());
        return JavaProcess.run(command).output();
    }

    @ParameterizedTest
    @CsvSource({"1280, true", "500, false"})
    void nothingOverlapsOrIsCutOff(int width, boolean wide) throws Exception {
        page(wide);
        String dom = chromium(width, "--dump-dom");
        Matcher ugly = Pattern.compile("data-ugly=\"([^\"]*)\"").matcher(dom);
        assertTrue(ugly.find(), dom);
        assertEquals("", ugly.group(1));
    }

    @ParameterizedTest
    @CsvSource({"light, 1, 255, 255, 255", "dark, 0, 13, 17, 23"})
    void pageFollowsTheColourSchemeOfTheReader(String scheme, int chromiumsNumber, int red, int green, int blue)
            throws Exception {
        page(true);
        String preference = "--blink-settings=preferredColorScheme=" + chromiumsNumber;
        String dom = chromium(WIDE, preference, "--dump-dom");
        assertTrue(dom.contains("data-page=\"rgb(" + red + ", " + green + ", " + blue + ")\""), dom);
        // Screenshots that people look at after a change of the page.
        Path screenshot = Path.of("target", "report-" + scheme + ".png").toAbsolutePath();
        String output = chromium(WIDE, preference, "--screenshot=" + screenshot);
        assertTrue(Files.size(screenshot) > 0, output);
    }
}
