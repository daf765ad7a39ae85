package mpj.tests.openmpi.checks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;

/**
 * A predefined datatype, and arrays of its items.
 *
 * @param component the component type of an array of items
 * @param parts the number of array elements of an item; 0 for a pair in an array of bytes
 * @param bytes the size of an item in memory, in bytes
 */
record Elements(Datatype type, Class<?> component, int parts, int bytes) {
    static final List<Elements> PRIMITIVE = List.of(new Elements(MPI.BYTE, byte.class, 1, 1),
        new Elements(MPI.CHAR, char.class, 1, 2), new Elements(MPI.SHORT, short.class, 1, 2),
        new Elements(MPI.BOOLEAN, boolean.class, 1, 1), new Elements(MPI.INT, int.class, 1, 4),
        new Elements(MPI.LONG, long.class, 1, 8), new Elements(MPI.FLOAT, float.class, 1, 4),
        new Elements(MPI.DOUBLE, double.class, 1, 8));

    static final List<Elements> COMPOSITE = List.of(new Elements(MPI.FLOAT_COMPLEX, float.class, 2, 8),
        new Elements(MPI.DOUBLE_COMPLEX, double.class, 2, 16), new Elements(MPI.INT2, int.class, 2, 8),
        new Elements(MPI.SHORT_INT, byte.class, 0, 8), new Elements(MPI.LONG_INT, byte.class, 0, 16),
        new Elements(MPI.FLOAT_INT, byte.class, 0, 8), new Elements(MPI.DOUBLE_INT, byte.class, 0, 16));

    /** An array of items that show which rank they belong to. */
    Object array(int whose, int count) {
        if (parts == 0) {
            return pairs(whose, count);
        }
        Object array = Array.newInstance(component, count * parts);
        for (int i = 0; i < count * parts; i++) {
            int value = (whose * 37 + i * 5) % 101 + 1;
            switch (array) {
                case byte[] bytes -> bytes[i] = (byte) value;
                case char[] chars -> chars[i] = (char) (value * 300);
                case short[] shorts -> shorts[i] = (short) (value * -200);
                case boolean[] booleans -> booleans[i] = value % 2 == 0;
                case int[] ints -> ints[i] = value * 1_000_003;
                case long[] longs -> longs[i] = value * 1_000_000_000_039L;
                case float[] floats -> floats[i] = value * 0.5f;
                case double[] doubles -> doubles[i] = value * 0.125;
                default -> throw new IllegalArgumentException(component.getName());
            }
        }
        return array;
    }

    /** An array of values that differ little, so that two of them are often equal. */
    private byte[] pairs(int whose, int count) {
        ByteBuffer pairs = ByteBuffer.allocate(count * bytes).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            int at = i * bytes;
            int value = (whose * 7 + i * 5) % 4 - 2;
            int index = at + Math.max(Integer.BYTES, bytes - Long.BYTES);
            if (type == MPI.SHORT_INT) {
                pairs.putShort(at, (short) value);
            } else if (type == MPI.LONG_INT) {
                pairs.putLong(at, value);
            } else if (type == MPI.FLOAT_INT) {
                pairs.putFloat(at, value);
            } else {
                pairs.putDouble(at, value);
            }
            pairs.putInt(index, whose + i);
        }
        return pairs.array();
    }

    /** An array of this many items, all of which are 0. */
    Object room(int count) {
        return parts == 0 ? new byte[count * bytes] : Array.newInstance(component, count * parts);
    }

    /** The layout of the array's elements in memory. */
    static byte[] inMemory(Object array) {
        return switch (array) {
            case byte[] bytes -> bytes.clone();
            case char[] chars -> bytes(MemorySegment.ofArray(chars));
            case short[] shorts -> bytes(MemorySegment.ofArray(shorts));
            case int[] ints -> bytes(MemorySegment.ofArray(ints));
            case long[] longs -> bytes(MemorySegment.ofArray(longs));
            case float[] floats -> bytes(MemorySegment.ofArray(floats));
            case double[] doubles -> bytes(MemorySegment.ofArray(doubles));
            case boolean[] booleans -> {
                byte[] bytes = new byte[booleans.length];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (booleans[i] ? 1 : 0);
                }
                yield bytes;
            }
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }

    static byte[] bytes(MemorySegment segment) {
        return segment.toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
