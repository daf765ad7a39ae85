package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.bench.JavaProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command, with launchers, compilers and benchmarks that only print how they were called. */
class NpbCompareTest {
    private static final String REPORT = """
        echo ' Time in seconds =                     2.00'
        echo ' Mop/s total     =                    %d.00'
        echo ' Verification    =               SUCCESSFUL'
        [ "$NPB_TIMER_FLAG" = 0 ] || echo ' timer  1(total   ) :   2.0  2.0  2.0'
        [ "$NPB_TIMER_FLAG" = 0 ] || echo ' timer  6( totcomm) :   0.5  0.5  0.5'
        """;

    @TempDir
    Path home;

    @BeforeEach
    void install() throws IOException {
        new Scripts(home).write("bin/mpjrun", "case \"$*\" in *SP.S*) echo no square; exit 2 ;; esac\n"
            + REPORT.formatted(200));
        new Scripts(home).write("peer/bin/mpirun", "for program; do :; done; exec \"$program\"");
        new Scripts(home).write("peer/bin/mpif90", "");
        new Scripts(home).write("peer/bin/mpicc", "");
        for (String folder : List.of("sys", "common", "config")) {
            Files.createDirectories(home.resolve("npb").resolve(folder));
        }
        new Scripts(home).write("report", REPORT.formatted(100));
        Files.writeString(home.resolve("npb/Makefile"), """
            CG SP:
            \tgrep -q 'FFLAGS = -O1' config/make.def
            \tcp %1$s bin/cg.$(CLASS).x
            \tcp %1$s bin/sp.$(CLASS).x
            EP:
            \tgrep -q '^FFLAGS = -O1 -fallow-argument-mismatch -fallow-invalid-boz$$' config/make.def
            \tgrep -q '^CFLAGS = -O1$$' config/make.def
            \tcp %1$s bin/ep.$(CLASS).x
            FT:
            \tgrep -q '^FFLAGS = -O1 -fallow-argument-mismatch$$' config/make.def
            \tcp %1$s bin/ft.$(CLASS).x
            """.formatted(home.resolve("report")));
    }

    private JavaProcess compare(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(JavaProcess.command("mpj.bench.compare.NpbCompare", "--force",
            "--rounds", "2", "--peer", "openmpi=" + home.resolve("peer")));
        command.add(1, "-Dmpj.home=" + home);
        command.addAll(List.of(arguments));
        return JavaProcess.run(command);
    }

    @Test
    void bothSidesRunAndTheRestIsLeftOutWithItsReason() throws Exception {
        Path csv = home.resolve("table.csv");
        Path page = home.resolve("page.html");
        JavaProcess run = compare("--npb", home.resolve("npb").toString(), "--flags", "-O1", "--csv", csv.toString(),
            "--report", page.toString(), "SP", "cg");
        assertEquals(0, run.status(), run::output);
        assertTrue(run.output().contains("# SP.S is left out: mpj: ") && run.output().contains("no square"),
            run::output);
        assertTrue(run.output().contains("mpj takes 0.500 of openmpi"), run::output);
        assertEquals(List.of(NpbComparison.CSV_HEADING,
            "CG,S,2,2,mpj,2.00,200.00,0.2500,true,openmpi,2.00,100.00,0.2500,true,0.5000,0.5000,0.5000"),
            Files.readAllLines(csv));
        String html = Files.readString(page);
        assertTrue(html.contains("<td class=\"text\">CG.S</td>") && html.contains("SP.S is left out"), html);
    }

    @Test
    void compilersThatFailAreShown() throws Exception {
        JavaProcess run = compare("--npb", home.resolve("npb").toString(), "CG");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("CG CLASS=S failed; --flags sets the options of the compilers"), run::output);
    }

    @Test
    void fortranIsTakenLenientlyWhereItsCompilerKnowsTheFlag() throws Exception {
        String npb = home.resolve("npb").toString();
        JavaProcess knows = compare("--npb", npb, "--flags", "-O1", "EP");
        assertEquals(0, knows.status(), knows::output);
        new Scripts(home).write("peer/bin/mpif90", "case \"$*\" in *-fallow-invalid-boz*) exit 1 ;; esac");
        JavaProcess knowsNot = compare("--npb", npb, "--flags", "-O1", "FT");
        assertEquals(0, knowsNot.status(), knowsNot::output);
    }

    @Test
    void folderWithoutSourcesIsRefused() throws Exception {
        JavaProcess run = compare("--npb", home.resolve("bin").toString(), "CG");
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("this is no source folder of NPB's MPI version"), run::output);
        JavaProcess without = compare("CG");
        assertTrue(without.output().contains("--npb is missing: the folder NPB3.4-MPI"), without::output);
    }
}
