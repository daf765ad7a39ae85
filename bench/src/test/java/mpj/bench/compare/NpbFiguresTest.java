package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class NpbFiguresTest {
    private static final String REPORT = """

         CG Benchmark Completed.
         Class           =                        S
         Time in seconds =                     0.25
         Mop/s total     =                   105.95
         Mop/s/process   =                    52.98
         Verification    =               %s
        """;

    @Test
    void reportIsRead() throws IOException {
        NpbFigures figures = NpbFigures.of(REPORT.formatted("SUCCESSFUL"));
        assertEquals(0.25, figures.seconds());
        assertEquals(105.95, figures.rate());
        assertTrue(figures.verified());
        assertTrue(Double.isNaN(figures.communication()));
        assertFalse(NpbFigures.of(REPORT.formatted("UNSUCCESSFUL")).verified());
    }

    /** The output of CG, whose names are right-justified in eight letters. */
    @Test
    void communicationIsTheAverageOverTheRanks() throws IOException {
        NpbFigures figures = NpbFigures.of(REPORT.formatted("SUCCESSFUL") + """
             nprocs =     2           minimum     maximum     average
             timer  1(total   ) :      0.2000      0.4000      0.3000
             timer  3(rcomm   ) :      0.0300      0.0700      0.0500
             timer  5( totcomp) :      0.1000      0.3000      0.2000
             timer  6( totcomm) :      0.0500      0.1000      0.0750
            """);
        assertEquals(0.25, figures.communication(), 1e-12);
    }

    /** IS is written in C, puts its colon elsewhere, and has no sum. */
    @Test
    void isHasOnlyOneTimerForCommunication() throws IOException {
        NpbFigures figures = NpbFigures.of(REPORT.formatted("SUCCESSFUL") + """
             timer  1 (total   ):      0.2000      0.4000      0.4000
             timer  3 (rcomm   ):      0.0300      0.0700      0.1000
            """);
        assertEquals(0.25, figures.communication(), 1e-12);
    }

    @Test
    void outputWithoutAReportIsShown() {
        IOException e = assertThrows(IOException.class, () -> NpbFigures.of("Segmentation fault"));
        assertTrue(e.getMessage().contains("Segmentation fault"), e::getMessage);
    }
}
