package mpj.npb.ft;

import mpi.Intracomm;
import mpj.npb.common.Random;

/**
 * The points of the grid, and the points of this rank. The ranks form an array of rows and columns. The rows divide y
 * among them, and the columns divide z. In the space of the transform, the rows divide x, and the columns divide y. If
 * there is one row, NPB calls the layout 1D; if there are one row and one column, it calls the layout 0D.
 *
 * @param nx how many points there are along x
 * @param ny how many points there are along y
 * @param nz how many points there are along z
 * @param rows how many rows of ranks there are
 * @param columns how many columns of ranks there are
 * @param row the row of this rank
 * @param column the column of this rank
 */
record Grid(int nx, int ny, int nz, int rows, int columns, int row, int column) {
    /** The property for the number of rows. NPB reads this number from the file inputft.data. */
    private static final String ROWS = "npb.ft.rows";
    private static final long SEED = 314_159_265L;
    private static final double ALPHA = 1e-6;

    /** NPB's own choice of a layout: one row, unless there are more ranks than planes. */
    static Grid of(int nx, int ny, int nz, Intracomm ranks) {
        int columns = ranks.Size() / rows(nx, ny, nz, ranks.Size());
        return new Grid(nx, ny, nz, ranks.Size() / columns, columns, ranks.Rank() / columns, ranks.Rank() % columns);
    }

    /**
     * The number of rows of ranks.
     *
     * @throws IllegalArgumentException if the grid cannot be divided among this number of rows
     */
    static int rows(int nx, int ny, int nz, int ranks) {
        int rows = Integer.getInteger(ROWS, ranks <= nz ? 1 : nz);
        int columns = rows < 1 ? 0 : ranks / rows;
        if (rows * columns != ranks || Math.max(rows, columns) > Math.min(Math.min(nx, ny), nz)) {
            throw new IllegalArgumentException("npb: " + ranks + " ranks cannot be " + rows + " rows of "
                + columns + " for " + nx + " x " + ny + " x " + nz + " points; give -D" + ROWS + "= a power of two, so"
                + " that there are at most " + Math.min(Math.min(nx, ny), nz) + " rows and as many columns");
        }
        return rows;
    }

    /** NPB's name of the layout. */
    String layout() {
        if (rows > 1) {
            return "2D";
        }
        return columns > 1 ? "1D" : "0D";
    }

    /** How many points this rank has. */
    int points() {
        return (int) ((long) nx * ny * nz / (rows * columns));
    }

    /** How many points along y this rank has: the number of its lines along x in a plane. */
    int linesY() {
        return ny / rows;
    }

    /** How many planes this rank has. */
    int planes() {
        return nz / columns;
    }

    /** How many points along x this rank has in the space of the transform. */
    int cutX() {
        return nx / rows;
    }

    /** How many points along y this rank has in the space of the transform. */
    int cutY() {
        return ny / columns;
    }

    /** The index of a point of the whole grid on this rank, or -1 if another rank has the point. */
    int index(int x, int y, int z) {
        int lineY = y - row * linesY();
        int plane = z - column * planes();
        if (lineY < 0 || lineY >= linesY() || plane < 0 || plane >= planes()) {
            return -1;
        }
        return (plane * linesY() + lineY) * nx + x;
    }

    /** The random numbers at the beginning of this rank's part of a plane. */
    Random random(int plane) {
        Random random = new Random(SEED);
        random.skip(2L * nx * ((long) (column * planes() + plane) * ny + row * linesY()));
        return random;
    }

    /** How much of each frequency of this rank is left after a step, in the order of the transform's space. */
    void fading(double[] fading) {
        double[] x = fading(nx);
        double[] y = fading(ny);
        double[] z = fading(nz);
        int at = 0;
        for (int k = 0; k < nz; k++) {
            for (int j = 0; j < cutY(); j++) {
                fade(fading, at, x, row * cutX(), cutX(), z[k] * y[column * cutY() + j]);
                at += cutX();
            }
        }
    }

    /**
     * The factors along one axis. The exponential of a sum is the product of exponentials, so the axes can be computed
     * separately.
     */
    private static double[] fading(int n) {
        double[] fading = new double[n];
        for (int i = 0; i < n; i++) {
            int frequency = (i + n / 2) % n - n / 2;
            fading[i] = Math.exp(-4 * ALPHA * Math.PI * Math.PI * frequency * frequency);
        }
        return fading;
    }

    private static void fade(double[] fading, int at, double[] x, int from, int count, double factor) {
        for (int i = 0; i < count; i++) {
            fading[at + i] = x[from + i] * factor;
        }
    }
}
