package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import mpj.bench.JavaProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command. This library takes the part of each side that works. */
class ImbCompareTest {
    @TempDir
    Path home;

    /** An installation whose mpjrun runs the classes under test. */
    @BeforeEach
    void installMpjrun() throws IOException {
        new Scripts(home).write("bin/mpjrun", "exec " + JavaProcess.command("mpj.runtime.launcher.Mpjrun").stream()
            .map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " -J-XX:TieredStopAtLevel=1 \"$@\"");
    }

    private JavaProcess compare(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(JavaProcess.command(
            "mpj.bench.compare.ImbCompare", "--force", "--warm-up", "0.05", "--blocks", "2", "--block-time", "0.002"));
        command.add(1, "-Dmpj.home=" + home);
        command.addAll(List.of(arguments));
        return JavaProcess.run(command);
    }

    @Test
    void oneLibraryUnderTwoNamesIsComparedAndReported() throws Exception {
        Path page = home.resolve("report.html");
        Path csv = home.resolve("report.csv");
        JavaProcess run = compare("PingPong", "Barrier", "--peer", "again:mpj", "--sizes", "0,1k", "--limits", "memcpy",
            "--report", page.toString(), "--csv", csv.toString());
        // On a machine that never becomes quiet, there is nothing to compare. The command says so, and fails.
        boolean compared = !run.output().contains("bench compare imb: nothing could be compared: ");
        assertEquals(compared ? 0 : 1, run.status(), run::output);
        assertTrue(run.output().contains("ratio = mpj / peer"), run::output);
        for (String size : List.of("0", "1024")) {
            assertTrue(run.output().lines().anyMatch(line -> line.matches(" +" + size + " .*blocks?.*")), run::output);
        }
        assertTrue(Files.readString(page).contains("<h2>Barrier</h2>"));
        assertEquals(compared, Files.exists(csv), run::output);
        if (compared) {
            assertTrue(Files.readString(csv).startsWith(CsvReport.HEADING));
        }
    }

    @Test
    void stateThatDoesNotComeIsNamed() throws Exception {
        JavaProcess run = compare("PingPong", "--peer", "again:mpj", "--sizes", "8", "--states",
            "siblings,neighbours,far", "--state-wait", "0");
        for (String state : List.of("siblings", "neighbours", "far")) {
            boolean seen = run.output().contains("  " + state + " (flag ");
            assertEquals(!seen, run.output().contains("# PingPong: the cores were at no time " + state
                + ", waited for at most 0 s"), run::output);
        }
        JavaProcess unknown = compare("--peer", "again:mpj", "--states", "near");
        assertEquals(1, unknown.status(), unknown::output);
        assertTrue(unknown.output().contains("state 'near' is not one of siblings, neighbours, far"), unknown::output);
    }

    @Test
    void jobThatEndsBeforeItConnectsIsNamedWithWhatItPrinted() throws Exception {
        new Scripts(home).write("broken/bin/mpirun", "echo out of slots; exit 7");
        compilerThatWorks();
        JavaProcess run = compare("--peer", "openmpi=" + home.resolve("broken"), "--sizes", "8");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output()
            .contains("bench compare imb: openmpi: ended with exit code 7 before its ranks connected")
            && run.output().contains("out of slots"), run::output);
    }

    private void compilerThatWorks() throws IOException {
        new Scripts(home).write("broken/bin/mpicc", "touch \"$3\"");
        Files.createDirectories(home.resolve("bench/native"));
        Files.createFile(home.resolve("bench/native/block_server.c"));
    }

    @Test
    void peerThatDiesMidwayIsNamedAndWhatWasMeasuredIsKept() throws Exception {
        new Scripts(home).write("broken/bin/mpirun", "for socket; do :; done; exec "
            + String.join(" ", JavaProcess.command(DyingPeer.class.getName())) + " \"$socket\"");
        compilerThatWorks();
        Path page = home.resolve("report.html");
        Path csv = home.resolve("report.csv");
        JavaProcess run = compare("--peer", "openmpi=" + home.resolve("broken"), "--sizes", "8,1k", "--iterations",
            "10", "--report", page.toString(), "--csv", csv.toString());
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("bench compare imb: openmpi: rank ")
            && run.output().contains(DyingPeer.LAST_WORDS), run::output);
        assertTrue(run.output().lines().anyMatch(line -> line.matches(" +8 .*blocks?.*")), run::output);
        assertTrue(Files.readString(page).contains("Incomplete, the run ended early: openmpi: rank "));
        // On a machine that never becomes quiet, no round is kept.
        boolean compared = run.output().lines().anyMatch(line -> line.matches(" +8 +10 +[0-9.]+ .*blocks?.*"));
        assertEquals(compared, Files.exists(csv), run::output);
        if (compared) {
            assertTrue(Files.readString(csv).startsWith(CsvReport.HEADING));
        }
    }

    @Test
    void sideThatIsNotBoundIsRefusedAndTheReportSaysSo() throws Exception {
        assumeTrue(Peer.fits(2), "two ranks are bound only where there are two cores");
        Path page = home.resolve("report.html");
        List<String> command = new ArrayList<>(JavaProcess.command("mpj.bench.compare.ImbCompare", "--peer",
            "free:mpj=--bind-to none", "--sizes", "8", "--report", page.toString()));
        command.add(1, "-Dmpj.home=" + home);
        JavaProcess run = JavaProcess.run(command);
        assertEquals(3, run.status(), run::output);
        assertTrue(run.output().contains("refusing to compare") && run.output().contains("free is not bound"),
            run::output);
        assertTrue(Files.readString(page).contains("Not a fair comparison: free is not bound"));
    }

    @Test
    void missingCompilerSaysWhatToDo() throws Exception {
        new Scripts(home).write("bare/bin/mpiexec", "exit 7");
        JavaProcess run = compare("--peer", "impi=" + home.resolve("bare"), "--sizes", "8");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("bench compare imb: no mpicc for peer 'impi' at"), run::output);
    }

    @Test
    void unknownOptionAndMoreRanksThanABenchmarkNeedsAreTold() throws Exception {
        JavaProcess option = compare("--fast");
        assertEquals(2, option.status(), option::output);
        assertTrue(option.output().contains("Unknown option: '--fast'"), option::output);
        JavaProcess ranks = compare("PingPong", "-np", "1", "--peer", "again:mpj", "--sizes", "8");
        assertEquals(1, ranks.status(), ranks::output);
        assertTrue(ranks.output().contains("PingPong needs 2 ranks, the job has 1"), ranks::output);
    }

    @Test
    void compilerThatFailsIsNamedWithWhatItPrinted() throws Exception {
        new Scripts(home).write("broken/bin/mpirun", "exit 7");
        new Scripts(home).write("broken/bin/mpicc", "echo no gcc here; exit 1");
        Files.createDirectories(home.resolve("bench/native"));
        Files.createFile(home.resolve("bench/native/block_server.c"));
        JavaProcess run = compare("--peer", "openmpi=" + home.resolve("broken"), "--sizes", "8");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("mpicc could not compile") && run.output().contains("no gcc here"),
            run::output);
    }

    @Test
    void unknownBenchmarkKeepsTheResultsBeforeIt() throws Exception {
        Path json = home.resolve("report.json");
        JavaProcess run = compare("Barrier", "PingPang", "--peer", "again:mpj", "--sizes", "8", "--json",
            json.toString());
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("Invalid benchmark name PingPang"), run::output);
        assertTrue(Files.readString(json).contains("\"benchmark\":\"Barrier\""), run::output);
        assertFalse(run.output().contains("Exception"), run::output);
    }
}
