package mpj.core.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Array;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import mpjbuf.layout.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorTest {
    private static final Set<ElementType> INTEGERS = EnumSet.of(ElementType.BYTE, ElementType.CHAR, ElementType.SHORT,
        ElementType.INT, ElementType.LONG);
    private static final int LENGTH = 101;

    private static boolean isDefined(Operator operator, ElementType type) {
        return switch (operator) {
            case MAX, MIN -> true;
            case SUM, PROD, MAXLOC, MINLOC -> type != ElementType.BOOLEAN;
            case LAND, LOR, LXOR, BAND, BOR, BXOR -> INTEGERS.contains(type) || type == ElementType.BOOLEAN;
            case REPLACE, NO_OP -> false;
        };
    }

    /** The expected results in doubles and longs, which are exact for the small numbers of these tests. */
    private static double reference(Operator operator, double a, double b) {
        return switch (operator) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case LXOR -> a != 0 ^ b != 0 ? 1 : 0;
            case BAND -> (long) a & (long) b;
            case BOR -> (long) a | (long) b;
            case BXOR -> (long) a ^ (long) b;
            case MAXLOC, MINLOC -> throw new IllegalArgumentException("takes pairs");
            case REPLACE, NO_OP -> throw new IllegalArgumentException("is for one-sided calls");
        };
    }

    private static Object array(ElementType type, long seed) {
        Random random = new Random(seed);
        Object array = Array.newInstance(type.arrayClass().getComponentType(), LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            set(array, i, random.nextInt(type == ElementType.CHAR || type == ElementType.BOOLEAN ? 0 : -5,
                type == ElementType.BOOLEAN ? 2 : 6));
        }
        return array;
    }

    private static void set(Object array, int index, double value) {
        switch (array) {
            case byte[] a -> a[index] = (byte) value;
            case char[] a -> a[index] = (char) (int) value;
            case short[] a -> a[index] = (short) value;
            case boolean[] a -> a[index] = value != 0;
            case int[] a -> a[index] = (int) value;
            case long[] a -> a[index] = (long) value;
            case float[] a -> a[index] = (float) value;
            case double[] a -> a[index] = value;
            default -> throw new IllegalArgumentException(array.getClass().getTypeName());
        }
    }

    private static double get(Object array, int index) {
        return switch (array) {
            case boolean[] a -> a[index] ? 1 : 0;
            case char[] a -> a[index];
            default -> ((Number) Array.get(array, index)).doubleValue();
        };
    }

    @ParameterizedTest
    @EnumSource
    void isDefinedForTheTypesThatMpiSays(Operator operator) {
        for (ElementType type : ElementType.values()) {
            if (isDefined(operator, type)) {
                assertNotNull(operator.on(type), operator + " of " + type);
                assertSame(operator.on(type), operator.on(type), "found once");
            } else {
                assertNull(operator.on(type), operator + " of " + type);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"MAXLOC", "MINLOC"})
    void combinesTheElementsBetweenOffsetAndCountAndNoOthers(Operator operator) {
        for (ElementType type : ElementType.values()) {
            if (isDefined(operator, type)) {
                for (int from : new int[] {0, 3, 17}) {
                    assertCombines(operator, type, from, 3, 5);
                    assertCombines(operator, type, from, 3, 70);
                }
            }
        }
    }

    private static void assertCombines(Operator operator, ElementType type, int from, int to, int count) {
        Object in = array(type, 1);
        Object inout = array(type, 2);
        Object expected = array(type, 2);
        for (int i = 0; i < count; i++) {
            set(expected, to + i, reference(operator, get(in, from + i), get(inout, to + i)));
        }
        operator.on(type).apply(in, from, inout, to, count);
        for (int i = 0; i < LENGTH; i++) {
            assertEquals(get(expected, i), get(inout, i), operator + " of " + type + " at " + i);
            assertEquals(get(array(type, 1), i), get(in, i), "invec was changed");
        }
    }

    @Test
    void maxlocAndMinlocTakeThePairWithTheBetterValueAndOfEqualsTheSmallerIndex() {
        for (ElementType type : ElementType.values()) {
            if (type == ElementType.BOOLEAN) {
                continue;
            }
            double[] in = {9, 9, 5, 1, 7, 4, 7, 2, 3, 0};
            double[] inout = {8, 8, 6, 0, 7, 3, 7, 3, 3, 0};
            assertPairs(Operator.MAXLOC, type, in, inout, new double[] {8, 8, 6, 0, 7, 3, 7, 2, 3, 0});
            assertPairs(Operator.MINLOC, type, in, inout, new double[] {8, 8, 5, 1, 7, 3, 7, 2, 3, 0});
        }
    }

    /** All but the first pair are combined. */
    private static void assertPairs(Operator operator, ElementType type, double[] in, double[] inout,
                                    double[] expected) {
        Object left = arrayOf(type, in);
        Object right = arrayOf(type, inout);
        operator.on(type).apply(left, 2, right, 2, in.length / 2 - 1);
        assertArrayEquals(expected, numbers(right), operator + " of " + type);
    }

    private static Object arrayOf(ElementType type, double[] numbers) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            set(array, i, numbers[i]);
        }
        return array;
    }

    private static double[] numbers(Object array) {
        double[] numbers = new double[Array.getLength(array)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = get(array, i);
        }
        return numbers;
    }

    @Test
    void maximumOfNotANumberIsNotANumber() {
        double[] inout = {Double.NaN, 1, -0.0};
        Operator.MAX.on(ElementType.DOUBLE).apply(new double[] {1, Double.NaN, 0.0}, 0, inout, 0, 3);
        assertArrayEquals(new double[] {Double.NaN, Double.NaN, 0.0}, inout);
    }

    @Test
    void sumsWrapAroundAsJavasDo() {
        byte[] bytes = {127};
        Operator.SUM.on(ElementType.BYTE).apply(new byte[] {1}, 0, bytes, 0, 1);
        assertArrayEquals(new byte[] {-128}, bytes);
    }
}
