package mpjbuf.layout;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The eight primitive types that a section can hold, with their code in a {@linkplain SectionHeader header}, their size
 * and their memory layouts. An element has the size that it has in the Java language. A boolean is one byte, which is 1
 * for true. Elements are densely packed, so no layout requires alignment.
 */
public enum ElementType {
    /** Code 0, 1 byte. */
    BYTE(Byte.BYTES, byte[].class),
    /** Code 1, 2 bytes. */
    CHAR(Character.BYTES, char[].class),
    /** Code 2, 2 bytes. */
    SHORT(Short.BYTES, short[].class),
    /** Code 3, 1 byte. */
    BOOLEAN(Byte.BYTES, boolean[].class),
    /** Code 4, 4 bytes. */
    INT(Integer.BYTES, int[].class),
    /** Code 5, 8 bytes. */
    LONG(Long.BYTES, long[].class),
    /** Code 6, 4 bytes. */
    FLOAT(Float.BYTES, float[].class),
    /** Code 7, 8 bytes. */
    DOUBLE(Double.BYTES, double[].class);

    private final int bytes;
    private final Class<?> arrayClass;

    ElementType(int bytes, Class<?> arrayClass) {
        this.bytes = bytes;
        this.arrayClass = arrayClass;
    }

    /**
     * Returns the type code that a section header carries.
     *
     * @return 0 to 7
     */
    public int code() {
        return ordinal();
    }

    /**
     * Returns the size of one element.
     *
     * @return 1, 2, 4 or 8 bytes
     */
    public int bytes() {
        return bytes;
    }

    /**
     * Returns the layout of an element in a message of the given encoding.
     *
     * @param encoding the message's byte order
     * @return a layout without alignment
     */
    public ValueLayout layout(ByteOrder encoding) {
        return unaligned().withOrder(encoding);
    }

    /**
     * The layouts are not kept in fields, because a program's first layout takes milliseconds and not every program
     * needs one.
     */
    private ValueLayout unaligned() {
        return switch (this) {
            case BYTE -> ValueLayout.JAVA_BYTE;
            case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case BOOLEAN -> ValueLayout.JAVA_BOOLEAN;
            case INT -> ValueLayout.JAVA_INT_UNALIGNED;
            case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
            case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
        };
    }

    /**
     * Returns the class of the Java arrays that hold such elements.
     *
     * @return {@code byte[].class} for {@link #BYTE}, and so on
     */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /**
     * Returns the type of the elements of a primitive array.
     *
     * @param array an array of a primitive type
     * @return the type
     * @throws IllegalArgumentException if {@code array} is not an array of a primitive type
     */
    public static ElementType of(Object array) {
        return switch (array) {
            case byte[] _ -> BYTE;
            case char[] _ -> CHAR;
            case short[] _ -> SHORT;
            case boolean[] _ -> BOOLEAN;
            case int[] _ -> INT;
            case long[] _ -> LONG;
            case float[] _ -> FLOAT;
            case double[] _ -> DOUBLE;
            default -> throw new IllegalArgumentException(
                "array is a " + array.getClass().getTypeName() + "; an array of a primitive type is needed");
        };
    }
}
