package mpj.tests.checks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Objects;
import java.util.SplittableRandom;
import mpi.Datatype;
import mpi.MPI;

/** The primitive types, and how to make arrays of them that have any pattern of bits. */
enum ElementKind {
    BYTE(MPI.BYTE, byte.class),
    CHAR(MPI.CHAR, char.class),
    SHORT(MPI.SHORT, short.class),
    BOOLEAN(MPI.BOOLEAN, boolean.class),
    INT(MPI.INT, int.class),
    LONG(MPI.LONG, long.class),
    FLOAT(MPI.FLOAT, float.class),
    DOUBLE(MPI.DOUBLE, double.class);

    private final Datatype datatype;
    private final Class<?> component;

    ElementKind(Datatype datatype, Class<?> component) {
        this.datatype = datatype;
        this.component = component;
    }

    Datatype datatype() {
        return datatype;
    }

    /** The size of an element, in bytes. */
    int bytes() {
        return switch (this) {
            case BYTE, BOOLEAN -> 1;
            case CHAR, SHORT -> 2;
            case INT, FLOAT -> 4;
            case LONG, DOUBLE -> 8;
        };
    }

    Object array(int length) {
        return Array.newInstance(component, length);
    }

    /** An array that depends only on the seed. */
    Object random(int length, long seed) {
        Object array = array(length);
        SplittableRandom random = new SplittableRandom(seed);
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < length; i++) {
                booleans[i] = random.nextBoolean();
            }
        } else {
            byte[] bits = new byte[length * bytes()];
            random.nextBytes(bits);
            MemorySegment.copy(MemorySegment.ofArray(bits), 0, bitsOf(array), 0, bits.length);
        }
        return array;
    }

    Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = array(length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    /** Whether two arrays have the same bits. Two NaNs need not have the same bits. */
    boolean equal(Object one, Object other) {
        return this == BOOLEAN ? Objects.deepEquals(one, other) : bitsOf(one).mismatch(bitsOf(other)) == -1;
    }

    long hash(Object array, int from, int count) {
        long hash = ordinal() + 31L * count;
        if (array instanceof boolean[] booleans) {
            for (int i = from; i < from + count; i++) {
                hash = hash * 31 + (booleans[i] ? 1 : 2);
            }
            return hash;
        }
        MemorySegment bits = bitsOf(array);
        for (long i = (long) from * bytes(); i < (long) (from + count) * bytes(); i++) {
            hash = hash * 31 + bits.get(ValueLayout.JAVA_BYTE, i);
        }
        return hash;
    }

    /** Copies all elements of an array to memory. */
    void write(Object array, MemorySegment memory) {
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < booleans.length; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (booleans[i] ? 1 : 0));
            }
        } else {
            memory.copyFrom(bitsOf(array));
        }
    }

    /** Copies memory to an array with the same number of elements. */
    void read(MemorySegment memory, Object array) {
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < booleans.length; i++) {
                booleans[i] = memory.get(ValueLayout.JAVA_BYTE, i) != 0;
            }
        } else {
            bitsOf(array).copyFrom(memory);
        }
    }

    /** An array as a segment. */
    MemorySegment bitsOf(Object array) {
        return switch (this) {
            case BYTE -> MemorySegment.ofArray((byte[]) array);
            case CHAR -> MemorySegment.ofArray((char[]) array);
            case SHORT -> MemorySegment.ofArray((short[]) array);
            case INT -> MemorySegment.ofArray((int[]) array);
            case LONG -> MemorySegment.ofArray((long[]) array);
            case FLOAT -> MemorySegment.ofArray((float[]) array);
            case DOUBLE -> MemorySegment.ofArray((double[]) array);
            case BOOLEAN -> throw new IllegalArgumentException("a boolean[] is no segment");
        };
    }
}
