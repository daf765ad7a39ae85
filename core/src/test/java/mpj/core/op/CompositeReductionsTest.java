package mpj.core.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import mpj.core.collective.LocalReduction;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.Composite;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompositeReductionsTest {
    private static final List<TypeDescriptor> DATATYPES = List.of(ByteTypes.FLOAT_COMPLEX, ByteTypes.DOUBLE_COMPLEX,
        ByteTypes.INT2, ByteTypes.SHORT_INT, ByteTypes.LONG_INT, ByteTypes.FLOAT_INT, ByteTypes.DOUBLE_INT);
    private static final double[] LEFT = {9, 9, 5, 1, 7, 4, -7, 2, 3, 0};
    private static final double[] RIGHT = {8, 8, 6, 0, 7, 3, -7, 3, 3, 0};
    private static final double[] GREATEST = {9, 9, 6, 0, 7, 3, -7, 2, 3, 0};
    private static final double[] LEAST = {8, 8, 5, 1, 7, 3, -7, 2, 3, 0};

    /** Pairs as bytes, laid out as in C. */
    private static byte[] pairs(TypeDescriptor datatype, double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length / 2 * datatype.extent()).order(ByteOrder.nativeOrder());
        for (int i = 0; i < numbers.length / 2; i++) {
            int at = i * datatype.extent();
            switch (datatype.composite().first()) {
                case SHORT -> bytes.putShort(at, (short) numbers[2 * i]);
                case INT -> bytes.putInt(at, (int) numbers[2 * i]);
                case LONG -> bytes.putLong(at, (long) numbers[2 * i]);
                case FLOAT -> bytes.putFloat(at, (float) numbers[2 * i]);
                default -> bytes.putDouble(at, numbers[2 * i]);
            }
            bytes.putInt(at + datatype.extent() / 2, (int) numbers[2 * i + 1]);
        }
        return bytes.array();
    }

    @ParameterizedTest
    @EnumSource(names = {"INT2", "SHORT_INT", "LONG_INT", "FLOAT_INT", "DOUBLE_INT"})
    void pairsAreThoseWithTheBetterValueAndOfEqualsTheSmallerIndex(Composite composite) {
        TypeDescriptor datatype = DATATYPES.get(composite.ordinal());
        for (boolean inSegments : new boolean[] {false, true}) {
            assertArrayEquals(pairs(datatype, GREATEST), combined(OpDescriptor.MAXLOC, datatype, inSegments));
            assertArrayEquals(pairs(datatype, LEAST), combined(OpDescriptor.MINLOC, datatype, inSegments));
        }
    }

    private static byte[] combined(OpDescriptor op, TypeDescriptor datatype, boolean inSegments) {
        byte[] left = pairs(datatype, LEFT);
        byte[] right = pairs(datatype, RIGHT);
        int count = LEFT.length / 2;
        if (!inSegments) {
            LocalReduction.combine(op, left, 0, right, 0, count, datatype);
            return right;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment results = arena.allocateFrom(ValueLayout.JAVA_BYTE, right);
            LocalReduction.combine(op, ByteBuffer.wrap(left), 0, results, 0, count, datatype);
            return results.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Test
    void pairsOfIntsMayLieInAnArrayOfInts() {
        int[] results = {8, 8, 6, 0};
        LocalReduction.combine(OpDescriptor.MAXLOC, new int[] {9, 9, 5, 1}, 0, results, 0, 2, ByteTypes.INT2);
        assertArrayEquals(new int[] {9, 9, 6, 0}, results);
    }

    @Test
    void complexNumbersAreAddedAndMultipliedAsSuch() {
        double[] sum = {5, 7, 0, 1};
        LocalReduction.combine(OpDescriptor.SUM, new double[] {2, -3, 0, 1}, 0, sum, 0, 2, ByteTypes.DOUBLE_COMPLEX);
        assertArrayEquals(new double[] {7, 4, 0, 2}, sum);
        float[] product = {0, 0, 5, 7, 0, 1};
        LocalReduction.combine(OpDescriptor.PROD, new float[] {2, -3, 0, 1}, 0, product, 2, 2,
            ByteTypes.FLOAT_COMPLEX);
        assertArrayEquals(new float[] {0, 0, 31, -1, -1, 0}, product);
    }

    @Test
    void duplicateOfADatatypeHasItsOperations() {
        double[] product = {5, 7};
        LocalReduction.combine(OpDescriptor.PROD, new double[] {2, -3}, 0, product, 0, 1,
            ByteTypes.dup(ByteTypes.DOUBLE_COMPLEX));
        assertArrayEquals(new double[] {31, -1}, product);
    }

    @Test
    void otherOperationsAreNotDefined() {
        for (TypeDescriptor datatype : DATATYPES) {
            boolean pair = datatype.composite().isPair();
            for (OpDescriptor op : List.of(OpDescriptor.MAX, OpDescriptor.BAND, OpDescriptor.LXOR,
                pair ? OpDescriptor.SUM : OpDescriptor.MAXLOC, OpDescriptor.REPLACE, OpDescriptor.NO_OP)) {
                EngineException e = assertThrows(EngineException.class, () -> op.checkDefined(datatype));
                assertEquals(ErrorClass.ERR_OP, e.error(), op + " of " + datatype);
            }
        }
    }
}
