package mpj.core.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.Payload;
import mpj.tiers.FewerTries;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Random nested datatypes, compared with the type map as the MPI standard defines it. */
@AddLifecycleHook(FewerTries.class)
final class DatatypeProperties {
    private static final int MOST_ELEMENTS = 3000;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private static TypeDescriptor datatypeOf(ElementType type) {
        return List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR, TypeDescriptor.SHORT, TypeDescriptor.BOOLEAN,
            TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT, TypeDescriptor.DOUBLE)
            .get(type.ordinal());
    }

    @Property
    void boundsAndSizeMatchTheTypeMap(@ForAll("types") ModelType model) {
        TypeDescriptor datatype = model.make(TypeDescriptor.INT);
        assertEquals(model.displacements(1).length, datatype.elements());
        assertEquals(model.lb(), datatype.lb());
        assertEquals(model.ub(), datatype.ub());
        assertEquals(model.extent(), datatype.extent());
    }

    @Property
    void elementsMatchTheTypeMap(@ForAll("types") ModelType model, @ForAll @IntRange(max = 5) int count) {
        int[] expected = model.displacements(count);
        assertArrayEquals(expected, model.make(TypeDescriptor.OBJECT).map().indexes(0, expected.length));
    }

    @Property
    void overlapIsFoundExactly(@ForAll("types") ModelType model, @ForAll @IntRange(max = 7) int count) {
        int[] displacements = model.displacements(count);
        boolean overlaps = Arrays.stream(displacements).distinct().count() < displacements.length;
        assertEquals(overlaps, model.make(TypeDescriptor.INT).overlaps(count));
    }

    @Property
    void whatIsPackedInPiecesIsUnpackedInOtherPieces(@ForAll("types") ModelType model, @ForAll ElementType type,
                                                     @ForAll @IntRange(max = 5) int count, @ForAll boolean inSegment,
                                                     @ForAll long seed) {
        int[] displacements = model.displacements(count);
        Assume.that(displacements.length > 0);
        int lowest = Arrays.stream(displacements).min().orElse(0);
        int offset = Math.max(0, -lowest);
        int length = offset + Math.max(0, Arrays.stream(displacements).max().orElse(0) + 1);
        TypeDescriptor datatype = model.make(datatypeOf(type));
        datatype.commit();
        Random random = new Random(seed);
        Object source = array(type, length, random);
        Object target = array(type, length, random);
        Object expected = array(type, length, random);
        System.arraycopy(target, 0, expected, 0, length);
        for (int displacement : displacements) {
            System.arraycopy(source, offset + displacement, expected, offset + displacement, 1);
        }
        try (Arena arena = Arena.ofConfined()) {
            long bytes = (long) displacements.length * type.bytes();
            MemorySegment message = arena.allocate(bytes + 1);
            Object from = inSegment ? segment(type, source, length, arena) : source;
            BufferArgument.checkSend("buf", from, offset, count, datatype);
            inPieces(bytes, type.bytes(), random, (at, piece) -> Payload.write(datatype.memory(from, offset), type,
                datatype.from(offset) + at, message, 1 + at, piece));
            Object dense = Array.newInstance(type.arrayClass().getComponentType(), displacements.length);
            Elements.read(type, dense, 0, displacements.length, message, 1, NATIVE);
            for (int i = 0; i < displacements.length; i++) {
                assertEquals(Array.get(source, offset + displacements[i]), Array.get(dense, i));
            }
            Object into = inSegment ? segment(type, target, length, arena) : target;
            inPieces(bytes, type.bytes(), random, (at, piece) -> Payload.read(datatype.memory(into, offset), type,
                datatype.from(offset) + at, message, 1 + at, piece));
            if (inSegment) {
                Elements.read(type, target, 0, length, (MemorySegment) into, 0, NATIVE);
            }
            assertArrayEquals(new Object[] {expected}, new Object[] {target});
        }
    }

    @Property
    void displacementsInBytesGiveTheSameMessage(@ForAll("types") ModelType model, @ForAll ElementType type,
                                                @ForAll @IntRange(max = 5) int count, @ForAll long seed) {
        int[] displacements = model.displacements(count);
        Assume.that(displacements.length > 0 && type != ElementType.BOOLEAN);
        int offset = Math.max(0, -Arrays.stream(displacements).min().orElse(0));
        int length = offset + Math.max(0, Arrays.stream(displacements).max().orElse(0) + 1);
        TypeDescriptor datatype = model.make(datatypeOf(type));
        TypeDescriptor inBytes = model.makeInBytes(datatypeOf(type));
        datatype.commit();
        inBytes.commit();
        int unit = inBytes.isMixed() ? type.bytes() : 1;
        assertEquals(datatype.extent() * unit, inBytes.extent());
        assertEquals(datatype.lb() * unit, inBytes.lb());
        Object array = array(type, length, new Random(seed));
        BufferArgument.checkSend("buf", array, offset * unit, count, inBytes);
        assertArrayEquals(packed(array, offset, count, datatype), packed(array, offset * unit, count, inBytes));
    }

    private static byte[] packed(Object array, int offset, int count, TypeDescriptor datatype) {
        MemorySegment message = MemorySegment.ofArray(new byte[(int) datatype.bytes(count)]);
        Payload.write(datatype.memory(array, offset), datatype.elementType(), datatype.from(offset), message, 0,
            message.byteSize());
        return message.toArray(ValueLayout.JAVA_BYTE);
    }

    @Property
    void ofElementsNamedTwiceTheLastUnpackedStays(@ForAll("types") ModelType model, @ForAll ElementType type,
                                                  @ForAll @IntRange(max = 5) int count, @ForAll boolean inSegment,
                                                  @ForAll long seed) {
        int[] displacements = model.displacements(count);
        Assume.that(displacements.length > 0);
        int offset = Math.max(0, -Arrays.stream(displacements).min().orElse(0));
        int length = offset + Math.max(0, Arrays.stream(displacements).max().orElse(0) + 1);
        TypeDescriptor datatype = model.make(datatypeOf(type));
        Random random = new Random(seed);
        Object dense = array(type, displacements.length, random);
        Object target = array(type, length, random);
        Object expected = array(type, length, random);
        System.arraycopy(target, 0, expected, 0, length);
        for (int i = 0; i < displacements.length; i++) {
            System.arraycopy(dense, i, expected, offset + displacements[i], 1);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = segment(type, dense, displacements.length, arena);
            Object into = inSegment ? segment(type, target, length, arena) : target;
            inPieces(message.byteSize(), type.bytes(), random, (at, piece) -> Payload.read(
                datatype.memory(into, offset), type, datatype.from(offset) + at, message, at, piece));
            if (inSegment) {
                Elements.read(type, target, 0, length, (MemorySegment) into, 0, NATIVE);
            }
            assertArrayEquals(new Object[] {expected}, new Object[] {target});
        }
    }

    @Property
    void bufferThatIsOneElementTooShortIsRefused(@ForAll("types") ModelType model,
                                                 @ForAll @IntRange(min = 1, max = 5) int count) {
        int[] displacements = model.displacements(count);
        Assume.that(displacements.length > 0);
        int offset = Math.max(0, -Arrays.stream(displacements).min().orElse(0));
        int length = offset + Math.max(0, Arrays.stream(displacements).max().orElse(0) + 1);
        TypeDescriptor datatype = model.make(TypeDescriptor.INT);
        datatype.commit();
        BufferArgument.checkSend("buf", new int[length], offset, count, datatype);
        Assume.that(length > offset);
        assertThrows(EngineException.class,
            () -> BufferArgument.checkSend("buf", new int[length - 1], offset, count, datatype));
    }

    private interface Piece {
        void move(long at, long bytes);
    }

    private static void inPieces(long bytes, int elementBytes, Random random, Piece piece) {
        for (long at = 0; at < bytes;) {
            long length = Math.min(bytes - at, (long) elementBytes * (1 + random.nextInt(40)));
            piece.move(at, length);
            at += length;
        }
    }

    private static Object array(ElementType type, int length, Random random) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), length);
        byte[] bits = new byte[length * type.bytes()];
        random.nextBytes(bits);
        if (type == ElementType.BOOLEAN) {
            for (int i = 0; i < bits.length; i++) {
                bits[i] &= 1;
            }
        } else if (type == ElementType.FLOAT || type == ElementType.DOUBLE) {
            for (int i = 0; i < length; i++) {
                Array.set(array, i, type == ElementType.FLOAT ? (Object) random.nextFloat() : random.nextDouble());
            }
            return array;
        }
        Elements.read(type, array, 0, length, MemorySegment.ofArray(bits), 0, NATIVE);
        return array;
    }

    private static MemorySegment segment(ElementType type, Object array, int length, Arena arena) {
        MemorySegment segment = arena.allocate((long) length * type.bytes() + 1)
            .asSlice(0, (long) length * type.bytes());
        Elements.write(type, array, 0, length, segment, 0, NATIVE);
        return segment;
    }

    @Provide
    Arbitrary<ModelType> types() {
        return Arbitraries.integers().between(1, 4).flatMap(DatatypeProperties::nested)
            .filter(type -> type.displacements(5).length <= MOST_ELEMENTS);
    }

    private static Arbitrary<ModelType> nested(int depth) {
        if (depth == 0) {
            return Arbitraries.just(new ModelType.Element());
        }
        Arbitrary<ModelType> old = nested(depth - 1);
        Arbitrary<Integer> few = Arbitraries.integers().between(0, 4);
        Arbitrary<Integer> stride = Arbitraries.integers().between(-6, 9);
        Arbitrary<List<ModelType.Block>> blocks = Combinators.combine(Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(-10, 20)).as(ModelType.Block::new).list().ofMaxSize(5);
        Arbitrary<ModelType> component = Arbitraries.oneOf(old,
            Arbitraries.of(true, false).map(ModelType.Marker::new));
        return Arbitraries.oneOf(
            Combinators.combine(few, old).as(ModelType.Contiguous::new),
            Combinators.combine(few, few, stride, Arbitraries.of(true, false), old).as(ModelType.Vector::new),
            Combinators.combine(blocks, Arbitraries.of(true, false), old).as(ModelType.Indexed::new),
            Combinators.combine(blocks, component.list().ofMinSize(1).ofMaxSize(4)).as(DatatypeProperties::struct));
    }

    private static ModelType struct(List<ModelType.Block> blocks, List<ModelType> olds) {
        List<ModelType.Block> more = new ArrayList<>(blocks);
        more.addFirst(new ModelType.Block(1, 3));
        List<ModelType> types = new ArrayList<>(olds);
        types.addFirst(new ModelType.Element());
        return new ModelType.Struct(more, types);
    }
}
