package mpj.npb.bt;

import java.util.Map;
import mpj.npb.cfd.AlternatingDirections;
import mpj.npb.cfd.MultiPartition;
import mpj.npb.cfd.Problem;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * BT. Each time step is split into one part along each axis, so that every line has a block-tridiagonal system whose
 * blocks have five by five elements, one row and one column for each variable.
 */
public final class BlockTridiagonal implements Benchmark {
    private static final Map<ProblemClass, Problem> PROBLEMS = Map.of(
        ProblemClass.S, new Problem(12, 60, 0.01,
            new double[] {1.7034283709541311e-01, 1.2975252070034097e-02, 3.2527926989486055e-02,
                2.6436421275166801e-02, 1.9211784131744430e-01},
            new double[] {4.9976913345811579e-04, 4.5195666782961927e-05, 7.3973765172921357e-05,
                7.3821238632439731e-05, 8.9269630987491446e-04}),
        ProblemClass.W, new Problem(24, 200, 0.0008,
            new double[] {0.1125590409344e+03, 0.1180007595731e+02, 0.2710329767846e+02, 0.2469174937669e+02,
                0.2638427874317e+03},
            new double[] {0.4419655736008e+01, 0.4638531260002e+00, 0.1011551749967e+01, 0.9235878729944e+00,
                0.1018045837718e+02}),
        ProblemClass.A, new Problem(64, 200, 0.0008,
            new double[] {1.0806346714637264e+02, 1.1319730901220813e+01, 2.5974354511582465e+01,
                2.3665622544678910e+01, 2.5278963211748344e+02},
            new double[] {4.2348416040525025e+00, 4.4390282496995698e-01, 9.6692480136345650e-01,
                8.8302063039765474e-01, 9.7379901770829278e+00}),
        ProblemClass.B, new Problem(102, 200, 0.0003,
            new double[] {1.4233597229287254e+03, 9.9330522590150238e+01, 3.5646025644535285e+02,
                3.2485447959084092e+02, 3.2707541254659363e+03},
            new double[] {5.2969847140936856e+01, 4.4632896115670668e+00, 1.3122573342210174e+01,
                1.2006925323559144e+01, 1.2459576151035986e+02}),
        ProblemClass.C, new Problem(162, 200, 0.0001,
            new double[] {0.62398116551764615e+04, 0.50793239190423964e+03, 0.15423530093013596e+04,
                0.13302387929291190e+04, 0.11604087428436455e+05},
            new double[] {0.16462008369091265e+03, 0.11497107903824313e+02, 0.41207446207461508e+02,
                0.37087651059694167e+02, 0.36211053051841265e+03}));

    /** The official errors of BTIO: means over the steps that BTIO writes. */
    private static final Map<ProblemClass, double[]> MEAN_ERRORS = Map.of(
        ProblemClass.S, new double[] {0.1149036328945e+02, 0.9156788904727e+00, 0.2857899428614e+01,
            0.2598273346734e+01, 0.2652795397547e+02},
        ProblemClass.W, new double[] {0.6729594398612e+02, 0.5264523081690e+01, 0.1677107142637e+02,
            0.1508721463436e+02, 0.1477018363393e+03},
        ProblemClass.A, new double[] {0.6482218724961e+02, 0.5066461714527e+01, 0.1613931961359e+02,
            0.1452010201481e+02, 0.1420099377681e+03},
        ProblemClass.B, new double[] {0.1477545106464e+03, 0.1108895555053e+02, 0.3698065590331e+02,
            0.3310505581440e+02, 0.3157928282563e+03},
        ProblemClass.C, new double[] {0.2597156483475e+03, 0.1985384289495e+02, 0.6517950485788e+02,
            0.5757235541520e+02, 0.5215668188726e+03});

    @Override
    public String name() {
        return "BT";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.SQUARE;
    }

    @Override
    public void check(ProblemClass problem, int ranks) {
        MultiPartition.check(PROBLEMS.get(problem).edge(), ranks);
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = PROBLEMS.get(problemClass);
        return AlternatingDirections.run(problem, run, BlockSolver::new, operations(problem));
    }

    /** Runs BTIO, which is BT with an output of every fifth step. */
    public Outcome run(ProblemClass problemClass, Run run, AlternatingDirections.OutputFactory outputs) {
        Problem problem = PROBLEMS.get(problemClass).withErrors(MEAN_ERRORS.get(problemClass));
        return AlternatingDirections.run(problem, run, BlockSolver::new, outputs, operations(problem));
    }

    private static double operations(Problem problem) {
        double n = problem.edge();
        return 3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n;
    }
}
