package mpj.core.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpj.core.message.BufferArgument;
import mpj.engine.BufferMemory;
import mpj.engine.Payload;
import mpj.tiers.FewerTries;
import mpjbuf.layout.ElementType;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Random datatypes with elements of any types, compared with the type map as the MPI standard defines it. */
@AddLifecycleHook(FewerTries.class)
final class MixedProperties {
    private static final int MOST_BYTES = 4000;

    @Property(tries = 200)
    void boundsAndSizeMatchTheTypeMap(@ForAll("types") MixedModel model) {
        TypeDescriptor datatype = model.make();
        int unit = datatype.elementBytes();
        long[] bytes = model.bytes(1);
        assertEquals(bytes.length, datatype.bytes(1));
        assertEquals(model.lb(), (long) datatype.lb() * unit);
        assertEquals(model.extent(), (long) datatype.extent() * unit);
        if (bytes.length > 0) {
            long least = Arrays.stream(bytes).min().getAsLong();
            assertEquals(least, datatype.map().trueLb() * unit);
            assertEquals(Arrays.stream(bytes).max().getAsLong() + 1 - least, datatype.map().trueExtent() * unit);
        }
    }

    @Property(tries = 200)
    void messageHasTheBytesOfTheTypeMap(@ForAll("types") MixedModel model, @ForAll @IntRange(max = 4) int count,
                                        @ForAll Kind kind, @ForAll long seed) {
        long[] bytes = model.bytes(count);
        Assume.that(bytes.length > 0);
        TypeDescriptor datatype = model.make();
        datatype.commit();
        int unit = datatype.elementBytes();
        int before = Math.ceilDiv((int) Math.max(0, -Arrays.stream(bytes).min().orElse(0)), Long.BYTES) * Long.BYTES;
        byte[] memory = new byte[before + Math.ceilDiv((int) Math.max(0, Arrays.stream(bytes).max().orElse(-1) + 1),
            Long.BYTES) * Long.BYTES];
        new Random(seed).nextBytes(memory);
        Object buf = datatype.isMixed() ? kind.buffer(memory) : MemorySegment.ofArray(memory);
        BufferArgument.checkReceive("buf", buf, before / unit, count, datatype);

        byte[] message = new byte[bytes.length];
        Payload.write(datatype.memory(buf, before / unit), datatype.elementType(), datatype.from(before / unit),
            MemorySegment.ofArray(message), 0, bytes.length);
        IntStream.range(0, bytes.length).forEach(i -> assertEquals(memory[before + (int) bytes[i]], message[i]));

        new Random(seed + 1).nextBytes(message);
        byte[] expected = memory.clone();
        IntStream.range(0, bytes.length).forEach(i -> expected[before + (int) bytes[i]] = message[i]);
        Payload.read(datatype.memory(buf, before / unit), datatype.elementType(), datatype.from(before / unit),
            MemorySegment.ofArray(message), 0, bytes.length);
        assertArrayEquals(expected, Kind.bytes(buf));
    }

    @Property(tries = 200)
    void elementsOfAMessageAreCountedOneByOne(@ForAll("types") MixedModel model,
                                              @ForAll @IntRange(max = 400) int length) {
        List<MixedModel.Entry> item = model.elements();
        Assume.that(!item.isEmpty());
        TypeDescriptor datatype = model.make();
        int bytes = 0;
        int elements = 0;
        while (bytes < length) {
            bytes += item.get(elements++ % item.size()).type().bytes();
        }
        assertEquals(bytes == length ? elements : Constants.UNDEFINED, datatype.programElements(length));
        assertEquals(bytes, datatype.programBytes(elements));
    }

    /** The buffers that a program may pass for a mixed datatype. */
    enum Kind {
        BYTES, INTS, LONGS, SEGMENT;

        Object buffer(byte[] contents) {
            MemorySegment from = MemorySegment.ofArray(contents);
            return switch (this) {
                case BYTES -> contents.clone();
                case INTS -> from.toArray(ValueLayout.JAVA_INT_UNALIGNED);
                case LONGS -> from.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
                case SEGMENT -> MemorySegment.ofArray(contents.clone());
            };
        }

        static byte[] bytes(Object buffer) {
            return BufferMemory.view(buffer, buffer instanceof MemorySegment ? null : ElementType.of(buffer))
                .toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Provide
    Arbitrary<MixedModel> types() {
        return Arbitraries.integers().between(1, 3).flatMap(MixedProperties::nested)
            .filter(type -> type.bytes(4).length <= MOST_BYTES);
    }

    private static Arbitrary<MixedModel> nested(int depth) {
        if (depth == 0) {
            return Arbitraries.of(ElementType.class).map(MixedModel.Element::new);
        }
        Arbitrary<MixedModel> old = nested(depth - 1);
        Arbitrary<Integer> few = Arbitraries.integers().between(0, 3);
        Arbitrary<Integer> bytes = Arbitraries.integers().between(-12, 30);
        Arbitrary<List<MixedModel.Block>> blocks = Combinators.combine(few, bytes, old).as(MixedModel.Block::new)
            .list().ofMaxSize(4);
        return Arbitraries.oneOf(
            Combinators.combine(few, few, bytes, Arbitraries.of(true, false), old).as(MixedModel.Vector::new),
            Combinators.combine(blocks, Arbitraries.of(true, false), old).as(MixedModel.Indexed::new),
            blocks.map(MixedModel.Struct::new),
            Combinators.combine(old, bytes, bytes).as(MixedModel.Resized::new));
    }
}
