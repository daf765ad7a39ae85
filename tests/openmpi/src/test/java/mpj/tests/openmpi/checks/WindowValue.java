package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;

/**
 * The types of the elements in random programs. The model keeps each element as a long number: the value of a whole
 * number, the bits of a floating-point number, or the bits of both parts of a pair.
 */
enum WindowValue {
    BYTE(MPI.BYTE, byte.class, 1), SHORT(MPI.SHORT, short.class, 2), INT(MPI.INT, int.class, 4),
    LONG(MPI.LONG, long.class, 8), FLOAT(MPI.FLOAT, float.class, 4), DOUBLE(MPI.DOUBLE, double.class, 8),
    INT2(MPI.INT2, int.class, 8), FLOAT_INT(MPI.FLOAT_INT, byte.class, 8);

    /** The predefined operations, and the swap, which is an accumulate like the others. */
    enum Combination {
        SUM(MPI.SUM), PROD(MPI.PROD), MIN(MPI.MIN), MAX(MPI.MAX), LAND(MPI.LAND), LOR(MPI.LOR), LXOR(MPI.LXOR),
        BAND(MPI.BAND), BOR(MPI.BOR), BXOR(MPI.BXOR), MINLOC(MPI.MINLOC), MAXLOC(MPI.MAXLOC), REPLACE(MPI.REPLACE),
        NO_OP(MPI.NO_OP), SWAP(null);

        final Op op;

        Combination(Op op) {
            this.op = op;
        }
    }

    private static final int VALUES = 97;
    private static final int INDICES = 5;

    final Datatype type;
    final int bytes;
    /** The component type of an array that can be a buffer. */
    final Class<?> component;
    /** The operations that are defined for the type, without NO_OP. */
    final List<Combination> combinations;

    WindowValue(Datatype type, Class<?> component, int bytes) {
        this.type = type;
        this.component = component;
        this.bytes = bytes;
        combinations = List.copyOf(isPair() ? EnumSet.of(Combination.MINLOC, Combination.MAXLOC, Combination.REPLACE)
            : isFloat() ? EnumSet.of(Combination.SUM, Combination.PROD, Combination.MIN, Combination.MAX,
                Combination.REPLACE, Combination.SWAP)
            : EnumSet.complementOf(EnumSet.of(Combination.NO_OP, Combination.MINLOC, Combination.MAXLOC)));
    }

    private boolean isPair() {
        return type == MPI.INT2 || type == MPI.FLOAT_INT;
    }

    private boolean isFloat() {
        return type == MPI.FLOAT || type == MPI.DOUBLE;
    }

    /**
     * A value that a program writes, for any number that is not negative. The value is odd. So it is never 0, and the
     * order of positive and negative zeros does not matter.
     */
    long of(long number) {
        int value = (int) (number % VALUES) * 2 - VALUES + 2;
        return switch (this) {
            case FLOAT -> Float.floatToRawIntBits(value);
            case DOUBLE -> Double.doubleToRawLongBits(value);
            case INT2 -> pair(value % INDICES, value);
            case FLOAT_INT -> pair(Float.floatToRawIntBits(value % INDICES), value);
            default -> value;
        };
    }

    private static long pair(int value, int index) {
        return (long) index << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    private static int index(long pair) {
        return (int) (pair >> Integer.SIZE);
    }

    long read(MemorySegment memory, long at) {
        return switch (this) {
            case BYTE -> memory.get(JAVA_BYTE, at);
            case SHORT -> memory.get(JAVA_SHORT_UNALIGNED, at);
            case INT, FLOAT -> memory.get(JAVA_INT_UNALIGNED, at);
            case LONG, DOUBLE -> memory.get(JAVA_LONG_UNALIGNED, at);
            case INT2, FLOAT_INT -> pair(memory.get(JAVA_INT_UNALIGNED, at),
                memory.get(JAVA_INT_UNALIGNED, at + Integer.BYTES));
        };
    }

    void write(MemorySegment memory, long at, long value) {
        switch (this) {
            case BYTE -> memory.set(JAVA_BYTE, at, (byte) value);
            case SHORT -> memory.set(JAVA_SHORT_UNALIGNED, at, (short) value);
            case INT, FLOAT -> memory.set(JAVA_INT_UNALIGNED, at, (int) value);
            case LONG, DOUBLE -> memory.set(JAVA_LONG_UNALIGNED, at, value);
            default -> {
                memory.set(JAVA_INT_UNALIGNED, at, (int) value);
                memory.set(JAVA_INT_UNALIGNED, at + Integer.BYTES, index(value));
            }
        }
    }

    /** What an accumulate other than a swap leaves in the window. */
    long combined(Combination combination, long there, long operand) {
        return switch (combination) {
            case REPLACE -> operand;
            case NO_OP -> there;
            case MINLOC, MAXLOC -> located(combination == Combination.MINLOC ? 1 : -1, there, operand);
            default -> switch (this) {
                case FLOAT -> Float.floatToRawIntBits(ofFloats(combination, Float.intBitsToFloat((int) there),
                    Float.intBitsToFloat((int) operand)));
                case DOUBLE -> Double.doubleToRawLongBits(ofDoubles(combination, Double.longBitsToDouble(there),
                    Double.longBitsToDouble(operand)));
                default -> narrowed(ofLongs(combination, there, operand));
            };
        };
    }

    /** Of pairs with equal values the one with the lower index is taken. */
    private long located(int sign, long one, long other) {
        int order = sign * (this == INT2 ? Integer.compare((int) one, (int) other)
            : Float.compare(Float.intBitsToFloat((int) one), Float.intBitsToFloat((int) other)));
        return order < 0 || order == 0 && index(one) <= index(other) ? one : other;
    }

    private static float ofFloats(Combination combination, float one, float other) {
        return switch (combination) {
            case SUM -> one + other;
            case PROD -> one * other;
            case MIN -> Math.min(one, other);
            default -> Math.max(one, other);
        };
    }

    private static double ofDoubles(Combination combination, double one, double other) {
        return switch (combination) {
            case SUM -> one + other;
            case PROD -> one * other;
            case MIN -> Math.min(one, other);
            default -> Math.max(one, other);
        };
    }

    private static long ofLongs(Combination combination, long one, long other) {
        return switch (combination) {
            case SUM -> one + other;
            case PROD -> one * other;
            case MIN -> Math.min(one, other);
            case MAX -> Math.max(one, other);
            case LAND -> one != 0 && other != 0 ? 1 : 0;
            case LOR -> one != 0 || other != 0 ? 1 : 0;
            case LXOR -> one != 0 ^ other != 0 ? 1 : 0;
            case BAND -> one & other;
            case BOR -> one | other;
            default -> one ^ other;
        };
    }

    private long narrowed(long value) {
        int unused = Long.SIZE - bytes * Byte.SIZE;
        return value << unused >> unused;
    }

    /** The value as a person reads it. */
    String text(long value) {
        return switch (this) {
            case FLOAT -> Float.toString(Float.intBitsToFloat((int) value));
            case DOUBLE -> Double.toString(Double.longBitsToDouble(value));
            case INT2 -> "(" + (int) value + "," + index(value) + ")";
            case FLOAT_INT -> "(" + Float.intBitsToFloat((int) value) + "," + index(value) + ")";
            default -> Long.toString(value);
        };
    }
}
