package mpj.transport.libfabric;

import java.lang.foreign.ValueLayout;

/**
 * A packet as it goes over the fabric, in the sender's byte order, which is everybody's:
 *
 * <pre>
 *  0  token      what only the sender and the receiver know; anything else is dropped
 *  8  number     32 bits: the packet's place in its channel       sender  32 bits: its rank
 * 16  state       8 bits: kind, 8: congested, 48: credit taken    about the channel the other way
 * 24  envelope   the engine's
 * 32  header     the section header
 * 40  payload    to the end
 * </pre>
 *
 * <p>The first packet of a channel is a {@link #HELLO}: its payload is the address at which the sender can be answered.
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
    /** A packet of the engine's. */
    static final int DATA = 2;
    /** Only says how things stand: credit, congestion, or that the sender is alive. */
    static final int STATE = 3;
    /** The last packet of a channel. */
    static final int GOODBYE = 4;
    /** One of the engine's, whose payload comes in a tagged message; here is how long that is, in 64 bits. */
    static final int DATA_TAGGED = 5;

    /** The sender's process ends, and asks what of its packets was taken. No packet of the engine follows. */
    static final int LEAVING = 6;

    static final long CONGESTED = 1 << 8;
    static final int CREDIT_SHIFT = 16;
    static final long CREDIT_MASK = (1L << Long.SIZE - CREDIT_SHIFT) - 1;

    /** An address must fit, and what the engine says about a message. */
    static final long LEAST_MESSAGE = 1024;

    private PacketLayout() {
    }

    /** Of the payload of a {@link #DATA_TAGGED} packet. Who does not know the channel's token cannot guess it. */
    static long tag(long token, int number) {
        return token + number;
    }

    /** The share of a channel's window that a packet takes: small ones cost buffers, large ones bytes. */
    static long cost(long payload) {
        return payload + 127 & -64;
    }
}
