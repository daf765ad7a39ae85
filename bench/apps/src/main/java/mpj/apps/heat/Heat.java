package mpj.apps.heat;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpj.apps.Application;
import mpj.apps.Stopwatch;

/** {@code bin/bench app heat}. */
public final class Heat {
    private final Options options;
    private final Cartcomm ranks;
    private final int[] dims;
    private final Part part;
    private final ConjugateGradient solver;
    private final double[] heat;

    /** Makes a cold plate. */
    Heat(Options options, Intracomm world) {
        this.options = options;
        dims = new int[2];
        Cartcomm.Dims_create(world.Size(), dims);
        options.check(dims);
        ranks = world.Create_cart(dims, new boolean[2], false);
        part = Part.of(options.grid, dims, ranks.Coords(ranks.Rank()));
        double intervals = options.grid + 1;
        solver = new ConjugateGradient(ranks, part, options.stepLength * intervals * intervals, options.tolerance,
            options.most);
        heat = new double[part.length()];
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        Options options = new Options();
        Application.run("heat", options, arguments, world -> {
            Heat heat = new Heat(options, world);
            heat.run(System.out);
            heat.free();
        });
    }

    private void run(PrintStream out) {
        boolean prints = ranks.Rank() == 0;
        if (prints) {
            out.printf(Locale.ROOT, "# MPJ heat: %d x %d points, %d steps of %s, tolerance %s; %d x %d ranks%n",
                options.grid, options.grid, options.steps, options.stepLength, options.tolerance, dims[0], dims[1]);
        }
        for (int i = 0; i < options.warmUp; i++) {
            set(Heat::hotSquare);
            solver.solve(heat);
        }
        set(Heat::hotSquare);
        double communicationBefore = solver.communicationSeconds();
        ranks.Barrier();
        Stopwatch watch = new Stopwatch();
        int iterations = 0;
        for (int step = 1; step <= options.steps; step++) {
            watch.start();
            int needed = solver.solve(heat);
            watch.stop();
            iterations += needed;
            if (prints) {
                out.printf(Locale.ROOT, "step %4d: %6d iterations, residual %.6e%n", step, needed, solver.residual());
            }
        }
        double[] times = {watch.seconds(), solver.communicationSeconds() - communicationBefore};
        double[] all = new double[2];
        ranks.Reduce(times, 0, all, 0, 2, MPI.DOUBLE, MPI.SUM, 0);
        double middle = middle();
        if (prints) {
            double seconds = all[0] / ranks.Size();
            out.printf(Locale.ROOT, "iterations %d, heat in the middle %.10f%n", iterations, middle);
            out.printf(Locale.ROOT, "time %.4f s, %.1f million points/s, in calls of MPI %.1f %%%n", seconds,
                (double) options.grid * options.grid * iterations / seconds / 1e6, 100 * all[1] / all[0]);
        }
    }

    /** The plate is hot in the middle and cold around it. */
    private static double hotSquare(double x, double y) {
        return Math.abs(x - 0.5) < 0.25 && Math.abs(y - 0.5) < 0.25 ? 1 : 0;
    }

    /** Sets the heat at each point from its coordinates, which are between 0 and 1. */
    void set(DoubleBinaryOperator temperature) {
        for (int row = 1; row <= part.rows(); row++) {
            for (int column = 1; column <= part.columns(); column++) {
                heat[part.at(row, column)] = temperature.applyAsDouble(place(part.firstColumn() + column),
                    place(part.firstRow() + row));
            }
        }
    }

    private double place(int point) {
        return point / (options.grid + 1.0);
    }

    /** Does one step. Returns the number of iterations. */
    int step() {
        return solver.solve(heat);
    }

    /** The largest difference between the heat and its expected value on this rank. */
    double error(DoubleBinaryOperator expected) {
        double most = 0;
        for (int row = 1; row <= part.rows(); row++) {
            for (int column = 1; column <= part.columns(); column++) {
                most = Math.max(most, Math.abs(heat[part.at(row, column)] - expected.applyAsDouble(
                    place(part.firstColumn() + column), place(part.firstRow() + row))));
            }
        }
        return most;
    }

    /** The heat at the point in the middle. Only rank 0 gets it. */
    private double middle() {
        int row = (options.grid - 1) / 2 - part.firstRow();
        int column = (options.grid - 1) / 2 - part.firstColumn();
        boolean here = row >= 0 && row < part.rows() && column >= 0 && column < part.columns();
        double[] own = {here ? heat[part.at(row + 1, column + 1)] : 0};
        double[] sum = new double[1];
        ranks.Reduce(own, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        return sum[0];
    }

    void free() {
        solver.free();
        ranks.Free();
    }
}
