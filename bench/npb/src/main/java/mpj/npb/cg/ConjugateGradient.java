package mpj.npb.cg;

import java.util.Arrays;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * CG: the inverse power method for an eigenvalue of a large sparse matrix. Conjugate gradients solve its systems. The
 * benchmark accesses memory in an irregular order and sends many short messages.
 */
public final class ConjugateGradient implements Benchmark {
    /** How many steps of conjugate gradients solve a system. */
    static final int STEPS = 25;

    private static final double ERROR = 1e-10;

    @Override
    public String name() {
        return "CG";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.POWER_OF_TWO;
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = Problem.of(problemClass);
        Grid grid = Grid.of(problem.order(), run.ranks().Size(), run.ranks().Rank());
        Exchange exchange = new Exchange(grid, run);
        Solver solver = new Solver(MatrixGenerator.generate(problem, grid), grid, exchange);
        run.say(" Size: %10d%n Iterations: %5d%n Number of nonzeroes per row: %8d%n Eigenvalue shift: %8.3f",
            problem.order(), problem.iterations(), problem.nonzeros(), problem.shift());
        int length = grid.columnBlock().length();
        double[] x = new double[length];
        double[] z = new double[length];
        double[] products = new double[2];
        // A first untimed iteration loads all code and touches all memory.
        Arrays.fill(x, 1);
        iterate(solver, exchange, x, z, products);
        Arrays.fill(x, 1);
        run.start();
        double zeta = 0;
        for (int iteration = 1; iteration <= problem.iterations(); iteration++) {
            double rest = iterate(solver, exchange, x, z, products);
            zeta = problem.shift() + 1 / products[0];
            if (iteration == 1) {
                run.say("%n   iteration           ||r||                 zeta");
            }
            if (iteration == 1 || iteration == problem.iterations() || iteration % 5 == 0) {
                run.say("    %5d      %21.14e%20.13f", iteration, rest, zeta);
            }
        }
        run.stop();
        return new Outcome(Integer.toString(problem.order()), problem.iterations(), problem.operations(),
            "floating point", Outcome.isClose(zeta, problem.zeta(), ERROR));
    }

    /**
     * Solves once, and makes the next vector from the solution.
     *
     * @param products receives two products: of x and z, and of z and z
     * @return the norm of the residual
     */
    private static double iterate(Solver solver, Exchange exchange, double[] x, double[] z, double[] products) {
        double rest = solver.solve(x, z);
        products[0] = Vectors.dot(x, z, x.length);
        products[1] = Vectors.dot(z, z, z.length);
        exchange.addUp(products);
        Vectors.scale(z, 1 / Math.sqrt(products[1]), x);
        return rest;
    }
}
