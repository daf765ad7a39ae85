package mpjbuf.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The eight bytes before every section, and the places of sections.
 *
 * <pre>
 *   0        1            4                8
 *   +--------+------------+----------------+-- ... --+- - - - -+
 *   | type   | reserved   | element count  | elements| padding |  next header
 *   +--------+------------+----------------+-- ... --+- - - - -+
 * </pre>
 *
 * The count is in the message's encoding. Each header starts at a multiple of {@link #ALIGNMENT} from the message's
 * first byte; the padding belongs to no section, and there is no padding after the last section. The writer sets the
 * reserved bytes to zero, so that no old content of the memory leaves the process. The reader ignores them.
 *
 * <p>On the hot path, a header is one {@code long} in the machine's byte order, which is stored and loaded at once.
 */
public final class SectionHeader {
    /** The size of a header, in bytes. */
    public static final int BYTES = 8;
    /** Headers start at multiples of this many bytes. */
    public static final int ALIGNMENT = 8;
    /** The offset of the type code: one byte, written by the sender. */
    public static final int TYPE_OFFSET = 0;
    /** The offset of the three reserved bytes. */
    public static final int RESERVED_OFFSET = 1;
    /** The offset of the element count: an int32 in the message's encoding. */
    public static final int COUNT_OFFSET = 4;

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int TYPE_SHIFT = LITTLE ? TYPE_OFFSET * Byte.SIZE : (BYTES - 1 - TYPE_OFFSET) * Byte.SIZE;
    private static final int COUNT_SHIFT = LITTLE ? COUNT_OFFSET * Byte.SIZE : 0;

    private SectionHeader() {
    }

    /**
     * Packs a header in native encoding.
     *
     * @param typeCode 0 to 255
     * @param count the number of elements
     * @return the header
     */
    public static long pack(int typeCode, int count) {
        return (typeCode & 0xFFL) << TYPE_SHIFT | (count & 0xFFFF_FFFFL) << COUNT_SHIFT;
    }

    /**
     * Packs a header in the given encoding.
     *
     * @param typeCode 0 to 255
     * @param count the number of elements
     * @param encoding the message's byte order
     * @return the header
     */
    public static long pack(int typeCode, int count, ByteOrder encoding) {
        return pack(typeCode, ordered(count, encoding));
    }

    /**
     * Stores a packed header.
     *
     * @param message the memory
     * @param offset where the header starts, in bytes; no alignment is needed
     * @param header as {@link #pack(int, int)} returns it
     * @throws IndexOutOfBoundsException if the header is not inside {@code message}
     */
    public static void set(MemorySegment message, long offset, long header) {
        message.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, header);
    }

    /**
     * Loads a packed header. The header is a claim of the sender. Compare it with the bytes that have arrived before
     * you use it.
     *
     * @param message the memory
     * @param offset where the header starts, in bytes; no alignment is needed
     * @return the header
     * @throws IndexOutOfBoundsException if the header is not inside {@code message}
     */
    public static long get(MemorySegment message, long offset) {
        return message.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    }

    /**
     * Returns the type code of a packed header.
     *
     * @param header as {@link #get} returns it, in any encoding
     * @return 0 to 255; not necessarily the code of a type
     */
    public static int typeCode(long header) {
        return (int) (header >>> TYPE_SHIFT) & 0xFF;
    }

    /**
     * Returns the element count of a packed header in native encoding.
     *
     * @param header as {@link #get} returns it
     * @return the count, negative if the header is malformed
     */
    public static int count(long header) {
        return (int) (header >>> COUNT_SHIFT);
    }

    /**
     * Returns the element count of a packed header in the given encoding.
     *
     * @param header as {@link #get} returns it
     * @param encoding the message's byte order
     * @return the count, negative if the header is malformed
     */
    public static int count(long header, ByteOrder encoding) {
        return ordered(count(header), encoding);
    }

    /**
     * Returns the start of the header that follows a section which ends at {@code offset}.
     *
     * @param offset bytes from the message's first byte, at most {@code Long.MAX_VALUE - 7}
     * @return the next multiple of {@link #ALIGNMENT}
     */
    public static long align(long offset) {
        return offset + (ALIGNMENT - 1) & -ALIGNMENT;
    }

    private static int ordered(int count, ByteOrder encoding) {
        return encoding == ByteOrder.nativeOrder() ? count : Integer.reverseBytes(count);
    }
}
