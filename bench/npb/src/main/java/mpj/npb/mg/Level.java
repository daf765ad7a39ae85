package mpj.npb.mg;

import java.util.Arrays;

/**
 * A rank's part of one grid: a box of points with a layer of others' points around it, x running fastest. On a coarse
 * grid there may be fewer points along an axis than ranks; then some ranks have none, and they give up their part from
 * one level to the next.
 */
final class Level {
    /** The axes. */
    static final int X = 0;
    static final int Y = 1;
    static final int Z = 2;

    /** Points along each axis, with the two of the layer. */
    final int nx;
    final int ny;
    final int nz;
    /** The solution, or its correction, by rows along x. */
    final double[][] u;
    /** The residual. */
    final double[][] r;

    /** Whether this rank has no points on it. */
    final boolean isEmpty;
    /** For each axis: the rank below along it, and the one above. Those without points are passed over. */
    private final int[] below;
    private final int[] above;
    /** For each axis: whether the part of a rank that had no points on the coarser level comes from this one. */
    private final boolean[] gives = new boolean[3];
    /** For each axis: whether this rank had no points on the coarser level, and gets them from others. */
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

    /** How many points along an axis, with the two of the layer. */
    int length(int axis) {
        return axis == X ? nx : axis == Y ? ny : nz;
    }

    /** A field of zeros: its rows are arrays of their own, so that loops over several have one index. */
    double[][] newField() {
        return new double[ny * nz][nx];
    }

    /** Sets a field to zero. */
    static void clear(double[][] field) {
        for (double[] row : field) {
            Arrays.fill(row, 0);
        }
    }

    /** Which of a field's rows. */
    int row(int y, int z) {
        return z * ny + y;
    }

    /**
     * The grids of a rank, the coarsest first: 2 points along an edge, 4, and so on.
     *
     * @param count of grids
     * @param place the rank's place among the ranks
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
