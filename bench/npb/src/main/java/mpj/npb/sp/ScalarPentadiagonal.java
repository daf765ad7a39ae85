package mpj.npb.sp;

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
 * SP. Each time step is split into one part along each axis. Each part is made diagonal in the variables, so that every
 * line has one pentadiagonal system for each variable.
 */
public final class ScalarPentadiagonal implements Benchmark {
    private static final Map<ProblemClass, Problem> PROBLEMS = Map.of(
        ProblemClass.S, new Problem(12, 100, 0.015,
            new double[] {2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02,
                1.5840557224455615e-02, 3.4849040609362460e-02},
            new double[] {2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05,
                1.5750704994480102e-05, 3.4177666183390531e-05}),
        ProblemClass.W, new Problem(36, 400, 0.0015,
            new double[] {0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03, 0.2887475409984e-03,
                0.3143611161242e-02},
            new double[] {0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04, 0.1128838671535e-04,
                0.1212845639773e-03}),
        ProblemClass.A, new Problem(64, 400, 0.0015,
            new double[] {2.4799822399300195, 1.1276337964368832, 1.5028977888770491, 1.4217816211695179,
                2.1292113035138280},
            new double[] {1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05,
                4.7671093939528255e-05, 1.3621613399213001e-04}),
        ProblemClass.B, new Problem(102, 400, 0.001,
            new double[] {0.6903293579998e+02, 0.3095134488084e+02, 0.4103336647017e+02, 0.3864769009604e+02,
                0.5643482272596e+02},
            new double[] {0.9810006190188e-02, 0.1022827905670e-02, 0.1720597911692e-02, 0.1694479428231e-02,
                0.1847456263981e-01}),
        ProblemClass.C, new Problem(162, 400, 0.00067,
            new double[] {0.5881691581829e+03, 0.2454417603569e+03, 0.3293829191851e+03, 0.3081924971891e+03,
                0.4597223799176e+03},
            new double[] {0.2598120500183e+00, 0.2590888922315e-01, 0.5132886416320e-01, 0.4806073419454e-01,
                0.5483377491301e+00}));

    @Override
    public String name() {
        return "SP";
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
        double n = problem.edge();
        return AlternatingDirections.run(problem, run, PentadiagonalSolver::new,
            881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4);
    }
}
