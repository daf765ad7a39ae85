package mpj.transport.nio;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * How frames lie in a connection's stream of bytes, one behind the other, each padded to a multiple of 8:
 *
 * <pre>
 *   0          4        8            16         24
 *   | payload  | kind   | envelope   | header   | payload ... |
 * </pre>
 *
 * The first number is the payload's size in bytes. All numbers are in little-endian order.
 */
final class Frame {
    /** A packet of the engine. */
    static final int PACKET = 1;
    /** The sender of this frame wants announcements instead of messages; in the envelope 1, or 0 when no longer. */
    static final int CONGESTION = 2;
    /** The sender has closed its transport as MPI wants it; nothing follows. */
    static final int GOODBYE = 3;

    /** As {@link #PACKET}, but its payload may be delivered piece by piece, as it comes in. */
    static final int DIVISIBLE_PACKET = 4;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static final int PAYLOAD_BYTES = 0;
    static final int KIND = 4;
    static final int ENVELOPE = 8;
    static final int HEADER = 16;
    static final int PAYLOAD = 24;

    private static final int ALIGNMENT = 8;

    private Frame() {
    }

    /** What a frame with such a payload takes in the stream. */
    static long bytes(long payload) {
        return PAYLOAD + (payload + ALIGNMENT - 1 & -ALIGNMENT);
    }
}
