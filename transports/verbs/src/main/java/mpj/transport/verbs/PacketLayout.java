package mpj.transport.verbs;

import java.lang.foreign.ValueLayout;

/**
 * The layout of a packet of a connection. A packet that is sent has its sender's rank as immediate data. A packet that
 * is written into a {@linkplain IncomingRing ring} ends with a mark.
 *
 * <pre>
 *  0  number    how many packets the sender has sent to the receiver before this one, modulo 2^32
 *  4  taken     how many packets the sender has taken from the receiver, modulo 2^32
 *  8  envelope  the engine's
 * 16  header    the section header
 * 24  payload   to the end
 *  in a ring, at the next multiple of 8:
 *     mark      48 bits of number + 1, 16 bits of the payload's size
 * </pre>
 */
final class PacketLayout {
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    static final long COUNTS_AT = 0;
    static final long ENVELOPE_AT = 8;
    static final long HEADER_AT = 16;
    static final int PAYLOAD_AT = 24;
    static final int MARK_BYTES = 8;

    private static final int TAKEN_SHIFT = 32;
    private static final int MARK_SHIFT = 16;
    private static final int SIZE_MASK = (1 << MARK_SHIFT) - 1;

    private PacketLayout() {
    }

    static long counts(long number, long taken) {
        return taken << TAKEN_SHIFT | number & 0xFFFF_FFFFL;
    }

    /** The packet's number, modulo 2^32. */
    static int number(long counts) {
        return (int) counts;
    }

    /** The number of packets that the sender has taken, modulo 2^32. */
    static int taken(long counts) {
        return (int) (counts >>> TAKEN_SHIFT);
    }

    /**
     * The mark of a packet. No two packets of a connection have the same mark, and memory that was never written has
     * none.
     */
    static long mark(long number, long bytes) {
        return number + 1 << MARK_SHIFT | bytes;
    }

    /** Whether a mark belongs to the packet with this number. */
    static boolean marks(long mark, long number) {
        return (mark ^ number + 1 << MARK_SHIFT) >>> MARK_SHIFT == 0;
    }

    /** The size of the payload, in bytes. */
    static int size(long mark) {
        return (int) mark & SIZE_MASK;
    }

    /** The place of the mark in a packet. */
    static long markAt(long bytes) {
        return PAYLOAD_AT + bytes + 7 & -8;
    }
}
