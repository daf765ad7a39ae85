package mpj.engine;

import java.util.Arrays;

/**
 * Where the elements of one item of a noncontiguous datatype lie: blocks of adjacent elements, in the order in which
 * they travel. The distance from one item to the next is one extent. All numbers are in bytes from the item's origin.
 * Immutable.
 *
 * <p>A datatype such as MPI_Type_vector has blocks of one length at one distance. They are kept as three numbers, so
 * that the loop that copies them reads no list.
 */
public final class Layout {
    public final int blocks;
    /** The size of an item's elements. */
    public final long bytes;
    public final long extent;

    /**
     * True if block i has {@link #blockBytes} bytes at {@link #first} + i * {@link #stride}. Then the lists are null.
     */
    public final boolean strided;
    private final long first;
    public final long stride;
    private final long blockBytes;

    private final long[] displacements;
    /** Where each block starts in a message. The last entry is the size of an item. */
    private final long[] starts;

    /**
     * Describes an item.
     *
     * @param displacements where each block starts, in elements; at least one block
     * @param lengths the length of each block, in elements, at least 1
     * @param extent the distance between items, in elements
     * @param elementBytes the size of an element
     */
    public Layout(int[] displacements, int[] lengths, long extent, int elementBytes) {
        this.blocks = displacements.length;
        this.extent = extent * elementBytes;
        this.first = (long) displacements[0] * elementBytes;
        this.stride = blocks == 1 ? 0 : ((long) displacements[1] - displacements[0]) * elementBytes;
        this.blockBytes = (long) lengths[0] * elementBytes;
        this.strided = isStrided(displacements, lengths);
        if (strided) {
            this.bytes = blocks * blockBytes;
            this.displacements = null;
            this.starts = null;
        } else {
            this.displacements = Arrays.stream(displacements).mapToLong(d -> (long) d * elementBytes).toArray();
            this.starts = new long[blocks + 1];
            for (int i = 0; i < blocks; i++) {
                starts[i + 1] = starts[i] + (long) lengths[i] * elementBytes;
            }
            this.bytes = starts[blocks];
        }
    }

    private Layout(int blocks, long first, long stride, long blockBytes) {
        this.blocks = blocks;
        this.extent = 0;
        this.first = first;
        this.stride = stride;
        this.blockBytes = blockBytes;
        this.strided = true;
        this.bytes = blocks * blockBytes;
        this.displacements = null;
        this.starts = null;
    }

    /**
     * Describes a single item of blocks of one length at one distance.
     *
     * @param blocks how many blocks, at least 1
     * @param first where the first block starts, in bytes
     * @param stride the distance from one block to the next, in bytes
     * @param blockBytes the length of each block, in bytes, at least 1
     */
    public static Layout ofBlocks(int blocks, long first, long stride, long blockBytes) {
        return new Layout(blocks, first, stride, blockBytes);
    }

    private static boolean isStrided(int[] displacements, int[] lengths) {
        for (int i = 1; i < displacements.length; i++) {
            if (lengths[i] != lengths[0]
                || (long) displacements[i] - displacements[i - 1] != (long) displacements[1] - displacements[0]) {
                return false;
            }
        }
        return true;
    }

    /** The block that holds a byte of an item's elements. */
    int blockAt(long position) {
        if (strided) {
            return (int) (position / blockBytes);
        }
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found : -found - 2;
    }

    /** Where in an item's elements a block starts. */
    long start(int block) {
        return strided ? block * blockBytes : starts[block];
    }

    public long displacement(int block) {
        return strided ? first + block * stride : displacements[block];
    }

    public long length(int block) {
        return strided ? blockBytes : starts[block + 1] - starts[block];
    }
}
