package mpj.npb.cfd;

/**
 * The right-hand side of the equations: forcing, fluxes and their viscous parts by central differences, and fourth
 * differences. The cube has the same number of points along each axis, so the distance of points is the same along
 * each.
 */
public final class RightHandSide {
    private static final int HALO = Block.HALO;

    /** For differences between points: 1 / distance squared, and 1 / twice the distance. */
    private final double perSquare;
    private final double perTwo;
    private final double viscosity;
    private final double normalViscosity;
    /**
     * For the energy: the viscosity of the kinetic part, the conduction of the thermal part, and the viscosity of the
     * velocity along the derivative.
     */
    private final double energyViscosity;
    private final double conduction;
    private final double normalEnergyViscosity;

    /**
     * A row that is moved along x, so that a neighbour has the same index as a point. C2 can make vector instructions
     * of such loops.
     */
    private final double[][] before;
    private final double[][] after;
    private final double[] secondBefore;
    private final double[] secondAfter;
    private final double[] zeros;
    private final double[][] field = new double[Gas.VARIABLES + Block.AXES + 2][];

    /**
     * Prepares scratch rows.
     *
     * @param edge how many points an edge of the cube has
     * @param longest the length of a block's longest row, in points
     */
    public RightHandSide(int edge, int longest) {
        double n = edge - 1;
        perSquare = n * n;
        perTwo = n / 2;
        viscosity = Gas.C34 * perSquare;
        normalViscosity = Gas.C34_NORMAL * perSquare;
        energyViscosity = Gas.C34 * (1 - Gas.C1 * Gas.C1) * perSquare;
        conduction = Gas.C1345 * perSquare;
        normalEnergyViscosity = Gas.C34 / 6 * perSquare;
        int length = longest + 2 * HALO;
        before = new double[Gas.VARIABLES + Block.AXES + 2][length];
        after = new double[Gas.VARIABLES + Block.AXES + 2][length];
        secondBefore = new double[length];
        secondAfter = new double[length];
        zeros = new double[length];
    }

    /** Computes the right-hand side, times a factor, of a block whose halo is up to date. */
    public void apply(Block block, double factor) {
        for (int k = -1; k <= block.size(2); k++) {
            for (int j = -1; j <= block.size(1); j++) {
                derive(block, block.row(j, k));
            }
        }
        int from = block.from(0) + HALO;
        int to = block.to(0) + HALO;
        for (int k = block.from(2); k < block.to(2); k++) {
            for (int j = block.from(1); j < block.to(1); j++) {
                int row = block.row(j, k);
                for (int m = 0; m < Gas.VARIABLES; m++) {
                    System.arraycopy(block.forcing[m][row], from, block.rhs[m][row], from, to - from);
                }
                alongX(block, row, from, to);
                across(block, 1, row, 1, j, from, to);
                across(block, 2, row, block.rowStride(), k, from, to);
                if (factor != 1) {
                    for (int m = 0; m < Gas.VARIABLES; m++) {
                        Rows.scale(block.rhs[m][row], from, to, factor);
                    }
                }
            }
        }
    }

    /** Computes the values that follow from u in a row. */
    private void derive(Block block, int row) {
        int from = HALO - 1;
        int to = block.size(0) + HALO + 1;
        double[][][] u = block.u;
        Rows.velocities(u[0][row], u[1][row], u[2][row], u[3][row], block.inverseDensity[row], block.velocity[0][row],
            block.velocity[1][row], block.velocity[2][row], from, to);
        Rows.energies(u[1][row], u[2][row], u[3][row], u[Gas.ENERGY][row], block.inverseDensity[row],
            block.velocity[0][row], block.velocity[1][row], block.velocity[2][row], block.kinetic[row],
            block.pressure[row], from, to);
        Rows.conducted(block.kinetic[row], u[Gas.ENERGY][row], block.inverseDensity[row], block.conducted[row],
            energyViscosity, conduction, from, to);
    }

    /** The differences along y or z. There the neighbours of a row are other rows, at a stride. */
    private void across(Block block, int axis, int row, int stride, int position, int from, int to) {
        int less = row - stride;
        int more = row + stride;
        double diffusion = Gas.diffusion(axis) * perSquare;
        double[][][] u = block.u;
        double[][][] v = block.velocity;
        double[][] vn = v[axis];
        double[][] p = block.pressure;
        double[][] un = u[axis + 1];
        Rows.mass(block.rhs[0][row], u[0][less], u[0][row], u[0][more], un[less], un[more], from, to, diffusion,
            perTwo);
        for (int t = 0; t < Block.AXES; t++) {
            double[][] ut = u[t + 1];
            if (t != axis) {
                Rows.tangential(block.rhs[t + 1][row], ut[less], ut[row], ut[more], v[t][less], v[t][row], v[t][more],
                    vn[less], vn[more], from, to, diffusion, viscosity, perTwo);
            }
        }
        Rows.normal(block.rhs[axis + 1][row], un[less], un[row], un[more], vn[less], vn[row], vn[more], p[less],
            p[more], from, to, diffusion, normalViscosity, perTwo);
        double[][] e = u[Gas.ENERGY];
        double[][] c = block.conducted;
        Rows.energy(block.rhs[Gas.ENERGY][row], e[less], e[row], e[more], vn[less], vn[row], vn[more], c[less], c[row],
            c[more], p[less], p[more], from, to, diffusion, normalEnergyViscosity, perTwo);
        for (int m = 0; m < Gas.VARIABLES; m++) {
            double[][] um = u[m];
            double[] r = block.rhs[m][row];
            int global = block.low(axis) + position;
            int last = block.edge() - 1;
            if (global == 1) {
                Rows.smoothEdge(r, um[row], um[more], um[more + stride], from, to);
            } else if (global == last - 1) {
                Rows.smoothEdge(r, um[row], um[less], um[less - stride], from, to);
            } else {
                Rows.smooth(r, global == 2 ? zeros : um[less - stride], um[less], um[row], um[more],
                    global == last - 2 ? zeros : um[more + stride], from, to);
            }
        }
    }

    /** The differences along x. There the neighbours of a point are in its own row. */
    private void alongX(Block block, int row, int from, int to) {
        double diffusion = Gas.diffusion(0) * perSquare;
        double[][][] r = block.rhs;
        int v = Gas.VARIABLES;
        int c = v + Block.AXES;
        int p = c + 1;
        for (int m = 0; m < v; m++) {
            field[m] = block.u[m][row];
        }
        for (int axis = 0; axis < Block.AXES; axis++) {
            field[v + axis] = block.velocity[axis][row];
        }
        field[c] = block.conducted[row];
        field[p] = block.pressure[row];
        for (int f = 0; f < field.length; f++) {
            System.arraycopy(field[f], 0, before[f], 1, field[f].length - 1);
            System.arraycopy(field[f], 1, after[f], 0, field[f].length - 1);
        }
        Rows.mass(r[0][row], before[0], field[0], after[0], before[1], after[1], from, to, diffusion, perTwo);
        Rows.normal(r[1][row], before[1], field[1], after[1], before[v], field[v], after[v], before[p], after[p], from,
            to, diffusion, normalViscosity, perTwo);
        for (int t = 1; t < Block.AXES; t++) {
            Rows.tangential(r[t + 1][row], before[t + 1], field[t + 1], after[t + 1], before[v + t], field[v + t],
                after[v + t], before[v], after[v], from, to, diffusion, viscosity, perTwo);
        }
        Rows.energy(r[4][row], before[4], field[4], after[4], before[v], field[v], after[v], before[c], field[c],
            after[c], before[p], after[p], from, to, diffusion, normalEnergyViscosity, perTwo);
        for (int m = 0; m < Gas.VARIABLES; m++) {
            smoothAlongX(block, r[m][row], field[m], before[m], after[m], from, to);
        }
    }

    /**
     * The fourth differences along x. Next to the cube's surface they have other coefficients. These follow from the
     * usual coefficients if the value on the surface is 0, and the value beyond the surface is minus the value of the
     * point on the other side of it.
     */
    private void smoothAlongX(Block block, double[] r, double[] field, double[] less, double[] more, int from, int to) {
        System.arraycopy(field, 0, secondBefore, 2, field.length - 2);
        System.arraycopy(field, 2, secondAfter, 0, field.length - 2);
        if (block.isFirst(0)) {
            secondBefore[from] = -field[from];
            less[from] = 0;
            secondBefore[from + 1] = 0;
        }
        if (block.isLast(0)) {
            secondAfter[to - 1] = -field[to - 1];
            more[to - 1] = 0;
            secondAfter[to - 2] = 0;
        }
        Rows.smooth(r, secondBefore, less, field, more, secondAfter, from, to);
    }
}
