package mpj.transport.ring;

/**
 * Where things are in a channel.
 *
 * <pre>
 *   channel  0: cells taken                                              written by the receiver
 *           64: congested, blocks given back                             written by the receiver
 *          128: who the sender is, in a form of the transport's         written by the sender, once
 *          256: cells, each two cache lines                              written by the sender
 *     GIVEN   : numbers of the blocks given back, in their order         written by the receiver
 *     SMALL   : small blocks                                             written by whoever owns the block
 *     LARGE   : large blocks                                             written by whoever owns the block
 * </pre>
 *
 * No line has two writers at a time. A message of up to 40 bytes is one line, one of up to 104 bytes two; the
 * receiver looks at both.
 *
 * <pre>
 *   cell     0: bytes of payload &lt;&lt; 32 | sequence      the release store of this word sends the cell
 *            8: envelope
 *           16: section header
 *           24: payload of at most 104 bytes, or the number of the block that has it
 * </pre>
 *
 * The sequence of the n-th cell is n + 1 in 32 bits, so that what an earlier lap left is never taken for a new cell.
 *
 * <p>A block belongs to one of the two ranks at a time; see {@link Blocks}. Only the first large blocks of a channel
 * are there from the beginning. The others the sender may add ({@link Extension}).
 */
public final class ChannelLayout {
    public static final int LINE = 64;
    public static final int PAGE = 4096;

    static final long CELLS_TAKEN_AT = 0;
    static final long CONGESTED_AT = LINE;
    /** In a line that is seldom written: whoever has many blocks looks at it for each packet. */
    static final long GIVEN_BACK_AT = LINE + Long.BYTES;
    /** Of what the transport notes about the sender. */
    public static final long SENDER_AT = 2 * LINE;
    static final long CELLS_AT = 4 * LINE;

    static final int CELL = 2 * LINE;
    static final long CELL_ENVELOPE = 8;
    static final long CELL_HEADER = 16;
    static final long CELL_PAYLOAD = 24;
    static final long CELL_PAYLOAD_BYTES = CELL - CELL_PAYLOAD;

    /** Cells per channel: a power of two. */
    static final int CELLS = 64;

    static final long GIVEN_AT = CELLS_AT + CELLS * CELL;
    /** A power of two, and no fewer than the blocks of two channels: each block is given back once at a time. */
    static final int GIVEN = 512;

    static final long SMALL_BYTES = 1 << 10;
    static final long LARGE_BYTES = 16 << 10;
    static final int SMALL_BLOCKS = 32;
    /**
     * Large blocks that are there from the beginning: as many as let four go to the receiver, which is a message of 64
     * KiB, before it has so many that it gives some back.
     */
    static final int FIRST_LARGE_BLOCKS = 8;
    /** Large blocks that there can be. */
    static final int LARGE_BLOCKS = 102;
    static final int BLOCKS = SMALL_BLOCKS + LARGE_BLOCKS;
    /** Blocks do not lie a power of two apart: their first lines would share a few sets of the cache. */
    private static final long SMALL_STRIDE = SMALL_BYTES + LINE;
    private static final long LARGE_STRIDE = LARGE_BYTES + LINE;
    static final long SMALL_AT = 3 * PAGE;
    static final long LARGE_AT = SMALL_AT + SMALL_BLOCKS * SMALL_STRIDE;

    /** What is there of a channel from the beginning. */
    public static final long FIRST_BYTES = roundUp(largeAt(FIRST_LARGE_BLOCKS), PAGE);
    /** The room that a channel takes, with all that it can be extended by. */
    public static final long CHANNEL_BYTES = roundUp(largeAt(LARGE_BLOCKS), PAGE);
    /** The largest payload of a packet. */
    public static final long MAXIMUM_PACKET = LARGE_BYTES;

    private ChannelLayout() {
    }

    /** Where the n-th cell of a channel lies. */
    static long cellAt(long n) {
        return CELLS_AT + (n & (CELLS - 1)) * CELL;
    }

    /** Where the number of the n-th block that was given back lies. */
    static long givenAt(long n) {
        return GIVEN_AT + (n & (GIVEN - 1)) * Short.BYTES;
    }

    /** Where a block of a channel lies, by its number there: small ones first. */
    static long blockAt(int block) {
        return block < SMALL_BLOCKS ? SMALL_AT + block * SMALL_STRIDE : largeAt(block - SMALL_BLOCKS);
    }

    private static long largeAt(int large) {
        return LARGE_AT + large * LARGE_STRIDE;
    }

    static long roundUp(long value, long powerOfTwo) {
        return (value + powerOfTwo - 1) & -powerOfTwo;
    }
}
