package mpj.apps.nbody;

/**
 * The Peano-Hilbert curve through a cube of 2<sup>21</sup> cells a side. Each cell of the octree, at any level, is one
 * piece of the curve. A key has 3 bits for each level. All cells below a cell have keys that begin with the bits of
 * this cell.
 *
 * <p>The algorithm is John Skilling's (Programming the Hilbert curve, AIP Conference Proceedings 707, 2004).
 */
final class Hilbert {
    /** The levels of the octree below the root. A coordinate has one bit for each. */
    static final int LEVELS = 21;

    private static final int TOP = 1 << LEVELS - 1;

    private Hilbert() {
    }

    /** The place of a cell on the curve. */
    static long key(int cellX, int cellY, int cellZ) {
        int x = cellX;
        int y = cellY;
        int z = cellZ;
        for (int bit = TOP; bit > 1; bit >>= 1) {
            int below = bit - 1;
            if ((x & bit) != 0) {
                x ^= below;
            }
            int swap = (y & bit) != 0 ? 0 : (x ^ y) & below;
            x ^= (y & bit) != 0 ? below : swap;
            y ^= swap;
            swap = (z & bit) != 0 ? 0 : (x ^ z) & below;
            x ^= (z & bit) != 0 ? below : swap;
            z ^= swap;
        }
        y ^= x;
        z ^= y;
        int flips = 0;
        for (int bit = TOP; bit > 1; bit >>= 1) {
            flips ^= (z & bit) != 0 ? bit - 1 : 0;
        }
        return spread(x ^ flips) << 2 | spread(y ^ flips) << 1 | spread(z ^ flips);
    }

    /** Finds the three coordinates of the cell at a place on the curve. This is the inverse of {@link #key}. */
    static void cell(long key, int[] coordinates) {
        int x = gather(key >>> 2);
        int y = gather(key >>> 1);
        int z = gather(key);
        int flips = z >> 1;
        z ^= y;
        y ^= x;
        x ^= flips;
        for (int bit = 2; bit <= TOP; bit <<= 1) {
            int below = bit - 1;
            int swap = (z & bit) != 0 ? 0 : (x ^ z) & below;
            x ^= (z & bit) != 0 ? below : swap;
            z ^= swap;
            swap = (y & bit) != 0 ? 0 : (x ^ y) & below;
            x ^= (y & bit) != 0 ? below : swap;
            y ^= swap;
            if ((x & bit) != 0) {
                x ^= below;
            }
        }
        coordinates[0] = x;
        coordinates[1] = y;
        coordinates[2] = z;
    }

    /** How many keys begin with the bits of a cell at this level. */
    static long span(int level) {
        return 1L << 3 * (LEVELS - level);
    }

    /** Puts two zeros before each of the 21 bits. */
    private static long spread(int value) {
        long bits = value;
        bits = (bits | bits << 32) & 0x001F00000000FFFFL;
        bits = (bits | bits << 16) & 0x001F0000FF0000FFL;
        bits = (bits | bits << 8) & 0x100F00F00F00F00FL;
        bits = (bits | bits << 4) & 0x10C30C30C30C30C3L;
        return (bits | bits << 2) & 0x1249249249249249L;
    }

    private static int gather(long value) {
        long bits = value & 0x1249249249249249L;
        bits = (bits | bits >>> 2) & 0x10C30C30C30C30C3L;
        bits = (bits | bits >>> 4) & 0x100F00F00F00F00FL;
        bits = (bits | bits >>> 8) & 0x001F0000FF0000FFL;
        bits = (bits | bits >>> 16) & 0x001F00000000FFFFL;
        return (int) ((bits | bits >>> 32) & 0x1FFFFF);
    }
}
