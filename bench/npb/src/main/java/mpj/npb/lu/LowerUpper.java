package mpj.npb.lu;

import java.util.Map;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Problem;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * LU: finds the steady state by over-relaxation, with a lower and an upper triangular system of blocks. Each sweep
 * through the cube is a pipeline over its planes: a rank begins with a plane as soon as the ranks before it have sent
 * their borders.
 */
public final class LowerUpper implements Benchmark {
    /** A problem, and the official surface integral at the end. */
    private record Relaxation(Problem problem, double integral) {
    }

    private static final Map<ProblemClass, Relaxation> PROBLEMS = Map.of(
        ProblemClass.S, new Relaxation(new Problem(12, 50, 0.5,
            new double[] {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
                1.5029584435994323e-03, 3.4264073155896461e-02},
            new double[] {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
                5.8474222595157350e-05, 1.3103347914111294e-03}), 7.8418928865937083e+00),
        ProblemClass.W, new Relaxation(new Problem(33, 300, 0.0015,
            new double[] {0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01,
                0.2826799444189e+02},
            new double[] {0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01,
                0.1084277417792e+01}), 0.1161399311023e+02),
        ProblemClass.A, new Relaxation(new Problem(64, 250, 2,
            new double[] {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,
                1.7845301160418537e+02, 1.8384760349464247e+03},
            new double[] {2.9964085685471943e+01, 2.8194576365003349e+00, 7.3473412698774742e+00,
                6.7139225687777051e+00, 7.0715315688392578e+01}), 2.6030925604886277e+01),
        ProblemClass.B, new Relaxation(new Problem(102, 250, 2,
            new double[] {3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,
                7.7812774739425265e+02, 7.3087969592545314e+03},
            new double[] {1.1401176380212709e+02, 8.1098963655421574e+00, 2.8480597317698308e+01,
                2.5905394567832939e+01, 2.6054907504857413e+02}), 4.7887162703308227e+01),
        ProblemClass.C, new Relaxation(new Problem(162, 250, 2,
            new double[] {1.03766980323537846e+04, 8.92212458801008552e+02, 2.56238814582660871e+03,
                2.19194343857831427e+03, 1.78078057261061185e+04},
            new double[] {2.15986399716949279e+02, 1.55789559239863600e+01, 5.41318863077207766e+01,
                4.82262643154045421e+01, 4.55902910043250358e+02}), 6.66404553572181300e+01));

    @Override
    public String name() {
        return "LU";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.GRID;
    }

    @Override
    public void check(ProblemClass problem, int ranks) {
        Decomposition.dims(PROBLEMS.get(problem).problem.edge(), ranks);
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Relaxation relaxation = PROBLEMS.get(problemClass);
        Problem problem = relaxation.problem;
        Decomposition decomposition = new Decomposition(problem.edge(), run);
        Solver solver = new Solver(problem, decomposition, run);
        // As in NPB, an untimed iteration comes first, to touch all code and data.
        solver.initialize();
        solver.relax();
        solver.initialize();
        run.start();
        for (int step = 1; step <= problem.steps(); step++) {
            problem.sayStep(step, run);
            solver.relax();
        }
        double[] squares = new double[Gas.VARIABLES];
        decomposition.block().sumSquares(squares);
        run.communicationBegins();
        double[] residual = problem.norms(squares, run);
        run.communicationEnds();
        run.stop();
        double[] errors = new double[Gas.VARIABLES];
        decomposition.block().sumErrors(errors);
        boolean verified = problem.verify(residual, problem.norms(errors, run), run);
        run.say(" Comparison of surface integral");
        verified &= Problem.compare("", SurfaceIntegral.of(decomposition.block(), run), relaxation.integral, run);
        decomposition.free();
        double n = problem.edge();
        double operations = problem.steps() * (1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010);
        return new Outcome(Outcome.grid(problem.edge(), problem.edge(), problem.edge()), problem.steps(), operations,
            "floating point", verified);
    }
}
