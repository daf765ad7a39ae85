package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;

/** The element types that {@code -data_type} and {@code -red_data_type} name. */
enum ElementType {
    BYTE(1),
    CHAR(2),
    INT(4),
    FLOAT(4),
    DOUBLE(8),
    /** Serialized records. A message has one for each eight bytes of its nominal size. */
    OBJECT(8);

    private final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /** @throws IllegalArgumentException for a name that is none of Java's types */
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

    Datatype datatype() {
        return switch (this) {
            case BYTE -> MPI.BYTE;
            case CHAR -> MPI.CHAR;
            case INT -> MPI.INT;
            case FLOAT -> MPI.FLOAT;
            case DOUBLE -> MPI.DOUBLE;
            case OBJECT -> MPI.OBJECT;
        };
    }

    /** A Java array: zeroed, or full of objects. */
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
