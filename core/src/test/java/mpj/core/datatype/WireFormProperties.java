package mpj.core.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.tiers.FewerTries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Datatypes as bytes: another rank reads the same datatype, and damaged bytes give an error. */
@AddLifecycleHook(FewerTries.class)
final class WireFormProperties {
    private static final int DISPLACEMENT = 21;
    private static final int DISTANCE = 29;
    private static final int LENGTH = 37;
    private static final int COUNT = 45;

    private static final List<TypeDescriptor> PREDEFINED = List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR,
        TypeDescriptor.SHORT, TypeDescriptor.BOOLEAN, TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
        TypeDescriptor.DOUBLE, TypeDescriptor.OBJECT, TypeDescriptor.PACKED, TypeDescriptor.LB, TypeDescriptor.UB,
        TypeDescriptor.NULL, TypeDescriptor.SHORT2, TypeDescriptor.DOUBLE2, ByteTypes.NULL, ByteTypes.FLOAT_COMPLEX,
        ByteTypes.DOUBLE_COMPLEX, ByteTypes.INT2, ByteTypes.SHORT_INT, ByteTypes.LONG_INT, ByteTypes.FLOAT_INT,
        ByteTypes.DOUBLE_INT);

    @Provide
    Arbitrary<ModelType> types() {
        return new DatatypeProperties().types();
    }

    @Provide
    Arbitrary<MixedModel> mixedTypes() {
        return new MixedProperties().types();
    }

    @Property(tries = 300)
    void datatypeOfOneBaseTypeComesBack(@ForAll("types") ModelType model,
                                        @ForAll @IntRange(max = 9) int base) {
        assertComesBack(model.make(PREDEFINED.get(base == 9 ? 8 : base)));
    }

    @Property(tries = 300)
    void datatypeOfSeveralBaseTypesComesBack(@ForAll("mixedTypes") MixedModel model) {
        assertComesBack(model.make());
    }

    @Example
    void predefinedDatatypeComesBack() {
        PREDEFINED.forEach(WireFormProperties::assertComesBack);
    }

    @Example
    void unitsComeBack() {
        for (TypeDescriptor unit : List.of(ByteTypes.DOUBLE_COMPLEX, ByteTypes.INT2, ByteTypes.DOUBLE_INT)) {
            TypeDescriptor datatype = ByteTypes.vector(3, 1, 2, unit);
            assertComesBack(datatype);
            assertSame(unit, WireForm.decode(WireForm.encode(datatype)).unit());
            assertComesBack(ByteTypes.dup(unit));
        }
    }

    private static void assertComesBack(TypeDescriptor datatype) {
        TypeDescriptor other = WireForm.decode(WireForm.encode(datatype));
        assertEquals(datatype.hasBase(), other.hasBase());
        assertEquals(datatype.code(), other.code());
        assertEquals(datatype.isMixed(), other.isMixed());
        assertSame(datatype.composite(), other.composite());
        TypeMap map = datatype.map();
        TypeMap theirs = other.map();
        assertArrayEquals(map.displacements(), theirs.displacements());
        assertArrayEquals(map.lengths(), theirs.lengths());
        assertEquals(map.size(), theirs.size());
        assertEquals(map.lb(), theirs.lb());
        assertEquals(map.ub(), theirs.ub());
        assertEquals(map.lbMarked(), theirs.lbMarked());
        assertEquals(map.ubMarked(), theirs.ubMarked());
        assertEquals(map.alignment(), theirs.alignment());
        assertEquals(datatype.overlaps(2), other.overlaps(2));
    }

    @Example
    void vectorTakesAsManyBytesAsOneBlock() {
        assertEquals(WireForm.encode(TypeDescriptor.INT).length,
            WireForm.encode(TypeDescriptor.vector(1000, 3, 7, TypeDescriptor.INT)).length);
    }

    /**
     * A change may give the bytes of another datatype. In this case the other datatype must be complete. Otherwise
     * there must be an error.
     */
    @Property(tries = 500)
    void damagedBytesAreRefusedOrDescribeAnotherDatatype(@ForAll("mixedTypes") MixedModel model, @ForAll int place,
                                                        @ForAll byte value) {
        byte[] bytes = WireForm.encode(model.make());
        bytes[Math.floorMod(place, bytes.length)] = value;
        assertRefusedOrWhole(bytes);
    }

    @Property
    void arbitraryBytesAreRefusedOrDescribeADatatype(@ForAll @Size(max = 120) byte[] bytes) {
        assertRefusedOrWhole(bytes);
        byte[] headed = bytes.clone();
        if (headed.length > 0) {
            headed[0] = 1;
            assertRefusedOrWhole(headed);
        }
    }

    private static void assertRefusedOrWhole(byte[] bytes) {
        TypeDescriptor datatype;
        try {
            datatype = WireForm.decode(bytes);
        } catch (EngineException e) {
            assertSame(ErrorClass.ERR_TYPE, e.error());
            assertTrue(e.getMessage().startsWith("the datatype that another rank has sent is damaged: "),
                e.getMessage());
            return;
        }
        TypeMap map = datatype.map();
        assertEquals(map.size(), Arrays.stream(map.lengths()).sum());
        assertTrue(Arrays.stream(map.lengths()).allMatch(length -> length > 0));
        assertEquals((int) map.lb(), map.lb());
        assertEquals((int) map.extent(), map.extent());
        assertTrue(datatype.isUsable());
        byte[] again = WireForm.encode(datatype);
        assertArrayEquals(again, WireForm.encode(WireForm.decode(again)));
    }

    @Property
    void bytesThatAreCutOffAreRefused(@ForAll("types") ModelType model, @ForAll @IntRange(min = 1, max = 20) int less) {
        byte[] bytes = WireForm.encode(model.make(TypeDescriptor.LONG));
        EngineException e = assertThrows(EngineException.class,
            () -> WireForm.decode(Arrays.copyOf(bytes, bytes.length - less)));
        assertSame(ErrorClass.ERR_TYPE, e.error());
    }

    @Example
    void numbersThatWouldOverflowAreRefused() {
        byte[] vector = WireForm.encode(TypeDescriptor.vector(5, 3, 7, TypeDescriptor.INT));
        assertRefused(vector, DISPLACEMENT, Long.MAX_VALUE);
        assertRefused(vector, DISPLACEMENT, Integer.MAX_VALUE);
        assertRefused(vector, DISTANCE, Long.MIN_VALUE);
        assertRefused(vector, DISTANCE, Long.MAX_VALUE / 4 + 1);
        assertRefused(vector, LENGTH, 0);
        assertRefused(vector, LENGTH, Long.MAX_VALUE);
        assertRefused(vector, LENGTH, Integer.MAX_VALUE);
        byte[] many = vector.clone();
        ByteBuffer.wrap(many).putInt(COUNT, Integer.MAX_VALUE);
        assertThrows(EngineException.class, () -> WireForm.decode(many));
        ByteBuffer.wrap(many).putInt(COUNT, -1);
        assertThrows(EngineException.class, () -> WireForm.decode(many));
    }

    private static void assertRefused(byte[] bytes, int place, long number) {
        byte[] damaged = bytes.clone();
        ByteBuffer.wrap(damaged).putLong(place, number);
        assertSame(ErrorClass.ERR_TYPE, assertThrows(EngineException.class, () -> WireForm.decode(damaged)).error());
    }
}
