package mpj.npb.mg;

import java.util.Arrays;

/**
 * A rank's part of one grid: a box of points, with a layer of other ranks' points around it. The index x varies
 * fastest. On a coarse grid, an axis may have fewer points than ranks. Some ranks then have no points, and give up
 * their part from one level to the next.
 */
final class Level {
    /** The axes. */
    static final int X = 0;
    static final int Y = 1;
    static final int Z = 2;

    /** How many points there are along each axis, with the two points of the layer. */
    final int nx;
    final int ny;
    final int nz;
    /** The solution or its correction, by rows along x. */
    final double[][] u;
    /** The residual. */
    final double[][] r;

    /** Whether this rank has no points on this grid. */
    final boolean isEmpty;
    /** For each axis: the nearest rank below that has points, and the nearest rank above. */
    private final int[] below;
    private final int[] above;
    /** For each axis: whether this rank sends a part to a rank that had no points on the coarser level. */
    private final boolean[] gives = new boolean[3];
    /** For each axis: whether this rank had no points on the coarser level, and receives its part from others. */
    private final boolean[] takes = new boolean[3];

    private Level(int[] points, int[] below, int[] above) {
        nx = points[X] + 2;
        ny = points[Y] + 2;
        nz = points[Z] + 2;
        isEmpty = points[X] == 0 || points[Y] == 0 || points[Z] == 0;
        u = newField();
        r = newField();
        this.below = below;
        this.above = above;
    }

    int below(int axis) {
        return below[axis];
    }

    int above(int axis) {
        return above[axis];
    }

    boolean gives(int axis) {
        return gives[axis];
    }

    boolean takes(int axis) {
        return takes[axis];
    }

    /** How many points there are along an axis, with the two points of the layer. */
    int length(int axis) {
        return axis == X ? nx : axis == Y ? ny : nz;
    }

    /** A field of zeros. Its rows are separate arrays, so that a loop over several rows has one index. */
    double[][] newField() {
        return new double[ny * nz][nx];
    }

    /** Sets a field to zero. */
    static void clear(double[][] field) {
        for (double[] row : field) {
            Arrays.fill(row, 0);
        }
    }

    /** The index of the row of y and z in a field. */
    int row(int y, int z) {
        return z * ny + y;
    }

    /**
     * The grids of a rank, the coarsest first: they have 2 points along an edge, 4, and so on.
     *
     * @param count the number of grids
     * @param place the place of the rank among the ranks
     */
    static Level[] all(int count, Place place) {
        Level[] levels = new Level[count];
        int[] distance = {1, 1, 1};
        for (int level = count - 1; level >= 0; level--) {
            int[] points = new int[3];
            int[] below = new int[3];
            int[] above = new int[3];
            for (int axis = 0; axis < 3; axis++) {
                points[axis] = place.points(axis, 2 << level, 0);
                int next = place.points(axis, 2 << level, distance[axis]);
                if (next == 0 || points[axis] == 0) {
                    distance[axis] *= 2;
                }
                if (level + 1 < count) {
                    levels[level + 1].gives[axis] = next == 0 && points[axis] == 1;
                    levels[level + 1].takes[axis] = next == 1 && points[axis] == 0;
                }
                below[axis] = place.neighbour(axis, -distance[axis]);
                above[axis] = place.neighbour(axis, distance[axis]);
            }
            levels[level] = new Level(points, below, above);
        }
        return levels;
    }
}
