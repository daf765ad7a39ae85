package mpj.transport.ring;

/**
 * The blocks of one size that a rank owns: numbers, with the block used last on top. Guarded by the engine's lock, as
 * the channels are.
 */
final class FreeBlocks {
    static final int NONE = -1;
    /** A power of two, and no fewer than the blocks of one size in two channels. */
    private static final int CAPACITY = 256;
    /** Ranks may be threads of one JVM: no object of another rank lies in the line of an entry. */
    private static final int UNUSED = 16;

    private final int[] numbers = new int[CAPACITY + 2 * UNUSED];
    private int bottom;
    private int top;
    /** How many blocks of this size the two ranks have, as far as this one has seen. */
    private int circulating;
    private long after1, after2, after3, after4, after5, after6, after7, after8;

    /** Takes note of blocks that came into being on either side. */
    void circulate(int more) {
        circulating += more;
        assert circulating <= CAPACITY : circulating + " blocks";
    }

    /** The block to write into next, which stays here; or {@link #NONE}. */
    int top() {
        return top == bottom ? NONE : numbers[index(top - 1)];
    }

    /** Takes what {@link #top} has told. */
    void take() {
        assert top != bottom : "there is no block";
        top--;
    }

    /** Puts a block on top: it was used last. */
    void put(int number) {
        assert top - bottom < CAPACITY : "a block is here twice";
        numbers[index(top++)] = number;
    }

    /** Puts a block below all others: it was not used for longest. */
    void putBottom(int number) {
        assert top - bottom < CAPACITY : "a block is here twice";
        numbers[index(--bottom)] = number;
    }

    /** Whether this rank has so many that the other may lack some. */
    boolean isMuch() {
        return top - bottom > circulating - circulating / 4;
    }

    /** Whether this rank has its half. */
    boolean isHalf() {
        return top - bottom >= circulating / 2;
    }

    /** Whether this rank has more than its half. */
    boolean isMoreThanHalf() {
        return top - bottom > circulating / 2;
    }

    /** Takes the block that was not used for longest. */
    int takeBottom() {
        return numbers[index(bottom++)];
    }

    private static int index(int position) {
        return UNUSED + (position & CAPACITY - 1);
    }
}
