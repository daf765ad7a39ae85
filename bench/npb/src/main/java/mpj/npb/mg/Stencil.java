package mpj.npb.mg;

/**
 * Applies a symmetric stencil of 27 points to a field, and adds the result to another field. The residual and the
 * smoother of the V-cycle have this form.
 */
final class Stencil {
    private final Neighbourhood neighbourhood;
    /**
     * The sums that the points add to their neighbours along x, shifted. The loop then has one index, and becomes
     * vector instructions.
     */
    private final double[] fromLeft;
    private final double[] fromRight;

    /** Makes arrays for rows up to this length. */
    Stencil(int longest) {
        neighbourhood = new Neighbourhood(longest);
        fromLeft = new double[longest];
        fromRight = new double[longest];
    }

    /**
     * Computes to = from + S field for all points of a rank. The values in the layer around them are meaningless.
     *
     * @param coefficients the coefficients of the stencil S: for the point, and for its neighbours by a face, by an
     *   edge and by a corner
     */
    void add(Level level, double[] coefficients, double[][] field, double[][] from, double[][] to) {
        int nx = level.nx;
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                neighbourhood.apply(coefficients, field, level, y, z);
                System.arraycopy(neighbourhood.beside, 0, fromLeft, 1, nx - 1);
                System.arraycopy(neighbourhood.beside, 1, fromRight, 0, nx - 1);
                int row = level.row(y, z);
                add(from[row], neighbourhood.middle, fromLeft, fromRight, nx, to[row]);
            }
        }
    }

    private static void add(double[] from, double[] middle, double[] left, double[] right, int nx, double[] to) {
        for (int x = 0; x < nx; x++) {
            to[x] = from[x] + middle[x] + (left[x] + right[x]);
        }
    }
}
