package mpjbuf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * One region of a buddy allocator. A block of level k is 128 * 2<sup>k</sup> bytes and starts at a multiple of its
 * size. A block can be halved into two buddies of level k - 1, which become one block again when both are free. This
 * class is not thread-safe. The lock of the factory guards it.
 */
final class BuddyRegion {
    private static final int TOP = BufferConstants.INIT_NUM_LEVELS - 1;

    private final MemorySegment memory =
        Arena.ofAuto().allocate(BufferConstants.DEFAULT_REGION_SIZE, BufferConstants.CHUNK_SIZE);

    /** The free blocks of each level, by their number in the region. */
    private final BitSet[] free = new BitSet[TOP + 1];

    BuddyRegion() {
        for (int level = 0; level <= TOP; level++) {
            free[level] = new BitSet();
        }
        free[TOP].set(0);
    }

    /**
     * The level of the smallest block that holds the given number of bytes. It is above the highest level if there is
     * no such block.
     */
    static int level(int bytes) {
        return CustomMath.widthInBits((bytes - 1) / BufferConstants.CHUNK_SIZE);
    }

    static boolean holds(int bytes) {
        return level(bytes) <= TOP;
    }

    static int blockBytes(int level) {
        return BufferConstants.CHUNK_SIZE << level;
    }

    /** Takes a block of a level and returns its number, or -1 if none is free. */
    int take(int level) {
        int block = free[level].nextSetBit(0);
        if (block >= 0) {
            free[level].clear(block);
            return block;
        }
        int parent = level == TOP ? -1 : take(level + 1);
        if (parent < 0) {
            return -1;
        }
        free[level].set(2 * parent + 1);
        return 2 * parent;
    }

    /** Gives back a block. As long as the buddy is free as well, the two are joined. */
    void giveBack(int level, int block) {
        int buddy = block ^ 1;
        if (level < TOP && free[level].get(buddy)) {
            free[level].clear(buddy);
            giveBack(level + 1, block / 2);
        } else {
            free[level].set(block);
        }
    }

    MemorySegment segment(int level, int block) {
        return memory.asSlice((long) block * blockBytes(level), blockBytes(level));
    }

    boolean isEmpty() {
        return free[TOP].get(0);
    }
}
