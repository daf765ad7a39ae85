package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The first part of a message of objects. A receiver does not know how long such a message is, so its first part has a
 * fixed size: what the message is, and the first bytes of the objects. The rest is a second message.
 *
 * <pre>
 *   | mark | section header | bytes of all | tag of the rest | bytes ...
 * </pre>
 */
final class ObjectHead {
    static final int BYTES = 8 << 10;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /** No array of the program's begins like this, but by chance. */
    private static final long MARK = 0x4f626a656374734dL;
    private static final int MARK_AT = 0;
    private static final int HEADER_AT = 8;
    private static final int BYTES_AT = 16;
    private static final int TAG_AT = 24;
    private static final int OBJECTS_AT = 32;
    private static final int MOST = BYTES - OBJECTS_AT;

    private ObjectHead() {
    }

    /** Writes it; returns its size. */
    static long write(MemorySegment head, byte[] objects, long header, int tag) {
        head.set(LONG, MARK_AT, MARK);
        head.set(LONG, HEADER_AT, header);
        head.set(LONG, BYTES_AT, objects.length);
        head.set(LONG, TAG_AT, tag);
        int first = first(objects.length);
        MemorySegment.copy(objects, 0, head, ValueLayout.JAVA_BYTE, OBJECTS_AT, first);
        return OBJECTS_AT + first;
    }

    /** How many of the objects' bytes are in it. */
    static int first(long bytes) {
        return (int) Math.min(bytes, MOST);
    }

    static boolean is(MemorySegment head, long received) {
        return received >= OBJECTS_AT && head.get(LONG, MARK_AT) == MARK;
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
