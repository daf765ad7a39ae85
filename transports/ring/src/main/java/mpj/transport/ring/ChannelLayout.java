package mpj.transport.ring;

/**
 * The layout of a channel.
 *
 * <pre>
 *   channel  0: cells taken                                              written by the receiver
 *           64: congested, blocks given back                             written by the receiver
 *          128: the sender's name, in a form of the transport's          written by the sender, once
 *          256: cells, each two cache lines                              written by the sender
 *     GIVEN   : numbers of the blocks given back, in their order         written by the receiver
 *     SMALL   : small blocks                                             written by the owner of the block
 *     LARGE   : large blocks                                             written by the owner of the block
 * </pre>
 *
 * No line has two writers at a time. A message of up to 40 bytes takes one line, a message of up to 104 bytes two
 * lines. The receiver looks at both lines.
 *
 * <pre>
 *   cell     0: bytes of payload &lt;&lt; 32 | sequence      the release store of this word sends the cell
 *            8: envelope
 *           16: section header
 *           24: payload of at most 104 bytes, or the number of the block that has it
 * </pre>
 *
 * The sequence of the n-th cell is n + 1 in 32 bits, so an old cell of an earlier lap is never taken for a new one.
 *
 * <p>A block belongs to one of the two ranks at a time. See {@link Blocks}. At first only some of the large blocks of a
 * channel exist. The sender may add the others ({@link Extension}).
 */
public final class ChannelLayout {
    public static final int LINE = 64;
    public static final int PAGE = 4096;

    static final long CELLS_TAKEN_AT = 0;
    static final long CONGESTED_AT = LINE;
    /** In a line that is rarely written, because a rank that has many blocks reads this word for each packet. */
    static final long GIVEN_BACK_AT = LINE + Long.BYTES;
    /** The place of the sender's name, which the transport writes. */
    public static final long SENDER_AT = 2 * LINE;
    static final long CELLS_AT = 4 * LINE;

    static final int CELL = 2 * LINE;
    static final long CELL_ENVELOPE = 8;
    static final long CELL_HEADER = 16;
    static final long CELL_PAYLOAD = 24;
    static final long CELL_PAYLOAD_BYTES = CELL - CELL_PAYLOAD;

    /** The number of cells of a channel, a power of two. */
    static final int CELLS = 64;

    static final long GIVEN_AT = CELLS_AT + CELLS * CELL;
    /**
     * A power of two, and at least the number of blocks of two channels. It suffices because a block that was given
     * back is not given back again before the other side has taken it.
     */
    static final int GIVEN = 512;

    static final long SMALL_BYTES = 1 << 10;
    static final long LARGE_BYTES = 16 << 10;
    static final int SMALL_BLOCKS = 32;
    /**
     * The number of large blocks that exist at first. It lets four blocks go to the receiver, which is a message of 64
     * KiB, before the receiver has so many that it gives some back.
     */
    static final int FIRST_LARGE_BLOCKS = 8;
    /** The largest number of large blocks. */
    static final int LARGE_BLOCKS = 102;
    static final int BLOCKS = SMALL_BLOCKS + LARGE_BLOCKS;
    /** Blocks do not lie a power of two apart. If they did, their first lines would share a few sets of the cache. */
    private static final long SMALL_STRIDE = SMALL_BYTES + LINE;
    private static final long LARGE_STRIDE = LARGE_BYTES + LINE;
    static final long SMALL_AT = 3 * PAGE;
    static final long LARGE_AT = SMALL_AT + SMALL_BLOCKS * SMALL_STRIDE;

    /** The bytes of a channel that have memory at first. */
    public static final long FIRST_BYTES = roundUp(largeAt(FIRST_LARGE_BLOCKS), PAGE);
    /** The bytes that a channel takes with all its possible extensions. */
    public static final long CHANNEL_BYTES = roundUp(largeAt(LARGE_BLOCKS), PAGE);
    /** The largest payload of a packet, in bytes. */
    public static final long MAXIMUM_PACKET = LARGE_BYTES;

    private ChannelLayout() {
    }

    /** The place of the n-th cell of a channel. */
    static long cellAt(long n) {
        return CELLS_AT + (n & (CELLS - 1)) * CELL;
    }

    /** The place of the number of the n-th block that was given back. */
    static long givenAt(long n) {
        return GIVEN_AT + (n & (GIVEN - 1)) * Short.BYTES;
    }

    /** The place of a block in its channel. Small blocks have the lower numbers. */
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
