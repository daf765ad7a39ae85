package mpj.npb.mg;

import java.util.Arrays;
import mpi.MPI;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * MG: V-cycles of multigrid for Poisson's equation on a periodic cube. The benchmark accesses memory in order, and
 * exchanges long and short messages between neighbours.
 */
public final class Multigrid implements Benchmark {
    private static final double ERROR = 1e-8;
    private static final int OPERATIONS_PER_POINT = 58;

    @Override
    public String name() {
        return "MG";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.POWER_OF_TWO;
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = Problem.of(problemClass);
        int edge = problem.edge();
        VCycle cycle = new VCycle(problem, run);
        run.say(" Size: %4dx%4dx%4d%n Iterations: %4d%n", edge, edge, edge, problem.iterations());
        // A first untimed cycle loads all code and touches all memory.
        cycle.residual();
        cycle.norm();
        cycle.run();
        cycle.residual();
        cycle.reset();
        run.start();
        cycle.residual();
        cycle.norm();
        for (int iteration = 1; iteration <= problem.iterations(); iteration++) {
            if (iteration == 1 || iteration == problem.iterations() || iteration % 5 == 0) {
                run.say("  iter %4d", iteration);
            }
            cycle.run();
            cycle.residual();
        }
        double norm = cycle.norm();
        run.stop();
        run.say("%n L2 Norm is %20.13e", norm);
        return new Outcome(Outcome.grid(edge, edge, edge), problem.iterations(),
            OPERATIONS_PER_POINT * problem.points() * problem.iterations(), "floating point",
            Outcome.isClose(norm, problem.norm(), ERROR));
    }

    /** The grids of a rank, and the operations on them. */
    private static final class VCycle {
        private final Problem problem;
        private final Run run;
        private final Level[] levels;
        private final Level finest;
        private final Stencil stencil;
        private final Transfer transfer;
        private final Borders borders;
        private final double[][] charges;
        private final double[] norms = new double[2];

        VCycle(Problem problem, Run run) {
            this.problem = problem;
            this.run = run;
            Place place = Place.of(run.ranks().Size(), run.ranks().Rank());
            levels = Level.all(problem.log(), place);
            finest = levels[levels.length - 1];
            stencil = new Stencil(finest.nx);
            transfer = new Transfer(finest.nx);
            borders = new Borders(run, finest);
            charges = finest.newField();
            new Charges(place, finest, problem.edge()).put(charges, run.ranks());
            borders.fill(charges, finest);
        }

        void reset() {
            Level.clear(finest.u);
        }

        /** Computes the residual on the finest grid. */
        void residual() {
            residual(finest, charges);
        }

        private void residual(Level level, double[][] v) {
            stencil.add(level, Problem.MINUS_A, level.u, v, level.r);
            borders.fill(level.r, level);
        }

        private void smooth(Level level) {
            stencil.add(level, problem.smoother(), level.r, level.u, level.u);
            borders.fill(level.u, level);
        }

        /** Runs one cycle: down to the coarsest grid with the residual, and up again with the corrections. */
        void run() {
            for (int i = levels.length - 1; i > 0; i--) {
                transfer.project(levels[i], levels[i - 1]);
                borders.fill(levels[i - 1].r, levels[i - 1]);
            }
            Level.clear(levels[0].u);
            smooth(levels[0]);
            for (int i = 1; i < levels.length; i++) {
                Level level = levels[i];
                if (level != finest) {
                    Level.clear(level.u);
                }
                transfer.interpolate(levels[i - 1], level);
                borders.spread(level.u, level);
                residual(level, level == finest ? charges : level.r);
                smooth(level);
            }
        }

        /** The norm of the residual on the finest grid. */
        double norm() {
            Arrays.fill(norms, 0);
            for (int z = 1; z < finest.nz - 1; z++) {
                for (int y = 1; y < finest.ny - 1; y++) {
                    addNorms(finest.r[finest.row(y, z)], norms);
                }
            }
            run.communicationBegins();
            run.ranks().Allreduce(MPI.IN_PLACE, 0, norms, 0, 1, MPI.DOUBLE, MPI.MAX);
            run.ranks().Allreduce(MPI.IN_PLACE, 0, norms, 1, 1, MPI.DOUBLE, MPI.SUM);
            run.communicationEnds();
            return Math.sqrt(norms[1] / problem.points());
        }

        /** Adds a row to the norms: the largest absolute value, and the sum of the squares. */
        private static void addNorms(double[] row, double[] norms) {
            double largest = norms[0];
            double sum = norms[1];
            for (int x = 1; x < row.length - 1; x++) {
                largest = Math.max(largest, Math.abs(row[x]));
                sum += row[x] * row[x];
            }
            norms[0] = largest;
            norms[1] = sum;
        }
    }
}
