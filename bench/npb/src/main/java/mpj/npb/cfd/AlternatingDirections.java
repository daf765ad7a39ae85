package mpj.npb.cfd;

import mpj.npb.common.Outcome;
import mpj.npb.common.Run;

/** The time steps of SP and BT: the right-hand side, then a solver along each axis in turn. */
public final class AlternatingDirections {
    /** What solves along the axes. */
    public interface Solver {
        /** Makes what it needs of the right-hand side before the first axis. */
        void begin();

        /** Solves along all lines of an axis. */
        void solve(int axis);

        /** Ends it. */
        void free();
    }

    /** What makes a solver. */
    public interface SolverFactory {
        /** A solver for this rank's cells. */
        Solver of(Problem problem, MultiPartition partition, Run run);
    }

    private final Problem problem;
    private final Run run;
    private final Block[] cells;
    private final FaceExchange faces;
    private final RightHandSide operator;

    private AlternatingDirections(Problem problem, MultiPartition partition, Run run) {
        this.problem = problem;
        this.run = run;
        cells = partition.cells();
        faces = new FaceExchange(partition, run);
        operator = new RightHandSide(problem.edge(), partition.longestRow());
        for (Block cell : cells) {
            cell.force(operator);
        }
    }

    /**
     * Steps through the time.
     *
     * @param problem the problem
     * @param run the ranks
     * @param factory makes the solver
     * @param operations that NPB counts in a step
     */
    public static Outcome run(Problem problem, Run run, SolverFactory factory, double operations) {
        MultiPartition partition = new MultiPartition(problem.edge(), run.ranks().Rank(), run.ranks().Size());
        Solver solver = factory.of(problem, partition, run);
        boolean verified = new AlternatingDirections(problem, partition, run).run(solver);
        solver.free();
        return new Outcome(Outcome.grid(problem.edge(), problem.edge(), problem.edge()), problem.steps(),
            problem.steps() * operations, "floating point", verified);
    }

    private boolean run(Solver solver) {
        // As NPB has it, a step is done before, to touch all code and data.
        initialize();
        step(solver);
        initialize();
        run.start();
        for (int step = 1; step <= problem.steps(); step++) {
            problem.sayStep(step, run);
            step(solver);
        }
        run.stop();
        boolean verified = verify();
        faces.free();
        return verified;
    }

    private void initialize() {
        for (Block cell : cells) {
            cell.initialize();
        }
    }

    private void step(Solver solver) {
        rightHandSide();
        solver.begin();
        for (int axis = 0; axis < Block.AXES; axis++) {
            solver.solve(axis);
        }
        for (Block cell : cells) {
            cell.advance(1);
        }
    }

    private void rightHandSide() {
        faces.exchange();
        for (Block cell : cells) {
            operator.apply(cell, problem.timeStep());
        }
    }

    private boolean verify() {
        double[] errors = new double[Gas.VARIABLES];
        for (Block cell : cells) {
            cell.sumErrors(errors);
        }
        double[] squares = new double[Gas.VARIABLES];
        rightHandSide();
        for (Block cell : cells) {
            cell.sumSquares(squares);
        }
        double[] residual = problem.norms(squares, run);
        for (int m = 0; m < residual.length; m++) {
            residual[m] /= problem.timeStep();
        }
        return problem.verify(residual, problem.norms(errors, run), run);
    }
}
