package mpj.apps.nbody;

/**
 * The cube that the octree divides.
 *
 * @param x its least corner
 * @param y its least corner
 * @param z its least corner
 * @param side its length
 */
record RootCell(double x, double y, double z, double side) {
    /** The periodic box, which is the unit of length. */
    static final RootCell BOX = new RootCell(0, 0, 0, 1);

    private static final int CELLS = 1 << Hilbert.LEVELS;

    /** The key of the smallest cell that a point lies in. */
    long key(double px, double py, double pz) {
        return Hilbert.key(cell(px - x), cell(py - y), cell(pz - z));
    }

    /** Which of the smallest cells, along an axis. A point on the far face, by rounding, is in the last one. */
    private int cell(double distance) {
        return Math.clamp((int) (distance / side * CELLS), 0, CELLS - 1);
    }

    /** The side of a cell at this level. */
    double side(int level) {
        return side / (1 << level);
    }

    /** The middle, along an axis, of the cell at this level around one of the smallest cells. */
    double middle(int axis, int cell, int level) {
        double corner = axis == 0 ? x : axis == 1 ? y : z;
        return corner + ((cell >> Hilbert.LEVELS - level) + 0.5) * side(level);
    }
}
