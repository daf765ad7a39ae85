package mpj.npb.mg;

/** A box of a level's points. Along each axis it begins with a first point and stops before an end. */
final class Slab {
    private final int axis;
    private int fromX;
    private int endX;
    private int fromY;
    private int endY;
    private int fromZ;
    private int endZ;

    private Slab(int axis, int fromX, int endX, int fromY, int endY, int fromZ, int endZ) {
        this.axis = axis;
        this.fromX = fromX;
        this.endX = endX;
        this.fromY = fromY;
        this.endY = endY;
        this.fromZ = fromZ;
        this.endZ = endZ;
    }

    /** The whole level. */
    static Slab whole(Level level, int axis) {
        return new Slab(axis, 0, level.nx, 0, level.ny, 0, level.nz);
    }

    /** The level with its layer along the axes before this one, and without its layer along the axes after this one. */
    static Slab inner(Level level, int axis) {
        int y = axis == Level.X ? 1 : 0;
        int z = axis == Level.Z ? 0 : 1;
        return new Slab(axis, 0, level.nx, y, level.ny - y, z, level.nz - z);
    }

    /** The part of this box with only these points along its axis. */
    Slab at(int first, int count) {
        return switch (axis) {
            case Level.X -> new Slab(axis, first, first + count, fromY, endY, fromZ, endZ);
            case Level.Y -> new Slab(axis, fromX, endX, first, first + count, fromZ, endZ);
            default -> new Slab(axis, fromX, endX, fromY, endY, first, first + count);
        };
    }

    /** Copies the points into a buffer. Returns how many there were. */
    int pack(double[][] field, Level level, double[] buffer) {
        int next = 0;
        for (int z = fromZ; z < endZ; z++) {
            for (int y = fromY; y < endY; y++) {
                next = copyRow(field[level.row(y, z)], fromX, buffer, next, endX - fromX);
            }
        }
        return next;
    }

    /** Copies the points out of a buffer. */
    void unpack(double[] buffer, double[][] field, Level level) {
        int next = 0;
        for (int z = fromZ; z < endZ; z++) {
            for (int y = fromY; y < endY; y++) {
                copyRow(buffer, next, field[level.row(y, z)], fromX, endX - fromX);
                next += endX - fromX;
            }
        }
    }

    /** Copies the points to a place further along the axis. */
    void copy(double[][] field, Level level, int along, int distance) {
        int offsetX = along == Level.X ? distance : 0;
        int offsetRows = along == Level.X ? 0 : along == Level.Y ? distance : distance * level.ny;
        for (int z = fromZ; z < endZ; z++) {
            for (int y = fromY; y < endY; y++) {
                int row = level.row(y, z);
                copyRow(field[row], fromX, field[row + offsetRows], fromX + offsetX, endX - fromX);
            }
        }
    }

    /** Copies a row. A few points are copied faster one by one. Returns the place after the copy. */
    private static int copyRow(double[] from, int at, double[] to, int place, int count) {
        if (count <= 2) {
            for (int i = 0; i < count; i++) {
                to[place + i] = from[at + i];
            }
        } else {
            System.arraycopy(from, at, to, place, count);
        }
        return place + count;
    }
}
