package mpj.core.window;

import mpjbuf.layout.ElementType;

/**
 * Arrays for elements that cannot be combined where they lie. The arrays are kept, since making and clearing them takes
 * as long as combining the elements. Used with the lock of accumulates held.
 */
final class Stage {
    private final Object[] mine = new Object[ElementType.values().length];
    private final Object[] theirs = new Object[ElementType.values().length];

    /** An array of a type, of at least this length, for the target's elements. */
    Object mine(ElementType type, int length) {
        return array(mine, type, length);
    }

    /** Another such array, for the origin's elements. */
    Object theirs(ElementType type, int length) {
        return array(theirs, type, length);
    }

    private static Object array(Object[] kept, ElementType type, int length) {
        Object array = kept[type.ordinal()];
        if (array == null || length(array) < length) {
            array = made(type, length);
            kept[type.ordinal()] = array;
        }
        return array;
    }

    private static int length(Object array) {
        return switch (array) {
            case byte[] bytes -> bytes.length;
            case boolean[] booleans -> booleans.length;
            case char[] chars -> chars.length;
            case short[] shorts -> shorts.length;
            case int[] ints -> ints.length;
            case long[] longs -> longs.length;
            case float[] floats -> floats.length;
            case double[] doubles -> doubles.length;
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }

    private static Object made(ElementType type, int length) {
        return switch (type) {
            case BYTE -> new byte[length];
            case BOOLEAN -> new boolean[length];
            case CHAR -> new char[length];
            case SHORT -> new short[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
        };
    }
}
