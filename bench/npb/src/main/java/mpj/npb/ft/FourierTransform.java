package mpj.npb.ft;

import java.util.Map;
import mpi.MPI;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * FT: transforms random numbers on a grid once. Then, for each time step, it multiplies each frequency by the factor
 * that is left of it, and transforms the numbers back. The ranks exchange all data in each transform.
 */
public final class FourierTransform implements Benchmark {
    private static final double ERROR = 1e-12;
    private static final int POINTS_SUMMED = 1024;

    /** The grid, and for each step the real and the imaginary part of the checksum. */
    private record Problem(int nx, int ny, int nz, double[] checksums) {
        int steps() {
            return checksums.length / 2;
        }

        double points() {
            return (double) nx * ny * nz;
        }
    }

    private static final Map<ProblemClass, Problem> PROBLEMS = Map.of(
        ProblemClass.S, new Problem(64, 64, 64, new double[] {
            5.546087004964E+02, 4.845363331978E+02, 5.546385409189E+02, 4.865304269511E+02,
            5.546148406171E+02, 4.883910722336E+02, 5.545423607415E+02, 4.901273169046E+02,
            5.544255039624E+02, 4.917475857993E+02, 5.542683411902E+02, 4.932597244941E+02}),
        ProblemClass.W, new Problem(128, 128, 32, new double[] {
            5.673612178944E+02, 5.293246849175E+02, 5.631436885271E+02, 5.282149986629E+02,
            5.594024089970E+02, 5.270996558037E+02, 5.560698047020E+02, 5.260027904925E+02,
            5.530898991250E+02, 5.249400845633E+02, 5.504159734538E+02, 5.239212247086E+02}),
        ProblemClass.A, new Problem(256, 256, 128, new double[] {
            5.046735008193E+02, 5.114047905510E+02, 5.059412319734E+02, 5.098809666433E+02,
            5.069376896287E+02, 5.098144042213E+02, 5.077892868474E+02, 5.101336130759E+02,
            5.085233095391E+02, 5.104914655194E+02, 5.091487099959E+02, 5.107917842803E+02}),
        ProblemClass.B, new Problem(512, 256, 256, new double[] {
            5.177643571579E+02, 5.077803458597E+02, 5.154521291263E+02, 5.088249431599E+02,
            5.146409228649E+02, 5.096208912659E+02, 5.142378756213E+02, 5.101023387619E+02,
            5.139626667737E+02, 5.103976610617E+02, 5.137423460082E+02, 5.105948019802E+02,
            5.135547056878E+02, 5.107404165783E+02, 5.133910925466E+02, 5.108576573661E+02,
            5.132470705390E+02, 5.109577278523E+02, 5.131197729984E+02, 5.110460304483E+02,
            5.130070319283E+02, 5.111252433800E+02, 5.129070537032E+02, 5.111968077718E+02,
            5.128182883502E+02, 5.112616233064E+02, 5.127393733383E+02, 5.113203605551E+02,
            5.126691062020E+02, 5.113735928093E+02, 5.126064276004E+02, 5.114218460548E+02,
            5.125504076570E+02, 5.114656139760E+02, 5.125002331720E+02, 5.115053595966E+02,
            5.124551951846E+02, 5.115415130407E+02, 5.124146770029E+02, 5.115744692211E+02}),
        ProblemClass.C, new Problem(512, 512, 512, new double[] {
            5.195078707457E+02, 5.149019699238E+02, 5.155422171134E+02, 5.127578201997E+02,
            5.144678022222E+02, 5.122251847514E+02, 5.140150594328E+02, 5.121090289018E+02,
            5.137550426810E+02, 5.121143685824E+02, 5.135811056728E+02, 5.121496764568E+02,
            5.134569343165E+02, 5.121870921893E+02, 5.133651975661E+02, 5.122193250322E+02,
            5.132955192805E+02, 5.122454735794E+02, 5.132410471738E+02, 5.122663649603E+02,
            5.131971141679E+02, 5.122830879827E+02, 5.131605205716E+02, 5.122965869718E+02,
            5.131290734194E+02, 5.123075927445E+02, 5.131012720314E+02, 5.123166486553E+02,
            5.130760908195E+02, 5.123241541685E+02, 5.130528295923E+02, 5.123304037599E+02,
            5.130310107773E+02, 5.123356167976E+02, 5.130103090133E+02, 5.123399592211E+02,
            5.129905029333E+02, 5.123435588985E+02, 5.129714421109E+02, 5.123465164008E+02}));

    @Override
    public String name() {
        return "FT";
    }

    @Override
    public RankCount rankCount() {
        return RankCount.POWER_OF_TWO;
    }

    @Override
    public void check(ProblemClass problemClass, int ranks) {
        Problem problem = PROBLEMS.get(problemClass);
        Grid.rows(problem.nx, problem.ny, problem.nz, ranks);
    }

    @Override
    public Outcome run(ProblemClass problemClass, Run run) {
        Problem problem = PROBLEMS.get(problemClass);
        Grid grid = Grid.of(problem.nx, problem.ny, problem.nz, run.ranks());
        run.say(" Processor array         : %5d x %4d%n Layout type             : %11s", grid.rows(), grid.columns(),
            grid.layout());
        Transform transform = new Transform(grid, run);
        Field start = new Field(grid);
        Field frequencies = new Field(grid);
        Field now = new Field(grid);
        double[] fading = new double[grid.points()];
        // As in NPB, the timed code is called once before, to touch all code and data.
        prepare(grid, start, fading);
        transform.forward(start, frequencies);
        frequencies.fade(fading, start);
        transform.backward(start, now);
        run.start();
        prepare(grid, start, fading);
        transform.forward(start, frequencies);
        double[] sums = new double[2 * problem.steps()];
        for (int step = 0; step < problem.steps(); step++) {
            frequencies.fade(fading, start);
            transform.backward(start, now);
            checksum(problem, grid, now, sums, step, run);
        }
        boolean verified = verify(problem, sums);
        run.stop();
        transform.free();
        double points = problem.points();
        double operations = points * (14.8157 + 7.19641 * Math.log(points)
            + (5.23518 + 7.21113 * Math.log(points)) * problem.steps());
        return new Outcome(Outcome.grid(problem.nx, problem.ny, problem.nz), problem.steps(), operations,
            "floating point", verified);
    }

    private static void prepare(Grid grid, Field start, double[] fading) {
        start.randomize(grid);
        grid.fading(fading);
    }

    /** Adds up some points of all ranks. The sums are on rank 0. */
    private static void checksum(Problem problem, Grid grid, Field field, double[] sums, int step, Run run) {
        double[] part = new double[2];
        for (int n = 1; n <= POINTS_SUMMED; n++) {
            int at = grid.index(n % problem.nx, 3 * n % problem.ny, 5 * n % problem.nz);
            if (at >= 0) {
                part[0] += field.re[at];
                part[1] += field.im[at];
            }
        }
        part[0] /= problem.points();
        part[1] /= problem.points();
        run.communicationBegins();
        run.ranks().Reduce(part, 0, sums, 2 * step, 2, MPI.DOUBLE, MPI.SUM, 0);
        run.communicationEnds();
        run.say(" T = %4d     Checksum = %22.12E %22.12E", step + 1, sums[2 * step], sums[2 * step + 1]);
    }

    private static boolean verify(Problem problem, double[] sums) {
        for (int i = 0; i < sums.length; i += 2) {
            double re = problem.checksums[i];
            double im = problem.checksums[i + 1];
            double error = Math.hypot(sums[i] - re, sums[i + 1] - im) / Math.hypot(re, im);
            // The comparison is negated so that NaN counts as wrong.
            if (!(error <= ERROR)) {
                return false;
            }
        }
        return true;
    }
}
