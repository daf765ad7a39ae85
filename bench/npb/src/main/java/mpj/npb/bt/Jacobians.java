package mpj.npb.bt;

import java.util.Arrays;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Lines;
import mpj.npb.cfd.Problem;

/**
 * Makes the blocks of the systems along an axis. Each block is a sum of three Jacobians at one position: those of the
 * flux, of its viscous part, and of the second differences. The block below the diagonal uses the position before, and
 * the block above the diagonal uses the position after.
 */
final class Jacobians {
    /** The indices of the fields of the lines. */
    private static final int INVERSE_DENSITY = 0;
    private static final int VELOCITY = 1;
    private static final int KINETIC = 4;
    private static final int ENERGY = 5;

    private final int axis;
    /** The other axes. */
    private final int second;
    private final int third;
    /** The time step divided by the square of the distance of points, and divided by twice this distance. */
    private final double perSquare;
    private final double perTwo;
    private final double diffusion;

    Jacobians(int axis, Problem problem) {
        this.axis = axis;
        second = axis == 0 ? 1 : 0;
        third = axis == 2 ? 1 : 2;
        int n = problem.edge() - 1;
        perSquare = problem.timeStep() * n * n;
        perTwo = problem.timeStep() * n / 2;
        diffusion = perSquare * Gas.diffusion(axis);
    }

    /**
     * Rows for a block below the diagonal. The elements that are the same at all points are already set and never
     * change.
     */
    Elements newBelow(int length) {
        return block(length, -perTwo, -diffusion);
    }

    /** Rows for a block above the diagonal. Its constant elements are set. */
    Elements newAbove(int length) {
        return block(length, perTwo, -diffusion);
    }

    /** Rows for a block on the diagonal. Its constant elements are set. */
    Elements newDiagonal(int length) {
        return block(length, 0, 1 + 2 * diffusion);
    }

    private Elements block(int length, double flux, double constant) {
        Elements elements = Elements.ofLength(length);
        double[][] block = elements.rows;
        Arrays.fill(block[0], constant);
        // The flux of mass is the momentum along the axis. The flux of that momentum depends on the pressure, and so on
        // the energy.
        Arrays.fill(block[1 + axis], flux);
        Arrays.fill(block[5 * (1 + axis) + 4], Gas.C2 * flux);
        return elements;
    }

    /** Makes the block below the diagonal that the position after this one needs. */
    void below(Lines cell, int sheet, int position, Elements block) {
        make(cell, sheet, position, block, -perTwo, -perSquare, -diffusion);
    }

    /** Makes the block above the diagonal that the position before this one needs. */
    void above(Lines cell, int sheet, int position, Elements block) {
        make(cell, sheet, position, block, perTwo, -perSquare, -diffusion);
    }

    /** Makes the block on the diagonal of this position. */
    void diagonal(Lines cell, int sheet, int position, Elements block) {
        make(cell, sheet, position, block, 0, 2 * perSquare, 1 + 2 * diffusion);
    }

    /**
     * Makes a block: the Jacobian of the flux times the first factor, plus that of its viscous part times the second
     * factor, plus a constant on the diagonal.
     */
    private void make(Lines cell, int sheet, int position, Elements block, double flux, double viscous,
            double constant) {
        double[][] b = block.rows;
        int from = cell.from();
        int to = cell.to();
        int row = cell.fieldRow(sheet, position);
        double[] per = cell.field(INVERSE_DENSITY)[row];
        double[] v = cell.field(VELOCITY + axis)[row];
        double[] v2 = cell.field(VELOCITY + second)[row];
        double[] v3 = cell.field(VELOCITY + third)[row];
        double[] q = cell.field(KINETIC)[row];
        double[] e = cell.field(ENERGY)[row];
        int normal = 5 * (1 + axis);
        int first = 5 * (1 + second);
        int other = 5 * (1 + third);
        int energy = 20;
        tangential(b[first], b[first + 1 + second], b[first + 1 + axis], per, v, v2, from, to, flux, viscous, constant);
        tangential(b[other], b[other + 1 + third], b[other + 1 + axis], per, v, v3, from, to, flux, viscous, constant);
        normal(b[normal], b[normal + 1 + axis], b[normal + 1 + second], b[normal + 1 + third], per, v, v2, v3, q, from,
            to, flux, viscous, constant);
        energyOfMass(b[energy], b[energy + 4], per, v, v2, v3, q, e, from, to, flux, viscous, constant);
        energyOfMomentum(b[energy + 1 + axis], b[energy + 1 + second], b[energy + 1 + third], per, v, v2, v3, q, e,
            from, to, flux, viscous);
    }

    /**
     * The row of the momentum along another axis, whose velocity is w. It depends on mass, on itself, and on the
     * momentum along the axis.
     */
    private static void tangential(double[] mass, double[] own, double[] along, double[] per, double[] v, double[] w,
            int from, int to, double flux, double viscous, double constant) {
        for (int i = from; i < to; i++) {
            double speed = w[i];
            double fluxTimesV = flux * v[i];
            double heavy = viscous * Gas.C34 * per[i];
            mass[i] = -speed * (fluxTimesV + heavy);
            own[i] = fluxTimesV + heavy + constant;
            along[i] = flux * speed;
        }
    }

    /** The row of the momentum along the axis. */
    private static void normal(double[] mass, double[] own, double[] second, double[] third, double[] per, double[] v,
            double[] v2, double[] v3, double[] q, int from, int to, double flux, double viscous, double constant) {
        for (int i = from; i < to; i++) {
            double speed = v[i];
            double heavy = viscous * Gas.C34_NORMAL * per[i];
            mass[i] = flux * (Gas.C2 * q[i] - speed * speed) - heavy * speed;
            own[i] = flux * (2 - Gas.C2) * speed + heavy + constant;
            second[i] = -Gas.C2 * flux * v2[i];
            third[i] = -Gas.C2 * flux * v3[i];
        }
    }

    /** The part of the row of the energy that depends on the mass and on the energy itself. */
    private static void energyOfMass(double[] mass, double[] own, double[] per, double[] v, double[] v2, double[] v3,
            double[] q, double[] e, int from, int to, double flux, double viscous, double constant) {
        for (int i = from; i < to; i++) {
            double speed = v[i];
            double energy = e[i] * per[i];
            double heavy = viscous * per[i];
            mass[i] = flux * speed * (2 * Gas.C2 * q[i] - Gas.C1 * energy)
                - heavy * ((Gas.C34_NORMAL - Gas.C1345) * speed * speed
                    + (Gas.C34 - Gas.C1345) * (v2[i] * v2[i] + v3[i] * v3[i]) + Gas.C1345 * energy);
            own[i] = flux * Gas.C1 * speed + heavy * Gas.C1345 + constant;
        }
    }

    /** The part of the row of the energy that depends on the momentum along the axis and along the other axes. */
    private static void energyOfMomentum(double[] along, double[] second, double[] third, double[] per, double[] v,
            double[] v2, double[] v3, double[] q, double[] e, int from, int to, double flux, double viscous) {
        for (int i = from; i < to; i++) {
            double speed = v[i];
            double heavy = viscous * per[i];
            along[i] = flux * (Gas.C1 * e[i] * per[i] - Gas.C2 * (speed * speed + q[i]))
                + heavy * (Gas.C34_NORMAL - Gas.C1345) * speed;
            double others = heavy * (Gas.C34 - Gas.C1345) - Gas.C2 * flux * speed;
            second[i] = others * v2[i];
            third[i] = others * v3[i];
        }
    }
}
