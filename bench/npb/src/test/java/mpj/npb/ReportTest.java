package mpj.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.Run;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static String text(boolean withCommunication) {
        Outcome outcome = new Outcome(Outcome.grid(32, 32, 32), 4, 8e6, "floating point", true);
        Run.Times times = new Run.Times(withCommunication, new double[] {1, 1, 0.5}, new double[] {2, 1.5, 1},
            new double[] {1.5, 1.25, 0.75});
        return new Report("MG", ProblemClass.S, outcome, times, 4, 5).text();
    }

    @Test
    void reportHasNpbsLines() {
        List<String> lines = text(false).lines().filter(line -> !line.contains("Java")).toList();
        assertEquals(List.of("", "", " MG Benchmark Completed.",
            " Class           =                        S",
            " Size            =             32x  32x  32",
            " Iterations      =                        4",
            " Time in seconds =                     2.00",
            " Total processes =                        5",
            " Active processes=                        4",
            " Mop/s total     =                     4.00",
            " Mop/s/process   =                     0.80",
            " Operation type  =           floating point",
            " Verification    =               SUCCESSFUL",
            " Version         =                      3.4", ""), lines);
    }

    @Test
    void timersMatchNpb() {
        List<String> lines = text(true).lines().filter(line -> line.contains("nprocs") || line.contains("timer"))
            .toList();
        assertEquals(List.of(" nprocs =     4           minimum     maximum     average",
            " timer  1(total   ) :      1.0000      2.0000      1.5000",
            " timer  2(totcomp ) :      1.0000      1.5000      1.2500",
            " timer  3(totcomm ) :      0.5000      1.0000      0.7500"), lines);
    }
}
