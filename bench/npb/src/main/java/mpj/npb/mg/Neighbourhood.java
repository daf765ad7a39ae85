package mpj.npb.mg;

/**
 * A symmetric stencil of 27 points, applied to a row. The row and its eight neighbours along y and z give two weighted
 * sums at each point: one for the point itself, and one that the point adds to each of its two neighbours along x. All
 * rows are separate arrays with the same index, so the loop becomes vector instructions.
 */
final class Neighbourhood {
    /** The sum for the point itself. */
    final double[] middle;
    /** The sum that each point adds to the points before and after it. */
    final double[] beside;

    /** Makes arrays for rows up to this length. */
    Neighbourhood(int longest) {
        middle = new double[longest];
        beside = new double[longest];
    }

    /**
     * Computes both sums for a row of a field.
     *
     * @param weights the weights of the point, and of its neighbours by a face, by an edge and by a corner
     */
    void apply(double[] weights, double[][] field, Level level, int y, int z) {
        int here = level.row(y, z);
        int below = level.row(y, z - 1);
        int above = level.row(y, z + 1);
        apply(field[below - 1], field[below], field[below + 1], field[here - 1], field[here], field[here + 1],
            field[above - 1], field[above], field[above + 1], level.nx, weights[0], weights[1], weights[2], weights[3],
            middle, beside);
    }

    private static void apply(double[] belowBefore, double[] below, double[] belowAfter, double[] before, double[] here,
            double[] after, double[] aboveBefore, double[] above, double[] aboveAfter, int nx, double point,
            double face, double edge, double corner, double[] middle, double[] beside) {
        for (int x = 0; x < nx; x++) {
            double faces = before[x] + after[x] + (below[x] + above[x]);
            double edges = belowBefore[x] + belowAfter[x] + (aboveBefore[x] + aboveAfter[x]);
            middle[x] = point * here[x] + face * faces + edge * edges;
            beside[x] = face * here[x] + edge * faces + corner * edges;
        }
    }
}
