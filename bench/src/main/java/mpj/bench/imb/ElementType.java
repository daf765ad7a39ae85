package mpj.bench.imb;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The element types that {@code -data_type} and {@code -red_data_type} name. */
enum ElementType {
    BYTE(1),
    CHAR(2),
    INT(4),
    FLOAT(4),
    DOUBLE(8),
    /** Serialized records. A message has one record for each eight bytes of its nominal size. */
    OBJECT(8);

    private final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /** @throws IllegalArgumentException if the name is not that of a type of Java */
    static ElementType of(String name) {
        return Arrays.stream(values()).filter(type -> type.label().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("data type '" + name + "' is not one of "
                + Arrays.stream(values()).map(ElementType::label).collect(Collectors.joining(", "))));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    int bytes() {
        return bytes;
    }

    /** The class of an element of a Java array. */
    Class<?> element() {
        return switch (this) {
            case BYTE -> byte.class;
            case CHAR -> char.class;
            case INT -> int.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
            case OBJECT -> Object.class;
        };
    }

    /** These bytes as a buffer of elements of this type. */
    Buffer buffer(ByteBuffer bytes) {
        return switch (this) {
            case BYTE -> bytes;
            case CHAR -> bytes.asCharBuffer();
            case INT -> bytes.asIntBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
            case OBJECT -> throw new IllegalArgumentException("-data_type object has no buffers outside the heap");
        };
    }

    /** How many elements an array, a buffer or a segment has. */
    int length(Object buffer) {
        return switch (buffer) {
            case MemorySegment segment -> Math.toIntExact(segment.byteSize() / bytes);
            case Buffer elements -> elements.capacity();
            default -> Array.getLength(buffer);
        };
    }

    /** A Java array, filled with zeros or with objects. */
    Object array(int length) {
        return switch (this) {
            case BYTE -> new byte[length];
            case CHAR -> new char[length];
            case INT -> new int[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
            case OBJECT -> IntStream.range(0, length).mapToObj(i -> new Particle(i, i)).toArray();
        };
    }
}
