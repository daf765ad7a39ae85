package mpj.npb.cfd;

import java.util.ArrayList;
import java.util.List;
import mpj.npb.common.Outcome;
import mpj.npb.common.Run;

/** The time steps of SP and BT: the right-hand side, then a solver along each axis in turn. */
public final class AlternatingDirections {
    /** Solves along the axes. */
    public interface Solver {
        /** Turns the right-hand side into the form that the solver needs, before the first axis. */
        void begin();

        /** Solves along all lines of an axis. */
        void solve(int axis);

        /** Frees the communicators of the solver. */
        void free();
    }

    /** Makes a solver. */
    public interface SolverFactory {
        /** A solver for this rank's cells. */
        Solver of(Problem problem, MultiPartition partition, Run run);
    }

    /** Takes the variables at some of the steps, as in the form of BT that writes them into a file. */
    public interface Output {
        /** Writes the variables if the output has this step. The call belongs to the timed part. */
        void write(int step);

        /** Ends the output. The call belongs to the timed part. */
        void end();

        /** Reads each written step back into the cells, one step after the other, and runs the action after each. */
        void readBack(Runnable each);
    }

    /** Makes an output. */
    public interface OutputFactory {
        /** An output of this rank's cells. */
        Output of(Problem problem, MultiPartition partition);
    }

    private static final Output NONE = new Output() {
        @Override
        public void write(int step) {
            // The variables stay in memory.
        }

        @Override
        public void end() {
            // Nothing was begun.
        }

        @Override
        public void readBack(Runnable each) {
            each.run();
        }
    };

    private final Problem problem;
    private final Run run;
    private final Output output;
    private final Block[] cells;
    private final FaceExchange faces;
    private final RightHandSide operator;

    private AlternatingDirections(Problem problem, MultiPartition partition, Output output, Run run) {
        this.problem = problem;
        this.output = output;
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
     * @param problem the problem and its official result
     * @param run the ranks and the clock
     * @param factory makes the solver
     * @param operations how many operations NPB counts in a step
     */
    public static Outcome run(Problem problem, Run run, SolverFactory factory, double operations) {
        return run(problem, run, factory, (_, _) -> NONE, operations);
    }

    /**
     * Steps through the time, with an output. The official errors are means over all steps that the output reads back.
     *
     * @param problem the problem and its official result
     * @param run the ranks and the clock
     * @param factory makes the solver
     * @param outputs makes the output
     * @param operations how many operations NPB counts in a step
     */
    public static Outcome run(Problem problem, Run run, SolverFactory factory, OutputFactory outputs,
                              double operations) {
        MultiPartition partition = new MultiPartition(problem.edge(), run.messages().rank(), run.messages().size());
        Solver solver = factory.of(problem, partition, run);
        Output output = outputs.of(problem, partition);
        boolean verified = new AlternatingDirections(problem, partition, output, run).run(solver);
        solver.free();
        return new Outcome(Outcome.grid(problem.edge(), problem.edge(), problem.edge()), problem.steps(),
            problem.steps() * operations, "floating point", verified);
    }

    private boolean run(Solver solver) {
        // As in NPB, an untimed step comes first, to touch all code and data.
        initialize();
        step(solver);
        initialize();
        run.start();
        for (int step = 1; step <= problem.steps(); step++) {
            problem.sayStep(step, run);
            step(solver);
            output.write(step);
        }
        output.end();
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
        double[] errors = errors();
        double[] squares = new double[Gas.VARIABLES];
        rightHandSide();
        for (Block cell : cells) {
            cell.sumSquares(squares);
        }
        double[] residual = problem.norms(squares, run);
        for (int m = 0; m < residual.length; m++) {
            residual[m] /= problem.timeStep();
        }
        return problem.verify(residual, errors, run);
    }

    /** The norms of the error: means over the steps that the output reads back. */
    private double[] errors() {
        List<double[]> norms = new ArrayList<>();
        output.readBack(() -> {
            double[] sums = new double[Gas.VARIABLES];
            for (Block cell : cells) {
                cell.sumErrors(sums);
            }
            norms.add(problem.norms(sums, run));
        });
        double[] means = new double[Gas.VARIABLES];
        for (int m = 0; m < means.length; m++) {
            int variable = m;
            means[m] = norms.stream().mapToDouble(each -> each[variable]).average().orElse(Double.NaN);
        }
        return means;
    }
}
