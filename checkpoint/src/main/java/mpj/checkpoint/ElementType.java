package mpj.checkpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The type of the elements of registered memory. The order of the constants is part of the format of files. */
enum ElementType {
    BYTE(ValueLayout.JAVA_BYTE),
    SHORT(ValueLayout.JAVA_SHORT),
    CHAR(ValueLayout.JAVA_CHAR),
    INT(ValueLayout.JAVA_INT),
    LONG(ValueLayout.JAVA_LONG),
    FLOAT(ValueLayout.JAVA_FLOAT),
    DOUBLE(ValueLayout.JAVA_DOUBLE);

    /** Memory with the type of its elements. */
    record Typed(ElementType type, MemorySegment memory) {
    }

    private final Class<?> carrier;
    private final int bytes;

    ElementType(ValueLayout layout) {
        carrier = layout.carrier();
        bytes = (int) layout.byteSize();
    }

    /** The size of an element. */
    int bytes() {
        return bytes;
    }

    /** @return null when checkpoints have no such elements */
    static ElementType of(Class<?> carrier) {
        for (ElementType type : values()) {
            if (type.carrier == carrier) {
                return type;
            }
        }
        return null;
    }

    /**
     * @return null when the object is not an array of such elements
     */
    static Typed ofArray(Object array) {
        return switch (array) {
            case byte[] bytes -> new Typed(BYTE, MemorySegment.ofArray(bytes));
            case short[] shorts -> new Typed(SHORT, MemorySegment.ofArray(shorts));
            case char[] chars -> new Typed(CHAR, MemorySegment.ofArray(chars));
            case int[] ints -> new Typed(INT, MemorySegment.ofArray(ints));
            case long[] longs -> new Typed(LONG, MemorySegment.ofArray(longs));
            case float[] floats -> new Typed(FLOAT, MemorySegment.ofArray(floats));
            case double[] doubles -> new Typed(DOUBLE, MemorySegment.ofArray(doubles));
            case null, default -> null;
        };
    }
}
