package mpj.npb.cfd;

import java.util.Arrays;

/**
 * A box of the cube's points, with the fields on them. Rows lie along x. Around the box is a halo of {@link #HALO}
 * points on each side for the points of the neighbours.
 */
public final class Block {
    /** How many points the halo is wide. */
    public static final int HALO = 2;
    /** The number of axes. */
    public static final int AXES = 3;

    private final int edge;
    private final int[] low;
    private final int[] size;

    /** The variables: for each variable its rows, by {@link #row}. */
    public final double[][][] u;
    /** The change of u. It first has the right-hand side, which solvers turn into the change. */
    public final double[][][] rhs;
    /** The part of the right-hand side that does not depend on u. */
    final double[][][] forcing;

    /** The values that follow from u: the velocities, 1 / density, half the velocity squared, pressure. */
    public final double[][][] velocity;
    public final double[][] inverseDensity;
    public final double[][] kinetic;
    public final double[][] pressure;
    /**
     * The field for the second differences in the energy. It lacks the part of the velocity along the direction of a
     * difference.
     */
    final double[][] conducted;

    /**
     * Makes a box whose fields are 1 in density and energy, and 0 in momentum.
     *
     * @param edge how many points an edge of the cube has
     * @param low the first point of the box, by axis
     * @param size how many points the box has, by axis
     */
    public Block(int edge, int[] low, int[] size) {
        this.edge = edge;
        this.low = low.clone();
        this.size = size.clone();
        u = variables();
        rhs = variables();
        forcing = variables();
        velocity = new double[AXES][][];
        Arrays.setAll(velocity, axis -> field());
        inverseDensity = field();
        kinetic = field();
        pressure = field();
        conducted = field();
        for (double[][] ones : new double[][][] {u[0], u[Gas.ENERGY]}) {
            for (double[] row : ones) {
                Arrays.fill(row, 1);
            }
        }
    }

    private double[][][] variables() {
        double[][][] variables = new double[Gas.VARIABLES][][];
        Arrays.setAll(variables, m -> field());
        return variables;
    }

    /** A field of zeros. */
    public double[][] field() {
        return new double[(size[1] + 2 * HALO) * (size[2] + 2 * HALO)][size[0] + 2 * HALO];
    }

    /** How many points an edge of the cube has. */
    public int edge() {
        return edge;
    }

    /** How many points the box has along an axis. */
    public int size(int axis) {
        return size[axis];
    }

    /** Where the box begins in the cube. */
    public int low(int axis) {
        return low[axis];
    }

    /** Whether the box begins at the cube's surface. */
    public boolean isFirst(int axis) {
        return low[axis] == 0;
    }

    /** Whether the box ends at the cube's surface. */
    public boolean isLast(int axis) {
        return low[axis] + size[axis] == edge;
    }

    /** The first point of the box that is not on the cube's surface. */
    public int from(int axis) {
        return isFirst(axis) ? 1 : 0;
    }

    /** The end of the points that are not on the cube's surface. */
    public int to(int axis) {
        return size[axis] - (isLast(axis) ? 1 : 0);
    }

    /** The row of j and k. In this row, point i is at i + {@link #HALO}. */
    public int row(int j, int k) {
        return (k + HALO) * (size[1] + 2 * HALO) + j + HALO;
    }

    /** How far apart two rows are that are neighbours along z. Neighbours along y follow each other. */
    public int rowStride() {
        return size[1] + 2 * HALO;
    }

    private double coordinate(int axis, int index) {
        return (double) (low[axis] + index) / (edge - 1);
    }

    /**
     * Sets the variables to their first values, which are interpolated between the six sides of the cube. On the sides
     * they are exact.
     */
    public void initialize() {
        for (int k = 0; k < size[2]; k++) {
            double z = coordinate(2, k);
            for (int j = 0; j < size[1]; j++) {
                double y = coordinate(1, j);
                for (int i = 0; i < size[0]; i++) {
                    double x = coordinate(0, i);
                    boolean inside = low[0] + i > 0 && low[0] + i < edge - 1 && low[1] + j > 0
                        && low[1] + j < edge - 1 && low[2] + k > 0 && low[2] + k < edge - 1;
                    for (int m = 0; m < u.length; m++) {
                        u[m][row(j, k)][i + HALO] = inside ? between(m, x, y, z) : ExactSolution.at(m, x, y, z);
                    }
                }
            }
        }
    }

    /** Interpolates a variable between the six sides: transfinite interpolation. */
    private static double between(int m, double x, double y, double z) {
        double px = (1 - x) * ExactSolution.at(m, 0, y, z) + x * ExactSolution.at(m, 1, y, z);
        double py = (1 - y) * ExactSolution.at(m, x, 0, z) + y * ExactSolution.at(m, x, 1, z);
        double pz = (1 - z) * ExactSolution.at(m, x, y, 0) + z * ExactSolution.at(m, x, y, 1);
        return px + py + pz - px * py - py * pz - pz * px + px * py * pz;
    }

    /** Sets the variables to the exact solution. This includes the halo. */
    private void solve() {
        for (int k = -HALO; k < size[2] + HALO; k++) {
            for (int j = -HALO; j < size[1] + HALO; j++) {
                for (int i = -HALO; i < size[0] + HALO; i++) {
                    for (int m = 0; m < u.length; m++) {
                        u[m][row(j, k)][i + HALO] =
                            ExactSolution.at(m, coordinate(0, i), coordinate(1, j), coordinate(2, k));
                    }
                }
            }
        }
    }

    /**
     * Finds the forcing that makes the exact solution steady. It is minus the right-hand side for the exact solution.
     */
    public void force(RightHandSide operator) {
        double[][][] kept = new double[u.length][][];
        for (int m = 0; m < u.length; m++) {
            kept[m] = Arrays.stream(u[m]).map(double[]::clone).toArray(double[][]::new);
        }
        solve();
        operator.apply(this, 1);
        for (int m = 0; m < u.length; m++) {
            for (int row = 0; row < u[m].length; row++) {
                for (int i = 0; i < u[m][row].length; i++) {
                    forcing[m][row][i] = -rhs[m][row][i];
                }
                u[m][row] = kept[m][row];
            }
        }
    }

    /** Adds to u a multiple of the change that the solver made from the right-hand side. */
    public void advance(double factor) {
        int from = from(0) + HALO;
        int to = to(0) + HALO;
        for (int m = 0; m < u.length; m++) {
            for (int k = from(2); k < to(2); k++) {
                for (int j = from(1); j < to(1); j++) {
                    Rows.add(u[m][row(j, k)], rhs[m][row(j, k)], from, to, factor);
                }
            }
        }
    }

    /** Adds, for each variable, the squares of its right-hand side in the interior of the cube to the sums. */
    public void sumSquares(double[] sums) {
        for (int m = 0; m < u.length; m++) {
            for (int k = from(2); k < to(2); k++) {
                for (int j = from(1); j < to(1); j++) {
                    double[] row = rhs[m][row(j, k)];
                    for (int i = from(0) + HALO; i < to(0) + HALO; i++) {
                        sums[m] += row[i] * row[i];
                    }
                }
            }
        }
    }

    /** Adds, for each variable, the squares of its error to the sums. */
    public void sumErrors(double[] sums) {
        for (int m = 0; m < u.length; m++) {
            for (int k = 0; k < size[2]; k++) {
                for (int j = 0; j < size[1]; j++) {
                    for (int i = 0; i < size[0]; i++) {
                        double error = u[m][row(j, k)][i + HALO]
                            - ExactSolution.at(m, coordinate(0, i), coordinate(1, j), coordinate(2, k));
                        sums[m] += error * error;
                    }
                }
            }
        }
    }
}
