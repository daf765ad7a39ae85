package mpjbuf;

import mpjbuf.layout.ElementType;

/**
 * The type of a section's elements. The elements of a section of a primitive type are in the static buffer. A section
 * of {@link #OBJECT} or of a {@code _DYNAMIC} type has only its header there, and its elements are in the object stream
 * of the dynamic buffer. The comments give the codes that section headers carry. The codes of the base types of
 * {@code mpi.Datatype} are different.
 */
public enum Type {
    /** Code 0: bytes. */
    BYTE(ElementType.BYTE, false),
    /** Code 1: chars, 2 bytes each. */
    CHAR(ElementType.CHAR, false),
    /** Code 2: shorts, 2 bytes each. */
    SHORT(ElementType.SHORT, false),
    /** Code 3: booleans, 1 byte each. */
    BOOLEAN(ElementType.BOOLEAN, false),
    /** Code 4: ints, 4 bytes each. */
    INT(ElementType.INT, false),
    /** Code 5: longs, 8 bytes each. */
    LONG(ElementType.LONG, false),
    /** Code 6: floats, 4 bytes each. */
    FLOAT(ElementType.FLOAT, false),
    /** Code 7: doubles, 8 bytes each. */
    DOUBLE(ElementType.DOUBLE, false),
    /** Code 8: serialized objects. */
    OBJECT(null, true),
    /** Code 9: bytes in the object stream. */
    BYTE_DYNAMIC(ElementType.BYTE, true),
    /** Code 10: chars in the object stream. */
    CHAR_DYNAMIC(ElementType.CHAR, true),
    /** Code 11: shorts in the object stream. */
    SHORT_DYNAMIC(ElementType.SHORT, true),
    /** Code 12: booleans in the object stream. */
    BOOLEAN_DYNAMIC(ElementType.BOOLEAN, true),
    /** Code 13: ints in the object stream. */
    INT_DYNAMIC(ElementType.INT, true),
    /** Code 14: longs in the object stream. */
    LONG_DYNAMIC(ElementType.LONG, true),
    /** Code 15: floats in the object stream. */
    FLOAT_DYNAMIC(ElementType.FLOAT, true),
    /** Code 16: doubles in the object stream. */
    DOUBLE_DYNAMIC(ElementType.DOUBLE, true),
    /** Code 17: no type. A section never has this type. */
    UNDEFINED(null, false);

    private static final Type[] BY_CODE = values();

    private final ElementType element;
    private final boolean dynamic;

    Type(ElementType element, boolean dynamic) {
        this.element = element;
        this.dynamic = dynamic;
    }

    /**
     * Returns the code that stands for this type in a section header.
     *
     * @return 0 to 17
     */
    public int getCode() {
        return ordinal();
    }

    /**
     * Returns the type with a code.
     *
     * @param code 0 to 17
     * @return the type
     * @throws ArrayIndexOutOfBoundsException if no type has that code
     */
    public static Type getType(int code) {
        return BY_CODE[code];
    }

    /** Whether the elements are in the dynamic buffer. */
    boolean isDynamic() {
        return dynamic;
    }

    /**
     * Whether elements of {@code array}, which is a static type or {@link #OBJECT}, may go into a section of this type.
     */
    boolean accepts(Type array) {
        return this == array || element != null && element == array.element;
    }

    /**
     * The number of bytes that elements take where they are stored. Objects count as 0 bytes. A number that does not
     * fit becomes the largest long.
     */
    long bytes(long elements) {
        if (element == null) {
            return 0;
        }
        return elements > Long.MAX_VALUE / Long.BYTES ? Long.MAX_VALUE : elements * element.bytes();
    }
}
