package mpj.npb.lu;

import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Problem;

/**
 * The products of the blocks beside the diagonal with the changes of the variables there. A block is a sum of
 * Jacobians: of the flux along an axis, of its viscous part, and of the second differences. Such a block times a vector
 * is the change of these three, and is computed as a change. The block itself is never made.
 */
final class Products {
    private final int axis;
    private final int second;
    private final int third;
    /**
     * Factors of the flux, of viscosity and of the second differences. Each includes the relaxation factor and the time
     * step.
     */
    private final double flux;
    private final double viscous;
    private final double diffusion;

    /**
     * Prepares the factors.
     *
     * @param axis the axis along which the neighbour lies
     * @param problem the problem and its time step
     * @param side 1 for the neighbour after, -1 for the neighbour before
     * @param relaxation the relaxation factor
     */
    Products(int axis, Problem problem, int side, double relaxation) {
        this.axis = axis;
        second = axis == 0 ? 1 : 0;
        third = axis == 2 ? 1 : 2;
        int n = problem.edge() - 1;
        flux = side * relaxation * problem.timeStep() * n / 2;
        viscous = relaxation * problem.timeStep() * n * n;
        diffusion = viscous * Gas.diffusion(axis);
    }

    static void times(double[] product, double[] row, double factor, int from, int to) {
        for (int i = from; i < to; i++) {
            product[i] = row[i] * factor;
        }
    }

    /** Subtracts the products with a row of changes from the sums. */
    void subtract(Block block, int row, double[][] sums, int from, int to) {
        double[][][] x = block.rhs;
        momentum(sums[0], sums[1 + second], sums[1 + third], x[0][row], x[1 + axis][row], x[1 + second][row],
            x[1 + third][row], block.velocity[axis][row], block.velocity[second][row], block.velocity[third][row],
            block.inverseDensity[row], from, to, flux, viscous * Gas.C34, diffusion);
        energy(sums[1 + axis], sums[4], x[0][row], x[1 + axis][row], x[1 + second][row], x[1 + third][row], x[4][row],
            block.velocity[axis][row], block.velocity[second][row], block.velocity[third][row],
            block.inverseDensity[row], block.kinetic[row], block.u[4][row], from, to, flux, viscous, diffusion);
    }

    /** The mass, and the momentum along the other axes. */
    private static void momentum(double[] s0, double[] s2, double[] s3, double[] x0, double[] x1, double[] x2,
            double[] x3, double[] v1, double[] v2, double[] v3, double[] per, int from, int to, double flux,
            double viscous, double diffusion) {
        for (int i = from; i < to; i++) {
            double mass = x0[i];
            double along = x1[i];
            double v = v1[i];
            double w2 = v2[i];
            double w3 = v3[i];
            double heavy = viscous * per[i];
            double faster = flux * (along - v * mass);
            double own = flux * v - diffusion;
            double other2 = x2[i];
            double other3 = x3[i];
            s0[i] -= flux * along - diffusion * mass;
            s2[i] -= own * other2 + w2 * faster - heavy * (other2 - w2 * mass);
            s3[i] -= own * other3 + w3 * faster - heavy * (other3 - w3 * mass);
        }
    }

    /** The momentum along the axis, and the energy. */
    private static void energy(double[] s1, double[] s4, double[] x0, double[] x1, double[] x2, double[] x3,
            double[] x4, double[] v1, double[] v2, double[] v3, double[] per, double[] kinetic, double[] e, int from,
            int to, double flux, double viscous, double diffusion) {
        for (int i = from; i < to; i++) {
            double mass = x0[i];
            double v = v1[i];
            double w2 = v2[i];
            double w3 = v3[i];
            double change1 = x1[i] - v * mass;
            double change2 = x2[i] - w2 * mass;
            double change3 = x3[i] - w3 * mass;
            double q = kinetic[i];
            double energy = e[i] * per[i];
            double heat = x4[i];
            double heavy = viscous * per[i];
            // Simplifies v x + w2 x2 + w3 x3, where each x is a change plus a velocity times the mass, and q is half
            // the velocity squared.
            double pressure = Gas.C2 * (heat - v * change1 - w2 * change2 - w3 * change3 - q * mass);
            double enthalpy = Gas.C1 * energy - Gas.C2 * q;
            s1[i] -= flux * (v * (x1[i] + change1) + pressure) - heavy * Gas.C34_NORMAL * change1 - diffusion * x1[i];
            s4[i] -= flux * (v * (heat + pressure) + enthalpy * change1)
                - heavy * ((Gas.C34_NORMAL - Gas.C1345) * v * change1
                    + (Gas.C34 - Gas.C1345) * (w2 * change2 + w3 * change3) + Gas.C1345 * (heat - energy * mass))
                - diffusion * heat;
        }
    }
}
