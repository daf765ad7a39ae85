package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;

/**
 * An accumulate of a single number of 4 or 8 bytes. Programs build their counters and locks from such accumulates. It
 * needs no arrays between the buffers and the window. Called with the lock of accumulates held.
 */
final class Scalar {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Scalar() {
    }

    /** Whether this class can carry out an accumulate. */
    static boolean takes(OpDescriptor op, Place place, Local origin, Local result) {
        TypeDescriptor datatype = place.datatype();
        return place.count() == 1 && takes(op, datatype) && (op == OpDescriptor.NO_OP || isPlain(origin, datatype))
            && (result == null || isPlain(result, datatype));
    }

    static boolean takes(OpDescriptor op, TypeDescriptor datatype) {
        return (op == OpDescriptor.SUM || op == OpDescriptor.REPLACE || op == OpDescriptor.NO_OP)
            && isNumber(datatype);
    }

    static boolean isNumber(TypeDescriptor datatype) {
        return datatype == TypeDescriptor.LONG || datatype == TypeDescriptor.INT || datatype == TypeDescriptor.DOUBLE
            || datatype == TypeDescriptor.FLOAT;
    }

    /** Whether this class can carry out a compare-and-swap. */
    static boolean takes(Place place, Local origin, Local compare, Local result) {
        TypeDescriptor datatype = place.datatype();
        return isNumber(datatype) && isPlain(origin, datatype) && isPlain(compare, datatype)
            && isPlain(result, datatype);
    }

    /** MPI_Compare_and_swap: two numbers are equal if their bits are equal. */
    static void swap(Local origin, Local compare, Local result, MemorySegment memory, long at) {
        TypeDescriptor datatype = origin.datatype();
        long fresh = read(origin);
        long wanted = read(compare);
        long there = read(datatype, memory, at);
        write(result, there); // now, because nothing has changed if this fails
        if (there == wanted) {
            write(datatype, memory, at, fresh);
        }
    }

    /** The bits of a number in memory. */
    static long read(TypeDescriptor datatype, MemorySegment memory, long at) {
        return datatype.elementBytes() == Long.BYTES ? memory.get(LONG, at) : memory.get(INT, at);
    }

    static void write(TypeDescriptor datatype, MemorySegment memory, long at, long bits) {
        if (datatype.elementBytes() == Long.BYTES) {
            memory.set(LONG, at, bits);
        } else {
            memory.set(INT, at, (int) bits);
        }
    }

    private static boolean isPlain(Local local, TypeDescriptor datatype) {
        return local.datatype() == datatype && (local.buffer() instanceof MemorySegment
            || local.buffer().getClass() == datatype.plainArrayClass());
    }

    static void apply(OpDescriptor op, Place place, Local origin, Local result, MemorySegment memory, long at) {
        TypeDescriptor datatype = place.datatype();
        long operand = op == OpDescriptor.NO_OP ? 0 : read(origin);
        long there = read(datatype, memory, at);
        write(result, there); // as above
        if (op != OpDescriptor.NO_OP) {
            write(datatype, memory, at, combined(op, datatype, there, operand));
        }
    }

    /** The bits of the result of REPLACE or SUM. */
    static long combined(OpDescriptor op, TypeDescriptor datatype, long there, long operand) {
        return op == OpDescriptor.REPLACE ? operand
            : datatype == TypeDescriptor.LONG || datatype == TypeDescriptor.INT ? there + operand
            : datatype == TypeDescriptor.DOUBLE
                ? Double.doubleToRawLongBits(Double.longBitsToDouble(there) + Double.longBitsToDouble(operand))
            : Float.floatToRawIntBits(Float.intBitsToFloat((int) there) + Float.intBitsToFloat((int) operand));
    }

    /** The bits of the number. */
    private static long read(Local local) {
        int index = (int) (local.from() / local.datatype().elementBytes());
        return switch (local.buffer()) {
            case long[] array -> array[index];
            case int[] array -> array[index];
            case double[] array -> Double.doubleToRawLongBits(array[index]);
            case float[] array -> Float.floatToRawIntBits(array[index]);
            case MemorySegment segment when local.bytes() == Long.BYTES -> segment.get(LONG, local.from());
            case MemorySegment segment -> segment.get(INT, local.from());
            default -> throw new IllegalArgumentException(local.buffer().getClass().getName());
        };
    }

    /** @param local null if the program does not want the number */
    private static void write(Local local, long bits) {
        if (local == null) {
            return;
        }
        int index = (int) (local.from() / local.datatype().elementBytes());
        switch (local.buffer()) {
            case long[] array -> array[index] = bits;
            case int[] array -> array[index] = (int) bits;
            case double[] array -> array[index] = Double.longBitsToDouble(bits);
            case float[] array -> array[index] = Float.intBitsToFloat((int) bits);
            case MemorySegment segment when local.bytes() == Long.BYTES -> segment.set(LONG, local.from(), bits);
            case MemorySegment segment -> segment.set(INT, local.from(), (int) bits);
            default -> throw new IllegalArgumentException(local.buffer().getClass().getName());
        }
    }
}
