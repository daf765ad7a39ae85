package mpj.npb.lu;

import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Problem;

/**
 * The recurrence from point to point along a row: the product of the neighbour's block with its change, and the
 * solution with the block on the diagonal. The block on the diagonal is lower triangular, because the Jacobians of
 * viscosity are. The points of the cube are equally far apart along each axis, so the block has only three different
 * pivots: the first, one for all momentum, and one for energy.
 */
final class Recurrence {
    private final double flux;
    private final double viscous;
    private final double diffusion;
    /**
     * The diagonal: its value without viscosity, and what viscosity adds for momentum and for energy, times the
     * density.
     */
    private final double base;
    private final double perBase;
    private final double momentum;
    private final double energy;
    private final double[] perMomentum;
    private final double[] perEnergy;

    Recurrence(Problem problem, double relaxation, int length) {
        double n = problem.edge() - 1;
        double perSquare = problem.timeStep() * n * n;
        flux = relaxation * problem.timeStep() * n / 2;
        viscous = relaxation * perSquare;
        diffusion = viscous * Gas.diffusion(0);
        base = 1 + 2 * perSquare * (Gas.diffusion(0) + Gas.diffusion(1) + Gas.diffusion(2));
        perBase = 1 / base;
        momentum = 2 * perSquare * (Gas.C34_NORMAL + 2 * Gas.C34);
        energy = 2 * perSquare * Block.AXES * Gas.C1345;
        perMomentum = new double[length];
        perEnergy = new double[length];
    }

    private static void pivots(double[] perMomentum, double[] perEnergy, double[] per, double base, double momentum,
            double energy, int from, int to) {
        for (int i = from; i < to; i++) {
            perMomentum[i] = 1 / (base + momentum * per[i]);
            perEnergy[i] = 1 / (base + energy * per[i]);
        }
    }

    /** Goes through a row from its beginning. The solution replaces the row of changes. */
    void forward(Block block, int row, double[][] sums, int from, int to) {
        run(block, row, sums, from, to, from, 1, 0);
    }

    /** Goes through a row from its end. The solution is added to the row of changes. */
    void backward(Block block, int row, double[][] sums, int from, int to) {
        run(block, row, sums, from, to, to - 1, -1, 1);
    }

    private void run(Block block, int row, double[][] s, int from, int to, int first, int step, double kept) {
        pivots(perMomentum, perEnergy, block.inverseDensity[row], base, momentum, energy, from, to);
        double[][][] x = block.rhs;
        double[][][] v = block.velocity;
        along(x[0][row], x[1][row], x[2][row], x[3][row], x[4][row], s[0], s[1], s[2], s[3], s[4], v[0][row],
            v[1][row], v[2][row], block.inverseDensity[row], block.kinetic[row], block.u[4][row], first, to - from,
            step, -step * flux, kept);
    }

    /**
     * Goes on from a point, in steps of 1 or -1. The solution is added to a multiple of the row. C2 does not remove the
     * bounds checks of such an index. They cost no time, because each point waits for the one before, and the checks do
     * not wait.
     */
    private void along(double[] x0, double[] x1, double[] x2, double[] x3, double[] x4, double[] s0, double[] s1,
            double[] s2, double[] s3, double[] s4, double[] vx, double[] vy, double[] vz, double[] per,
            double[] kinetic, double[] e, int first, int count, int step, double flux, double kept) {
        double[] perMomentum = this.perMomentum;
        double[] perEnergy = this.perEnergy;
        double d = diffusion;
        double mu = viscous;
        double y0 = x0[first - step];
        double y1 = x1[first - step];
        double y2 = x2[first - step];
        double y3 = x3[first - step];
        double y4 = x4[first - step];
        double x = vx[first - step];
        double y = vy[first - step];
        double z = vz[first - step];
        double h = per[first - step];
        double q = kinetic[first - step];
        double energy = e[first - step] * h;
        int i = first;
        for (int n = 0; n < count; n++) {
            // How the velocity along each axis, the pressure and the temperature change at the neighbour.
            double c1 = y1 - x * y0;
            double c2 = y2 - y * y0;
            double c3 = y3 - z * y0;
            double work = x * c1 + y * c2 + z * c3;
            double pressure = Gas.C2 * (y4 - work - q * y0);
            double t0 = s0[i] - flux * y1 + d * y0;
            double t1 = s1[i] - flux * (x * (y1 + c1) + pressure) + mu * Gas.C34_NORMAL * h * c1 + d * y1;
            double t2 = s2[i] - flux * (x * y2 + y * c1) + mu * Gas.C34 * h * c2 + d * y2;
            double t3 = s3[i] - flux * (x * y3 + z * c1) + mu * Gas.C34 * h * c3 + d * y3;
            double t4 = s4[i] - flux * (x * (y4 + pressure) + (Gas.C1 * energy - Gas.C2 * q) * c1)
                + mu * h * conducted(x * c1, work, y4 - energy * y0) + d * y4;
            x = vx[i];
            y = vy[i];
            z = vz[i];
            h = per[i];
            q = kinetic[i];
            energy = e[i] * h;
            double p0 = t0 * perBase;
            double g = momentum * h * p0;
            double pivot = perMomentum[i];
            double p1 = (t1 + g * x) * pivot;
            double p2 = (t2 + g * y) * pivot;
            double p3 = (t3 + g * z) * pivot;
            double p4 = (t4 - (momentum - this.energy) * h * (x * p1 + y * p2 + z * p3 - 2 * q * p0)
                + this.energy * h * energy * p0) * perEnergy[i];
            y0 = kept * x0[i] + p0;
            x0[i] = y0;
            y1 = kept * x1[i] + p1;
            x1[i] = y1;
            y2 = kept * x2[i] + p2;
            x2[i] = y2;
            y3 = kept * x3[i] + p3;
            x3[i] = y3;
            y4 = kept * x4[i] + p4;
            x4[i] = y4;
            i += step;
        }
    }

    /** The energy that viscosity and conduction add. All axes but the first have the same formula. */
    private static double conducted(double along, double work, double heat) {
        return (Gas.C34_NORMAL - Gas.C34) * along + (Gas.C34 - Gas.C1345) * work + Gas.C1345 * heat;
    }
}
