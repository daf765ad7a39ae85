package mpj.transport.ring;

/**
 * The blocks of one size that a rank owns, as numbers. The block that was used last is on top. Guarded by the engine's
 * lock, as the channels are.
 */
final class FreeBlocks {
    static final int NONE = -1;
    /** A power of two, and at least the number of blocks of one size in two channels. */
    private static final int CAPACITY = 256;
    /**
     * Unused entries on both sides. Ranks may be threads of one JVM, and no object of another rank may lie in the line
     * of an entry.
     */
    private static final int UNUSED = 16;

    private final int[] numbers = new int[CAPACITY + 2 * UNUSED];
    private int bottom;
    private int top;
    /** The number of blocks of this size that both ranks have, as far as this rank has seen. */
    private int circulating;
    private long after1, after2, after3, after4, after5, after6, after7, after8;

    /** Counts blocks that were added on either side. */
    void circulate(int more) {
        circulating += more;
        assert circulating <= CAPACITY : circulating + " blocks";
    }

    /** The block to write into next, or {@link #NONE}. The block stays here. */
    int top() {
        return top == bottom ? NONE : numbers[index(top - 1)];
    }

    /** Removes the block that {@link #top} returned. */
    void take() {
        assert top != bottom : "there is no block";
        top--;
    }

    /** Whether no further block can be here. */
    boolean isFull() {
        return top - bottom == CAPACITY;
    }

    /** Puts a block on top, because it was used last. */
    void put(int number) {
        assert top - bottom < CAPACITY : "a block is here twice";
        numbers[index(top++)] = number;
    }

    /** Puts a block below all others, because it was not used for longest. */
    void putBottom(int number) {
        assert top - bottom < CAPACITY : "a block is here twice";
        numbers[index(--bottom)] = number;
    }

    /** Whether this rank has so many blocks that the other may run out of them. */
    boolean isTooMany() {
        return top - bottom > circulating - circulating / 4;
    }

    /** Whether this rank has at least half of the blocks. */
    boolean isHalf() {
        return top - bottom >= circulating / 2;
    }

    /** Whether this rank has more than half of the blocks. */
    boolean isMoreThanHalf() {
        return top - bottom > circulating / 2;
    }

    /** Removes the block that was not used for longest. */
    int takeBottom() {
        return numbers[index(bottom++)];
    }

    private static int index(int position) {
        return UNUSED + (position & CAPACITY - 1);
    }
}
