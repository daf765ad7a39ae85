package mpj.apps.nbody;

/**
 * The cube that the octree divides.
 *
 * @param x the least x of its corners
 * @param y the least y of its corners
 * @param z the least z of its corners
 * @param side the length of its side
 */
record RootCell(double x, double y, double z, double side) {
    /** The periodic box. Its side is the unit of length. */
    static final RootCell BOX = new RootCell(0, 0, 0, 1);

    private static final int CELLS = 1 << Hilbert.LEVELS;

    /** The key of the smallest cell that contains a point. */
    long key(double px, double py, double pz) {
        return Hilbert.key(cell(px - x), cell(py - y), cell(pz - z));
    }

    /**
     * The index of a smallest cell along an axis. A point that is on the far face by rounding belongs to the last cell.
     */
    private int cell(double distance) {
        return Math.clamp((int) (distance / side * CELLS), 0, CELLS - 1);
    }

    /** The side of a cell at this level. */
    double side(int level) {
        return side / (1 << level);
    }

    /** The middle, along an axis, of the cell of this level that contains a smallest cell. */
    double middle(int axis, int cell, int level) {
        double corner = axis == 0 ? x : axis == 1 ? y : z;
        return corner + ((cell >> Hilbert.LEVELS - level) + 0.5) * side(level);
    }
}
