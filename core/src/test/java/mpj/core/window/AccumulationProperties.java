package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.BufferMemory;
import mpj.engine.EngineException;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Accumulates, compared with a loop over single elements. */
final class AccumulationProperties {
    private static final Map<OpDescriptor, LongBinaryOperator> OPS = Map.of(OpDescriptor.SUM, Long::sum,
        OpDescriptor.PROD, (a, b) -> a * b, OpDescriptor.MAX, Math::max, OpDescriptor.MIN, Math::min,
        OpDescriptor.BXOR, (a, b) -> a ^ b, OpDescriptor.REPLACE, (a, _) -> a, OpDescriptor.NO_OP, (_, b) -> b);

    private static final List<TypeDescriptor> DATATYPES = Arrays.stream(ElementType.values())
        .map(AccumulationProperties::datatype).toList();
    private static final int GUARD = 64;
    private static final byte UNTOUCHED = 0x5A;

    private final Stage stage = new Stage();

    private static TypeDescriptor datatype(ElementType type) {
        return switch (type) {
            case BYTE -> TypeDescriptor.BYTE;
            case BOOLEAN -> TypeDescriptor.BOOLEAN;
            case CHAR -> TypeDescriptor.CHAR;
            case SHORT -> TypeDescriptor.SHORT;
            case INT -> TypeDescriptor.INT;
            case LONG -> TypeDescriptor.LONG;
            case FLOAT -> TypeDescriptor.FLOAT;
            case DOUBLE -> TypeDescriptor.DOUBLE;
        };
    }

    @Property(tries = 200)
    void elementsAreCombinedWhereverTheyLie(@ForAll @IntRange(max = 13) int number,
                                            @ForAll @IntRange(min = 1, max = 1500) int count,
                                            @ForAll @IntRange(min = 1, max = 3) int stride) {
        OpDescriptor op = OpDescriptor.predefined(number);
        LongBinaryOperator expected = OPS.get(op);
        if (expected == null) {
            return;
        }
        TypeDescriptor datatype = TypeDescriptor.vector(count, 1, stride, TypeDescriptor.LONG);
        datatype.commit();
        MemorySegment window = Arena.ofAuto().allocate((long) count * stride * Long.BYTES, 8);
        long[] origin = new long[count];
        long[] result = new long[count];
        for (int i = 0; i < count; i++) {
            origin[i] = 7L * i - 300;
            window.setAtIndex(ValueLayout.JAVA_LONG, (long) i * stride, 1000 - 5L * i);
        }
        Place place = new Place(0, 1, datatype);
        Accumulation accumulation = new Accumulation(op, datatype, stage);
        long piece = Accumulation.piece(datatype);
        for (long at = 0; at < place.bytes(); at += piece) {
            accumulation.apply(origin, at, datatype.memoryAt(window, 0), datatype.fromAt(0) + at,
                Math.min(piece, place.bytes() - at), result, ElementType.LONG, at);
        }
        for (int i = 0; i < count; i++) {
            assertEquals(1000 - 5L * i, result[i]);
            assertEquals(expected.applyAsLong(origin[i], result[i]),
                window.getAtIndex(ValueLayout.JAVA_LONG, (long) i * stride));
        }
    }

    /** Adjacent elements are combined in place, with the same results as operations on arrays. */
    @Property(tries = 1500)
    void adjacentElementsAreCombinedAsInArrays(@ForAll @IntRange(max = 13) int number,
                                               @ForAll @IntRange(max = 7) int typeNumber,
                                               @ForAll @IntRange(min = 1, max = 3000) int count,
                                               @ForAll @IntRange(max = 2) int kind,
                                               @ForAll @IntRange(max = 9) int offset, @ForAll boolean fetches) {
        ElementType type = ElementType.values()[typeNumber];
        TypeDescriptor datatype = DATATYPES.get(typeNumber);
        OpDescriptor op = OpDescriptor.predefined(number);
        if (op != OpDescriptor.REPLACE && op != OpDescriptor.NO_OP && !isDefined(op, datatype)) {
            return;
        }
        long bytes = count * type.bytes();
        MemorySegment operand = elements(type, count, 7);
        MemorySegment before = elements(type, count, 5);
        Object expected = array(type, count, before);
        if (op == OpDescriptor.REPLACE) {
            expected = array(type, count, operand);
        } else if (op != OpDescriptor.NO_OP) {
            op.apply(array(type, count, operand), 0, expected, 0, count, datatype);
        }
        MemorySegment all = Arena.ofAuto().allocate(offset + bytes + GUARD, 8).fill(UNTOUCHED);
        MemorySegment.copy(before, 0, all, offset, bytes);
        Object origin = switch (kind) {
            case 0 -> array(type, count, operand);
            case 1 -> MemorySegment.ofArray(operand.toArray(ValueLayout.JAVA_BYTE));
            default -> operand;
        };
        Object result = fetches ? array(type, count, MemorySegment.ofArray(new byte[(int) bytes])) : null;
        Accumulation accumulation = new Accumulation(op, datatype, stage);
        long piece = Accumulation.piece(datatype);
        for (long at = 0; at < bytes; at += piece) {
            accumulation.apply(origin, at, all, offset + at, Math.min(piece, bytes - at), result, type, at);
        }
        assertEquals(-1, bytes(type, count, expected).mismatch(all.asSlice(offset, bytes)));
        for (long i = 0; i < GUARD; i++) {
            assertEquals(UNTOUCHED, all.get(ValueLayout.JAVA_BYTE, offset + bytes + i));
        }
        for (int i = 0; i < offset; i++) {
            assertEquals(UNTOUCHED, all.get(ValueLayout.JAVA_BYTE, i));
        }
        if (fetches) {
            assertEquals(-1, bytes(type, count, result).mismatch(before));
        }
    }

    private static boolean isDefined(OpDescriptor op, TypeDescriptor datatype) {
        try {
            op.checkAccumulates(datatype);
            return true;
        } catch (EngineException e) {
            return false;
        }
    }

    /** Small numbers, for which the result of an operation does not depend on the loop. */
    private static MemorySegment elements(ElementType type, int count, int factor) {
        MemorySegment memory = Arena.ofAuto().allocate(count * type.bytes(), 8);
        for (int i = 0; i < count; i++) {
            int value = i * factor % 101 - 50;
            switch (type) {
                case BYTE -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) value);
                case BOOLEAN -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) (value & 1));
                case CHAR -> memory.setAtIndex(ValueLayout.JAVA_CHAR, i, (char) value);
                case SHORT -> memory.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) value);
                case INT -> memory.setAtIndex(ValueLayout.JAVA_INT, i, value);
                case LONG -> memory.setAtIndex(ValueLayout.JAVA_LONG, i, value);
                case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
                default -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
            }
        }
        return memory;
    }

    private static Object array(ElementType type, int count, MemorySegment elements) {
        Object array = Array.newInstance(type.arrayClass().componentType(), count);
        Elements.read(type, array, 0, count, elements, 0, ByteOrder.nativeOrder());
        return array;
    }

    private static MemorySegment bytes(ElementType type, int count, Object array) {
        MemorySegment bytes = Arena.ofAuto().allocate(count * type.bytes(), 8);
        Elements.write(type, array, 0, count, bytes, 0, ByteOrder.nativeOrder());
        return bytes;
    }

    /** A single number needs no arrays, and has the same result. */
    @Property(tries = 300)
    void singleNumberIsCombinedLikeManyAre(@ForAll long value, @ForAll long there,
                                           @ForAll @IntRange(max = 3) int number, @ForAll boolean inSegment) {
        TypeDescriptor datatype = List.of(TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
            TypeDescriptor.DOUBLE).get(number);
        for (OpDescriptor op : List.of(OpDescriptor.SUM, OpDescriptor.REPLACE, OpDescriptor.NO_OP)) {
            Object origin = number(datatype, value, inSegment);
            Object result = number(datatype, 0, inSegment);
            Object expectedResult = number(datatype, 0, true);
            MemorySegment window = (MemorySegment) number(datatype, there, true);
            MemorySegment expected = (MemorySegment) number(datatype, there, true);
            Place place = new Place(0, 1, datatype);
            Local from = Local.origin("origin", origin, 0, 1, datatype);
            Local to = Local.result("result", result, 0, 1, datatype);
            assertTrue(Scalar.takes(op, place, from, to));
            Scalar.apply(op, place, from, to, window, 0);
            new Accumulation(op, datatype, stage).apply(origin, 0, expected, 0, place.bytes(), expectedResult,
                datatype.elementType(), 0);
            assertEquals(-1, window.mismatch(expected));
            assertEquals(-1, memory(result, datatype).mismatch((MemorySegment) expectedResult));
        }
    }

    @Property(tries = 300)
    void singleNumberIsSwappedIfItsBitsAreWanted(@ForAll long there, @ForAll boolean wanted, @ForAll boolean inSegment,
                                                 @ForAll @IntRange(max = 3) int number) {
        TypeDescriptor datatype = List.of(TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
            TypeDescriptor.DOUBLE).get(number);
        MemorySegment window = (MemorySegment) number(datatype, there, true);
        Object origin = number(datatype, 77, inSegment);
        Object result = number(datatype, 0, inSegment);
        Local from = Local.origin("origin", origin, 0, 1, datatype);
        Object expected = number(datatype, wanted ? there : there ^ 1, inSegment);
        Local compare = Local.origin("compare", expected, 0, 1, datatype);
        Local to = Local.result("result", result, 0, 1, datatype);
        assertTrue(Scalar.takes(new Place(0, 1, datatype), from, compare, to));
        Scalar.swap(from, compare, to, window, 0);
        assertEquals(-1, memory(result, datatype).mismatch((MemorySegment) number(datatype, there, true)));
        assertEquals(-1, window.mismatch((MemorySegment) number(datatype, wanted ? 77 : there, true)));
    }

    /** A number, in a segment or an array. */
    private static Object number(TypeDescriptor datatype, long value, boolean inSegment) {
        MemorySegment segment = Arena.ofAuto().allocate(datatype.elementBytes(), 8);
        switch (datatype.elementType()) {
            case INT -> segment.set(ValueLayout.JAVA_INT, 0, (int) value);
            case LONG -> segment.set(ValueLayout.JAVA_LONG, 0, value);
            case FLOAT -> segment.set(ValueLayout.JAVA_FLOAT, 0, (short) value);
            default -> segment.set(ValueLayout.JAVA_DOUBLE, 0, (int) value);
        }
        return inSegment ? segment : switch (datatype.elementType()) {
            case INT -> segment.toArray(ValueLayout.JAVA_INT);
            case LONG -> segment.toArray(ValueLayout.JAVA_LONG);
            case FLOAT -> segment.toArray(ValueLayout.JAVA_FLOAT);
            case DOUBLE -> segment.toArray(ValueLayout.JAVA_DOUBLE);
            default -> throw new IllegalArgumentException(datatype.toString());
        };
    }

    private static MemorySegment memory(Object number, TypeDescriptor datatype) {
        return number instanceof MemorySegment segment ? segment
            : BufferMemory.view(number, datatype.elementType());
    }

    /** An item of LONG_INT has a gap behind its int. */
    @Example
    void pairsAreComparedByTheirValue() {
        TypeDescriptor pair = ByteTypes.LONG_INT;
        byte[] origin = pairs(new long[] {5, 1, 9}, 2);
        MemorySegment window = Arena.ofAuto().allocate(48, 8);
        window.copyFrom(MemorySegment.ofArray(pairs(new long[] {4, 3, 9}, 7)));
        Place place = new Place(0, 3, pair);
        new Accumulation(OpDescriptor.MAXLOC, pair, stage).apply(pair.memory(origin, 0), pair.from(0),
            pair.memoryAt(window, 0), pair.fromAt(0), place.bytes(), null, null, 0);
        assertEquals(5, window.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(2, window.get(ValueLayout.JAVA_INT, 8));
        assertEquals(3, window.get(ValueLayout.JAVA_LONG, 16));
        assertEquals(7, window.get(ValueLayout.JAVA_INT, 24));
        assertEquals(9, window.get(ValueLayout.JAVA_LONG, 32));
        assertEquals(2, window.get(ValueLayout.JAVA_INT, 40));
    }

    private static byte[] pairs(long[] values, int index) {
        byte[] bytes = new byte[values.length * 16];
        MemorySegment to = MemorySegment.ofArray(bytes);
        for (int i = 0; i < values.length; i++) {
            to.set(ValueLayout.JAVA_LONG_UNALIGNED, i * 16L, values[i]);
            to.set(ValueLayout.JAVA_INT_UNALIGNED, i * 16L + 8, index);
        }
        return bytes;
    }

    @Example
    void truthValuesAreCombined() {
        MemorySegment window = Arena.ofAuto().allocate(3);
        window.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        boolean[] result = new boolean[3];
        new Accumulation(OpDescriptor.LOR, TypeDescriptor.BOOLEAN, stage).apply(new boolean[] {false, true, false}, 0,
            window, 0, 3, result, ElementType.BOOLEAN, 0);
        assertEquals(true, result[0]);
        assertEquals(1, window.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(1, window.get(ValueLayout.JAVA_BYTE, 1));
        assertEquals(0, window.get(ValueLayout.JAVA_BYTE, 2));
    }
}
