package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import mpj.bench.JavaProcess;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class NodeCommandTest {
    @TempDir
    Path home;

    /** An installation whose mpjrun runs the classes under test. */
    @BeforeEach
    void installMpjrun() throws IOException {
        new Scripts(home).write("bin/mpjrun", "exec " + JavaProcess.command("mpj.runtime.launcher.Mpjrun").stream()
            .map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " -J-XX:TieredStopAtLevel=1 \"$@\"");
    }

    private JavaProcess node(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(JavaProcess.command("mpj.bench.compare.NodeCommand", arguments));
        command.add(1, "-Dmpj.home=" + home);
        if (!command.contains("--report")) {
            command.addAll(List.of("--report", home.resolve("node.md").toString()));
        }
        return JavaProcess.run(command);
    }

    /** The kernel keeps a command's output in a pipe, so the test need not read on. */
    @Test
    @Timeout(100)
    void commandThatIsToldToEndWritesWhatItHasMeasured() throws Exception {
        List<String> command = new ArrayList<>(JavaProcess.command("mpj.bench.compare.NodeCommand", "-np", "2",
            "--minutes", "0.5", "--only", "pingpong", "--sizes", "0,8,16,32,64,128,256,512,1k,2k", "--peer", "none",
            "--report", home.resolve("node.md").toString()));
        command.add(1, "-Dmpj.home=" + home);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            while (!line.matches("PingPong,2,0,.*")) {
                line = lines.readLine();
            }
            process.destroy();
            process.waitFor();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String page = Files.readString(home.resolve("node.md"));
        assertTrue(page.lines().anyMatch(line -> line.matches("\\| 0 \\| [0-9.]+ \\|.*")), page);
        assertTrue(page.contains("- The measurement was told to end before all was measured."), page);
        assertEquals("PingPong", Files.readAllLines(home.resolve("node.csv")).get(1).split(",")[0]);
        assertTrue(Files.readString(home.resolve("node.txt")).contains("# the page: "));
    }

    private void assertRefused(String text, String... arguments) throws Exception {
        JavaProcess run = node(arguments);
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("bench node: " + text), run::output);
    }

    @Test
    @SecondTier
    void everyCollectiveHasAFigureForEachSizeOrTheReason() throws Exception {
        JavaProcess run = node("-np", "2", "--minutes", "0.4", "--only", "collectives,start", "--sizes", "8,1k",
            "--peer", "none");
        assertEquals(0, run.status(), run::output);
        String page = Files.readString(home.resolve("node.md"));
        int figures = 0;
        for (String benchmark : NodePart.COLLECTIVES.benchmarks()) {
            boolean isBarrier = benchmark.equals("Barrier");
            boolean measured = page.lines().anyMatch(line -> line.matches("\\| " + benchmark + " \\| [0-9.]+ \\| "
                + (isBarrier ? " \\|" : "[0-9.]+ \\|")));
            // On a machine that is busy with other things, there may be no time for the last ones.
            assertTrue(measured || page.contains("- " + benchmark + " is left out: the measurement took longer"),
                () -> page + run.output());
            figures += !measured ? 0 : isBarrier ? 1 : 2;
        }
        assertTrue(figures > 0, page);
        assertTrue(page.lines().anyMatch(line -> line.matches("\\| 2 \\| [0-9.]+ \\|")), page);
        assertTrue(page.contains("Nothing is compared: --peer none."), page);
        List<String> csv = Files.readAllLines(home.resolve("node.csv"));
        assertEquals(1 + figures + 1, csv.size());
        for (String line : csv.subList(1, csv.size())) {
            assertTrue(line.matches(line.startsWith("start,") ? ".*," : ".*,[a-z][a-z0-9:-]+"), line);
        }
        assertTrue(Files.readString(home.resolve("node.txt")).contains("# plan: collectives, 2 ranks, about "));
    }

    @Test
    void libraryThatCannotBeMeasuredIsNamedAndTheRestIsMeasured() throws Exception {
        new Scripts(home).write("bare/bin/mpiexec", "exit 7");
        JavaProcess run = node("-np", "2", "--minutes", "2", "--only", "start", "--peer",
            "impi=" + home.resolve("bare"));
        assertEquals(0, run.status(), run::output);
        String page = Files.readString(home.resolve("node.md"));
        assertTrue(page.contains("impi is not compared: there is no " + home.resolve("bare/bin/IMB-MPI1")
            + ", and no mpicc for peer 'impi' at"), page);
        assertTrue(page.lines().anyMatch(line -> line.matches("\\| 2 \\| [0-9.]+ \\|")), page);
    }

    @Test
    void libraryThatFailsIsNamedAndTheRestIsMeasured() throws Exception {
        new Scripts(home).write("broken/bin/mpiexec", "echo out of slots; exit 7");
        new Scripts(home).write("broken/bin/IMB-MPI1", "exit 7");
        JavaProcess run = node("-np", "2", "--minutes", "2", "--only", "rma,pingpong", "--sizes", "8", "--peer",
            "impi=" + home.resolve("broken"));
        assertEquals(0, run.status(), run::output);
        String page = Files.readString(home.resolve("node.md"));
        assertTrue(page.contains("impi is measured by its IMB-MPI1, because there is no compiler"), page);
        assertTrue(page.contains("- impi is left out of PingPong with 2 ranks: impi: "), page);
        assertTrue(page.contains("- impi is left out of Unidir_put and Unidir_get: IMB-MPI1 has no windows."), page);
        assertTrue(run.output().contains("out of slots"), run::output);
        assertTrue(page.lines().anyMatch(line -> line.matches("\\| 8 \\| [0-9.]+ \\| – \\|.*")), page);
    }

    @Test
    void dryRunMeasuresNothing() throws Exception {
        JavaProcess run = node("--dry-run", "--peer", "none");
        assertEquals(0, run.status(), run::output);
        assertTrue(run.output().contains("# in all about ") && run.output().contains("# processor: "), run::output);
        assertFalse(Files.exists(home.resolve("node.md")));
    }

    @Test
    void wrongArgumentsAreRefusedWithTheRemedy() throws Exception {
        assertRefused("-np 1 is too few; give at least 2", "-np", "1");
        assertRefused("--minutes 0.0 is no time; give more than 0", "--minutes", "0");
        assertRefused("--report x.html does not end in .md", "--report", "x.html");
        assertRefused("peer 'openmpi=/nowhere': no bin/mpirun in /nowhere", "--peer", "openmpi=/nowhere");
        assertRefused("--npb openmpi=/npb does not begin with the name of a library that is measured and '='; there is"
            + " none: give --peer", "--peer", "none", "--npb", "openmpi=/npb");
        new Scripts(home).write("other/bin/mpiexec", "exit 7");
        assertRefused("--ours 'mpich=" + home + "/other' is another library; give mpj", "--ours",
            "mpich=" + home.resolve("other"));
    }
}
