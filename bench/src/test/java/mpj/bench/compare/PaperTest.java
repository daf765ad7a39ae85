package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mpj.bench.JavaProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite that measures docs/benchmarks.md again. */
class PaperTest {
    private static final Map<String, Path> BOTH =
        Map.of("openmpi", Path.of("/opt/openmpi"), "impi", Path.of("/opt/impi"));
    private static final Pattern ID = Pattern.compile("Table `([a-z-]+)`");

    @TempDir
    Path home;

    /** An installation whose mpjrun runs the classes under test. */
    @BeforeEach
    void installMpjrun() throws IOException {
        new Scripts(home).write("bin/mpjrun", "exec " + JavaProcess.command("mpj.runtime.launcher.Mpjrun").stream()
            .map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " -J-XX:TieredStopAtLevel=1 \"$@\"");
    }

    private JavaProcess suite(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(JavaProcess.command("mpj.bench.compare.ImbCompare", "--suite", "paper",
            "--report", home.resolve("paper.html").toString()));
        command.add(1, "-Dmpj.home=" + home);
        command.addAll(List.of(arguments));
        return JavaProcess.run(command);
    }

    private static Planned plan(String id, Map<String, Path> installed) {
        Exhibit exhibit = Exhibit.all().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
        return Planned.of(exhibit, installed, Path.of("/opt/mpich/bin/mpicc"), false, false);
    }

    @Test
    void everyTableOfThePageIsInTheSuite() throws IOException {
        List<String> ids = new ArrayList<>();
        int since = 0;
        boolean inTable = false;
        String page = Files.readString(Path.of("..", "docs", "benchmarks.md"));
        String figures = page.substring(page.indexOf("\n## Figures"), page.indexOf("\n## Tables of algorithms"));
        for (String line : figures.split("\n")) {
            Matcher named = ID.matcher(line);
            while (named.find()) {
                ids.add(named.group(1));
                since++;
            }
            boolean isTable = line.startsWith("|");
            if (isTable && !inTable) {
                assertTrue(since > 0, "no name before the table that begins with " + line);
                since = 0;
            }
            inTable = isTable;
        }
        assertEquals(Exhibit.all().stream().map(Exhibit::id).toList(), ids);
    }

    @Test
    void rivalsThatAreThereBecomePeers() {
        Planned planned = plan("collectives", BOTH);
        assertTrue(planned.possible());
        assertEquals(List.of(), planned.missing());
        assertEquals("bin/bench compare imb Bcast Allreduce Reduce Alltoall Barrier --sizes 8,1k,64k,1m"
            + " --peer openmpi=/opt/openmpi --peer impi=/opt/impi --mpicc /opt/mpich/bin/mpicc", planned.typed());
        assertTrue(plan("nio", BOTH).typed().contains(" --peer openmpi-tcp=/opt/openmpi "));
    }

    @Test
    void rivalThatIsMissingIsNamedAndTheOthersAreMeasured() {
        Planned planned = plan("shm", Map.of("impi", Path.of("/opt/impi")));
        assertTrue(planned.possible());
        assertEquals(List.of("nothing is compared with openmpi, which is missing: give --peer openmpi=DIR"),
            planned.missing());
        assertFalse(planned.typed().contains("openmpi"), planned::typed);
    }

    @Test
    void tableWithoutAnyRivalIsNotMeasuredUnlessItIsOursAlone() {
        assertFalse(plan("shm", Map.of()).possible());
        assertTrue(plan("threads", Map.of()).possible());
    }

    @Test
    void longerBlocksTakeLonger() {
        Exhibit shm = Exhibit.all().getFirst();
        double whole = Planned.of(shm, BOTH, null, false, false).minutes();
        double quick = Planned.of(shm, BOTH, null, true, false).minutes();
        assertTrue(quick < 1 && whole > 1, quick + " and " + whole);
    }

    @Test
    void dryRunPrintsCommandsAndMinutesAndMeasuresNothing() throws Exception {
        JavaProcess run = suite("--dry-run", "--only", "threads,shm");
        assertEquals(0, run.status(), run::output);
        assertTrue(run.output().contains("# shm: PingPong over shared memory, cannot be measured")
            && run.output().contains("bin/bench compare imb PingPong --ours threads:mpj=-Dmpj.transport=threads"),
            run::output);
        assertTrue(run.output().contains("# In all about "), run::output);
        assertFalse(Files.exists(home.resolve("paper.html")));
    }

    @Test
    void unknownTableNamesTheKnownOnes() throws Exception {
        JavaProcess run = suite("--only", "mpi4py");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("--only mpi4py: the suite has no such table; it has shm, collectives, "),
            run::output);
    }

    @Test
    void pageHasFiguresOrTheReasonForEachTable() throws Exception {
        JavaProcess run = suite("--quick", "--force", "--only", "shm,threads,objects");
        String page = Files.readString(home.resolve("paper.html"));
        String[] sections = page.split("<h1 id=\"");
        assertEquals(4, sections.length, page);
        for (int i = 1; i < sections.length; i++) {
            String section = sections[i];
            assertTrue(section.contains("<td>") || section.contains("class=\"warning\"")
                || section.contains("this library\n"), section);
        }
        assertTrue(sections[1].contains("nothing is compared with openmpi") && !sections[1].contains("<table>"),
            sections[1]);
        // On a machine that never becomes quiet, there is nothing to compare, and the page says so.
        boolean compared = sections[2].contains("<td>");
        assertTrue(compared || sections[2].contains("nothing could be compared"), sections[2]);
        assertEquals(compared || !sections[3].contains("warning") ? 0 : 1, run.status(), run::output);
        assertTrue(run.output().contains("# shm: not measured\n# threads: "), run::output);
        assertTrue(run.output().startsWith(Files.readString(home.resolve("paper.txt")).substring(0, 100)));
        List<String> csv = Files.readAllLines(home.resolve("paper.csv"));
        assertEquals("table," + CsvReport.HEADING, csv.getFirst());
        assertEquals(compared, csv.stream().anyMatch(line -> line.startsWith("threads,PingPong,2,")), csv::toString);
    }
}
