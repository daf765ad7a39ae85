package mpj.transport.libfabric;

import java.lang.foreign.ValueLayout;

/**
 * The layout of a packet on the fabric. It has the sender's byte order, which all ranks have:
 *
 * <pre>
 *  0  token      known only to the sender and the receiver; a packet with another token is dropped
 *  8  number     32 bits: the packet's place in its channel       sender  32 bits: its rank
 * 16  state       8 bits: kind, 8: congested, 16: length, 32: credit taken
 * 24  envelope   the engine's
 * 32  header     the section header
 * 40  payload    to the end
 * </pre>
 *
 * <p>The length is 0 if the packet is the last one of its message. Otherwise it is the number of bytes that the packet
 * has, and the next packet begins at the next multiple of 8. Congestion and credit are about the channel the other way.
 *
 * <p>The first packet of a channel is a {@link #HELLO}, whose payload is the address at which the sender can be
 * answered.
 */
final class PacketLayout {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    static final long TOKEN_AT = 0;
    static final long NUMBER_AT = 8;
    static final long SENDER_AT = 12;
    static final long STATE_AT = 16;
    static final long ENVELOPE_AT = 24;
    static final long HEADER_AT = 32;
    static final long PAYLOAD_AT = 40;

    static final int HELLO = 1;
    /** A packet of the engine. */
    static final int DATA = 2;
    /** A packet that carries only a state: credit, congestion, or the fact that the sender is alive. */
    static final int STATE = 3;
    /** The last packet of a channel. */
    static final int GOODBYE = 4;
    /**
     * A packet of the engine whose payload comes in a tagged message. This packet contains the payload's length in 64
     * bits.
     */
    static final int DATA_TAGGED = 5;

    /** The sender's process ends, and asks how many of its packets were taken. No packet of the engine follows. */
    static final int LEAVING = 6;

    static final long CONGESTED = 1 << 8;
    private static final int LENGTH_SHIFT = 16;
    private static final long LENGTH_MASK = (1L << 16) - 1;
    static final int CREDIT_SHIFT = 32;
    static final long CREDIT_MASK = (1L << Long.SIZE - CREDIT_SHIFT) - 1;

    /** A packet must have room for an address, and for the engine's announcement of a message. */
    static final long LEAST_MESSAGE = 1024;

    private PacketLayout() {
    }

    /** The state of a packet of this many bytes that other packets of the same message follow. */
    static long followed(long state, long bytes) {
        return state | bytes << LENGTH_SHIFT;
    }

    /** How many bytes a packet has that other packets of the same message follow. 0 if none follows. */
    static long lengthBeforeMore(long state) {
        return state >>> LENGTH_SHIFT & LENGTH_MASK;
    }

    /** Where the packet begins that follows a packet of this many bytes in the same message. */
    static long next(long bytes) {
        return bytes + 7 & -8;
    }

    /** The tag of the payload of a {@link #DATA_TAGGED} packet. It cannot be guessed without the channel's token. */
    static long tag(long token, int number) {
        return token + number;
    }

    /** The share of a channel's window that a packet takes. Small packets cost buffers, large packets cost bytes. */
    static long cost(long payload) {
        return payload + 127 & -64;
    }
}
