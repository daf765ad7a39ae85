package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The first part of a message of objects. A receiver does not know how long such a message is, so its first part has a
 * fixed size. This part describes the message, and has the first bytes of the objects. The rest is a second message.
 *
 * <pre>
 *   | mark | section header | bytes of all | tag of the rest | bytes ...
 * </pre>
 */
final class ObjectHead {
    static final int BYTES = 8 << 10;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /** An array of the program begins like this only by chance. */
    private static final long MARK = 0x4f626a656374734dL;
    private static final int MARK_AT = 0;
    private static final int HEADER_AT = 8;
    private static final int BYTES_AT = 16;
    private static final int TAG_AT = 24;
    private static final int OBJECTS_AT = 32;
    private static final int MOST = BYTES - OBJECTS_AT;

    private ObjectHead() {
    }

    /** Writes the first part. Returns its size. */
    static long write(MemorySegment head, byte[] objects, long header, int tag) {
        head.set(LONG, MARK_AT, MARK);
        head.set(LONG, HEADER_AT, header);
        head.set(LONG, BYTES_AT, objects.length);
        head.set(LONG, TAG_AT, tag);
        int first = first(objects.length);
        MemorySegment.copy(objects, 0, head, ValueLayout.JAVA_BYTE, OBJECTS_AT, first);
        return OBJECTS_AT + first;
    }

    /** How many of the objects' bytes are in the first part. */
    static int first(long bytes) {
        return (int) Math.min(bytes, MOST);
    }

    /** Whether a received message is such a first part: it begins like one, and is as long as it says. */
    static boolean is(MemorySegment head, long received) {
        if (received < OBJECTS_AT || head.get(LONG, MARK_AT) != MARK) {
            return false;
        }
        long bytes = bytes(head);
        return bytes >= 0 && bytes <= Integer.MAX_VALUE && received == OBJECTS_AT + first(bytes);
    }

    static long header(MemorySegment head) {
        return head.get(LONG, HEADER_AT);
    }

    static long bytes(MemorySegment head) {
        return head.get(LONG, BYTES_AT);
    }

    static int tag(MemorySegment head) {
        return (int) head.get(LONG, TAG_AT);
    }

    static void read(MemorySegment head, byte[] objects) {
        MemorySegment.copy(head, ValueLayout.JAVA_BYTE, OBJECTS_AT, objects, 0, first(objects.length));
    }
}
