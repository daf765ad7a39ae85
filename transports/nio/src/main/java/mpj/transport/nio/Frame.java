package mpj.transport.nio;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The layout of frames in a connection's stream of bytes. Frames follow one another, each padded to a multiple of 8
 * bytes:
 *
 * <pre>
 *   0          4        8            16         24
 *   | payload  | kind   | envelope   | header   | payload ... |
 * </pre>
 *
 * The first number is the payload's size in bytes. All numbers are little-endian.
 */
final class Frame {
    /** A packet of the engine. */
    static final int PACKET = 1;
    /**
     * The sender of this frame asks for announcements instead of messages if the envelope is 1, and no longer does if
     * it is 0.
     */
    static final int CONGESTION = 2;
    /** The sender has closed its transport in order, and sends nothing more. */
    static final int GOODBYE = 3;

    /** A packet of the engine whose payload may be delivered piece by piece, as it comes in. */
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

    /** The bytes that a frame with this payload takes in the stream. */
    static long bytes(long payload) {
        return PAYLOAD + (payload + ALIGNMENT - 1 & -ALIGNMENT);
    }
}
