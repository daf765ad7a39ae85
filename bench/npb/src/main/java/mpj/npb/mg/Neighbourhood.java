package mpj.npb.mg;

/**
 * A symmetric stencil of 27 points, applied to a row. What the row and its eight neighbours along y and z add up to is
 * one number for a point itself, and another that it gives to both its neighbours along x. All rows are arrays of their
 * own with the same index, so the loop becomes vector instructions.
 */
final class Neighbourhood {
    /** What is at each point. */
    final double[] middle;
    /** What each point gives to those before and after it. */
    final double[] beside;

    /** For rows that are no longer. */
    Neighbourhood(int longest) {
        middle = new double[longest];
        beside = new double[longest];
    }

    /**
     * Fills both for a row of a field.
     *
     * @param weights of the point, and of its neighbours by a face, by an edge and by a corner
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
