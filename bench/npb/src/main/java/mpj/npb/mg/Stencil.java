package mpj.npb.mg;

/**
 * Adds a symmetric stencil of 27 points, applied to a field, to another: the residual and the smoother of the V-cycle
 * are of this kind.
 */
final class Stencil {
    private final Neighbourhood neighbourhood;
    /** What points give to their neighbours along x, shifted: so the loop has one index, and becomes vectors. */
    private final double[] fromLeft;
    private final double[] fromRight;

    /** For rows that are no longer. */
    Stencil(int longest) {
        neighbourhood = new Neighbourhood(longest);
        fromLeft = new double[longest];
        fromRight = new double[longest];
    }

    /**
     * Makes to = from + S field, for all points of a rank. The layer around them gets what has no meaning.
     *
     * @param coefficients of the stencil S: of the point, and of its neighbours by a face, by an edge and by a corner
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
