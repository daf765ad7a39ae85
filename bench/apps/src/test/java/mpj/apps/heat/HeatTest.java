package mpj.apps.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleBinaryOperator;
import mpi.MPI;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HeatTest {
    @BeforeAll
    static void init() {
        if (!MPI.Initialized()) {
            MPI.Init(new String[0]);
        }
    }

    private static Options options(String... words) {
        Options options = new Options();
        new CommandLine(options).parseArgs(words);
        return options;
    }

    /** There are waves that a step only scales down, by a known factor. */
    @Test
    void wavesFadeAsTheyMust() {
        int grid = 40;
        Options options = options("--grid", "40", "--step-length", "0.01", "--tolerance", "1e-12");
        Heat heat = new Heat(options, MPI.COMM_WORLD);
        heat.set(waves(1, 1));
        int steps = 3;
        for (int step = 0; step < steps; step++) {
            int iterations = heat.step();
            // The plate consists of two waves, so two directions are enough, except for rounding. Other plates consist
            // of hundreds.
            assertTrue(iterations >= 2 && iterations <= 15, () -> iterations + " iterations");
        }
        double strength = 0.01 * (grid + 1) * (grid + 1);
        double error = heat.error(waves(Math.pow(fading(strength, grid, 1, 1), steps),
            Math.pow(fading(strength, grid, 3, 5), steps)));
        assertEquals(0, error, 1e-10);
        heat.free();
    }

    private static DoubleBinaryOperator waves(double one, double other) {
        return (x, y) -> one * Math.sin(Math.PI * x) * Math.sin(Math.PI * y)
            + other * Math.sin(3 * Math.PI * x) * Math.sin(5 * Math.PI * y);
    }

    private static double fading(double strength, int grid, int alongX, int alongY) {
        double x = Math.sin(Math.PI * alongX / (2 * (grid + 1.0)));
        double y = Math.sin(Math.PI * alongY / (2 * (grid + 1.0)));
        return 1 / (1 + 4 * strength * (x * x + y * y));
    }

    @Test
    void partsMakeThePlate() {
        int[] dims = {3, 2};
        int points = 0;
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 2; column++) {
                Part part = Part.of(11, dims, new int[] {row, column});
                assertTrue(part.rows() >= 3 && part.rows() <= 4 && part.columns() >= 5 && part.columns() <= 6);
                points += part.rows() * part.columns();
            }
        }
        assertEquals(11 * 11, points);
    }

    @Test
    void impossibleOptionsAreNamedWithTheirRemedy() {
        int[] dims = {4, 2};
        assertEquals("--grid 3 is wrong: too few points for 4 x 2 ranks; give at least 4, or fewer ranks",
            assertThrows(IllegalArgumentException.class, () -> options("--grid", "3").check(dims)).getMessage());
        assertEquals("--tolerance 0.0 is wrong: give a part above 0 and below 1, as 1e-8",
            assertThrows(IllegalArgumentException.class, () -> options("--tolerance", "0").check(dims)).getMessage());
        options().check(dims);
    }
}
