package mpjbuf.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The eight bytes in front of every section, and where sections lie.
 *
 * <pre>
 *   0        1            4                8
 *   +--------+------------+----------------+-- ... --+- - - - -+
 *   | type   | reserved   | element count  | elements| padding |  next header
 *   +--------+------------+----------------+-- ... --+- - - - -+
 * </pre>
 *
 * The count is in the message's encoding. Each header starts at a multiple of {@link #ALIGNMENT} from the message's
 * first byte; the padding belongs to no section and the last section has none. The writer sets the reserved bytes to
 * zero, so that no old memory leaves the process, and the reader ignores them.
 *
 * <p>On the hot path a header is one {@code long}, in the machine's byte order, stored and loaded at once.
 */
public final class SectionHeader {
    /** The size of a header, in bytes. */
    public static final int BYTES = 8;
    /** Headers start at multiples of this many bytes. */
    public static final int ALIGNMENT = 8;
    /** Where the type code is: one byte, written by the sender. */
    public static final int TYPE_OFFSET = 0;
    /** Where the three reserved bytes start. */
    public static final int RESERVED_OFFSET = 1;
    /** Where the element count is: an int32 in the message's encoding. */
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
     * @param offset where the header starts, in bytes; needs no alignment
     * @param header as {@link #pack(int, int)} returns it
     * @throws IndexOutOfBoundsException if the header does not lie inside {@code message}
     */
    public static void set(MemorySegment message, long offset, long header) {
        message.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, header);
    }

    /**
     * Loads a packed header. What it says is the sender's word: compare it with the bytes that arrived before using it.
     *
     * @param message the memory
     * @param offset where the header starts, in bytes; needs no alignment
     * @return the header
     * @throws IndexOutOfBoundsException if the header does not lie inside {@code message}
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
     * Returns where the header after a section that ends at {@code offset} starts.
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
