package mpj.transport.ring;

/**
 * Where things are in a channel.
 *
 * <pre>
 *   channel  0: cells taken, bytes taken                                 written by the receiver
 *           64: congested                                                written by the receiver
 *          128: who the sender is, in a form of the transport's         written by the sender, once
 *          192: cells, each one cache line                               written by the sender
 *     DATA    : payloads that do not fit a cell                          written by the sender
 * </pre>
 *
 * Every line has one writer. A small message is one line:
 *
 * <pre>
 *   cell     0: bytes of payload &lt;&lt; 32 | sequence      the release store of this word sends the cell
 *            8: envelope
 *           16: section header
 *           24: payload of at most 40 bytes, or where the payload starts in the data ring
 * </pre>
 *
 * The sequence of the n-th cell is n + 1 in 32 bits, so that what an earlier lap left is never taken for a new cell.
 */
public final class ChannelLayout {
    public static final int LINE = 64;
    public static final int PAGE = 4096;

    static final long CELLS_TAKEN_AT = 0;
    static final long BYTES_TAKEN_AT = 8;
    static final long CONGESTED_AT = LINE;
    /** Of what the transport notes about the sender. */
    public static final long SENDER_AT = 2 * LINE;
    static final long CELLS_AT = 3 * LINE;

    static final int CELL = LINE;
    static final long CELL_ENVELOPE = 8;
    static final long CELL_HEADER = 16;
    static final long CELL_PAYLOAD = 24;
    static final long CELL_PAYLOAD_BYTES = CELL - CELL_PAYLOAD;

    /** Cells per channel: a power of two. */
    static final int CELLS = 64;
    static final long DATA_AT = PAGE + PAGE;
    /** Bytes of a channel's data ring: a power of two. */
    static final long DATA_BYTES = 128 << 10;
    /** The size of a channel. */
    public static final long CHANNEL_BYTES = DATA_AT + DATA_BYTES;
    /**
     * The largest payload of a packet. In the worst case a packet also takes as much as itself at the end of a lap,
     * and up to an eighth of the ring is free without the sender's knowing ({@link IncomingChannel}): with all three
     * the ring must not be full, or the sender would wait for ever.
     */
    public static final long MAXIMUM_PACKET = DATA_BYTES / 8 * 3;

    private ChannelLayout() {
    }

    /** Where the n-th cell of a channel lies. */
    static long cellAt(long n) {
        return CELLS_AT + (n & (CELLS - 1)) * CELL;
    }

    public static long roundUp(long value, long powerOfTwo) {
        return (value + powerOfTwo - 1) & -powerOfTwo;
    }
}
