package mpj.tests.openmpi.checks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.MPI;

/** The kinds of buffers of ints. */
enum Memory {
    ARRAY, HEAP, HEAP_BYTES, DIRECT, DIRECT_BYTES, SEGMENT, HEAP_SEGMENT;

    /** The value of an int that was not received. */
    static final int UNTOUCHED = -7;
    private static final int BEFORE = 3;

    /** Whether non-blocking operations take this kind of buffer. */
    boolean isDirect() {
        return this == DIRECT || this == DIRECT_BYTES || isSegment();
    }

    boolean isSegment() {
        return this == SEGMENT || this == HEAP_SEGMENT;
    }

    /** A buffer with these values. Its position is not at their beginning. */
    Object of(int... values) {
        return switch (this) {
            case ARRAY -> values.clone();
            case HEAP -> {
                int[] array = new int[BEFORE + values.length];
                System.arraycopy(values, 0, array, BEFORE, values.length);
                yield IntBuffer.wrap(array, BEFORE, values.length).slice().position(values.length);
            }
            case HEAP_BYTES -> filled(ByteBuffer.allocate(values.length * Integer.BYTES), values);
            case DIRECT -> MPI.newIntBuffer(values.length).put(values);
            case DIRECT_BYTES -> filled(MPI.newByteBuffer(values.length * Integer.BYTES), values);
            case SEGMENT -> Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, values);
            case HEAP_SEGMENT -> MemorySegment.ofArray(values.clone());
        };
    }

    private static ByteBuffer filled(ByteBuffer bytes, int[] values) {
        bytes.order(ByteOrder.nativeOrder());
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes;
    }

    /** A buffer of this many values, all of which are {@link #UNTOUCHED}. */
    Object room(int length) {
        int[] values = new int[length];
        Arrays.fill(values, UNTOUCHED);
        return of(values);
    }

    /** The values in a buffer. */
    static int[] values(Object buf) {
        return switch (buf) {
            case int[] array -> array;
            case IntBuffer ints -> {
                int[] values = new int[ints.capacity()];
                ints.get(0, values);
                yield values;
            }
            case ByteBuffer bytes -> {
                int[] values = new int[bytes.capacity() / Integer.BYTES];
                Arrays.setAll(values, i -> bytes.getInt(i * Integer.BYTES));
                yield values;
            }
            case MemorySegment segment -> segment.toArray(ValueLayout.JAVA_INT);
            default -> throw new IllegalArgumentException(buf.getClass().getName());
        };
    }
}
