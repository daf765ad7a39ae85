package mpj.npb.mg;

/**
 * Adds a symmetric stencil of 27 points, applied to a field, to another: the residual and the smoother of the V-cycle
 * are of this kind. It works on rows. What a row needs is first copied into buffers, so that all loops have the same
 * index into different arrays: then they become vector instructions. For a row and its neighbours along y and z
 * <ul>
 * <li>the sum over its four neighbours by a face is made of two rows of its plane and of one sum over both planes
 * beside it, and that by an edge of two such sums; each sum serves three rows;</li>
 * <li>what a point gives to its neighbours along x is the same to the left and to the right.</li>
 * </ul>
 */
final class Stencil {
    /** Rows of a plane, and sums of the rows beside them in the planes below and above: before, at and after. */
    private double[] before;
    private double[] here;
    private double[] after;
    private double[] sumBefore;
    private double[] sumHere;
    private double[] sumAfter;
    private final double[] above;
    private final double[] result;
    private final double[] given;
    private final double[] fromLeft;
    private final double[] fromRight;

    /** For rows that are no longer. */
    Stencil(int longest) {
        before = new double[longest];
        here = new double[longest];
        after = new double[longest];
        sumBefore = new double[longest];
        sumHere = new double[longest];
        sumAfter = new double[longest];
        above = new double[longest];
        result = new double[longest];
        given = new double[longest];
        fromLeft = new double[longest];
        fromRight = new double[longest];
    }

    /**
     * Makes to = from + S field, for all points of a rank.
     *
     * @param coefficients of the stencil S: of the point, and of its neighbours by a face, by an edge and by a corner
     */
    void add(Level level, double[] coefficients, double[] field, double[] from, double[] to) {
        int nx = level.nx;
        for (int z = 1; z < level.nz - 1; z++) {
            read(level, field, 0, z);
            advance();
            read(level, field, 1, z);
            for (int y = 1; y < level.ny - 1; y++) {
                advance();
                read(level, field, y + 1, z);
                int row = level.row(y, z);
                System.arraycopy(from, row, result, 0, nx);
                apply(before, here, after, sumBefore, sumHere, sumAfter, nx, coefficients[0], coefficients[1],
                    coefficients[2], coefficients[3], result, given);
                System.arraycopy(given, 0, fromLeft, 1, nx - 1);
                System.arraycopy(given, 1, fromRight, 0, nx - 1);
                addBoth(fromLeft, fromRight, nx, result);
                System.arraycopy(result, 1, to, row + 1, nx - 2);
            }
        }
    }

    /** Fills the buffers of the row after. */
    private void read(Level level, double[] field, int y, int z) {
        System.arraycopy(field, level.row(y, z), after, 0, level.nx);
        System.arraycopy(field, level.row(y, z - 1), sumAfter, 0, level.nx);
        System.arraycopy(field, level.row(y, z + 1), above, 0, level.nx);
        addTo(above, level.nx, sumAfter);
    }

    /** The row after becomes this, and this that before. */
    private void advance() {
        double[] free = before;
        before = here;
        here = after;
        after = free;
        double[] freeSum = sumBefore;
        sumBefore = sumHere;
        sumHere = sumAfter;
        sumAfter = freeSum;
    }

    private static void addTo(double[] row, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            sum[x] += row[x];
        }
    }

    private static void apply(double[] before, double[] here, double[] after, double[] sumBefore, double[] sumHere,
            double[] sumAfter, int nx, double point, double face, double edge, double corner, double[] result,
            double[] given) {
        for (int x = 0; x < nx; x++) {
            double faces = before[x] + after[x] + sumHere[x];
            double edges = sumBefore[x] + sumAfter[x];
            result[x] += point * here[x] + face * faces + edge * edges;
            given[x] = face * here[x] + edge * faces + corner * edges;
        }
    }

    private static void addBoth(double[] one, double[] other, int nx, double[] sum) {
        for (int x = 0; x < nx; x++) {
            sum[x] += one[x] + other[x];
        }
    }
}
