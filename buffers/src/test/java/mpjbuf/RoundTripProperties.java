package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Elements that any legal calls have written are read by any other legal calls without a change, in both encodings. */
final class RoundTripProperties {
    private static final int CAPACITY = 1 << 16;
    private static final int SLACK = 2;

    /** A section, and the calls that write it. Each call has its own array, which depends on its seed. */
    record Section(Type type, List<Put> puts) {
    }

    record Put(Move move, long seed) {
        Object array(Type type) {
            return SampleArrays.random(type, move.length() + SLACK, seed);
        }
    }

    @Property
    void legalWritesReadBackEqual(@ForAll("sections") List<Section> sections, @ForAll("moves") List<Move> reads,
                                  @ForAll("encodings") ByteOrder encoding) throws BufferException {
        Buffer buffer = new Buffer(CAPACITY);
        buffer.setEncoding(encoding);
        write(buffer, sections);
        buffer.commit();
        verify(buffer, sections, reads);
        buffer.commit();
        verify(buffer, sections, reads);
    }

    @Property
    void receivedMessageReadsInPlaceFromReadOnlyMemory(@ForAll("sections") List<Section> sections,
                                                       @ForAll("moves") List<Move> reads,
                                                       @ForAll("encodings") ByteOrder encoding)
        throws BufferException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(CAPACITY + 3);
            Buffer sender = Buffer.writable(memory.asSlice(3));
            sender.setEncoding(encoding);
            write(sender, sections);
            sender.commit();
            Buffer receiver = Buffer.readable(memory.asSlice(3, sender.byteSize()).asReadOnly(), encoding);
            receiver.setDynamicBuffer(sender.getDynamicBuffer());
            verify(receiver, sections, reads);
        }
    }

    @Property
    void receivedMessageReadsAfterCopyBehindADeviceHeader(@ForAll("sections") List<Section> sections,
                                                          @ForAll("moves") List<Move> reads) throws BufferException {
        int overhead = 81;
        Buffer sender = new Buffer(BufferFactory.create(CAPACITY), overhead, CAPACITY);
        Buffer receiver = new Buffer(BufferFactory.create(CAPACITY), overhead, CAPACITY);
        write(sender, sections);
        sender.commit();
        ByteBuffer packet = ((NIOBuffer) sender.getStaticBuffer()).getBuffer();
        byte[] dynamic = sender.getDynamicBuffer();
        receiver.copy(packet, overhead, sender.getSize(), overhead, dynamic, dynamic == null ? 0 : dynamic.length);
        receiver.commit();
        verify(receiver, sections, reads);
        sender.free();
        receiver.free();
    }

    private static void write(Buffer buffer, List<Section> sections) throws BufferException {
        long size = 0;
        for (Section section : sections) {
            buffer.putSectionHeader(section.type);
            size = (size + 7) / 8 * 8 + 8;
            int elements = 0;
            for (Put put : section.puts) {
                put.move.put(buffer, section.type, put.array(section.type));
                elements += put.move.count();
                assertEquals(elements, buffer.getSectionSize());
            }
            size += section.type.isDynamic() ? 0 : section.type.bytes(elements);
            assertEquals(size, buffer.getSize());
        }
    }

    private static void verify(Buffer buffer, List<Section> sections, List<Move> reads) throws BufferException {
        assertEquals(0, buffer.getRemaining());
        for (Section section : sections) {
            assertEquals(section.type, buffer.getSectionHeader());
            List<Object> elements = elements(section);
            assertEquals(elements.size(), buffer.getSectionSize());
            int next = 0;
            for (Move move : reads) {
                if (move.count() <= elements.size() - next) {
                    take(buffer, section.type, move, elements.subList(next, next + move.count()));
                    next += move.count();
                    assertEquals(elements.size() - next, buffer.getRemaining());
                }
            }
            take(buffer, section.type, new Move.Range(1, elements.size() - next),
                elements.subList(next, elements.size()));
        }
        assertThrows(BufferUnderflowException.class, buffer::getSectionHeader);
        assertTrue(buffer.getRemaining() == 0 && !buffer.isWritable());
    }

    private static void take(Buffer buffer, Type type, Move move, List<Object> expected) throws BufferException {
        Object actual = SampleArrays.random(type, move.length() + SLACK, 1);
        Object wanted = SampleArrays.random(type, move.length() + SLACK, 1);
        for (int i = 0; i < expected.size(); i++) {
            Array.set(wanted, move.indexes().get(i), expected.get(i));
        }
        move.take(buffer, type, actual);
        assertArrayEquals(new Object[] {wanted}, new Object[] {actual}, () -> type + " by " + move);
    }

    private static List<Object> elements(Section section) {
        List<Object> elements = new ArrayList<>();
        for (Put put : section.puts) {
            Object array = put.array(section.type);
            put.move.indexes().forEach(index -> elements.add(Array.get(array, index)));
        }
        return elements;
    }

    @Provide
    Arbitrary<ByteOrder> encodings() {
        return Arbitraries.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @Provide
    Arbitrary<List<Section>> sections() {
        Arbitrary<Put> puts = Combinators.combine(move(), Arbitraries.longs()).as(Put::new);
        Arbitrary<Type> types = Arbitraries.of(SampleArrays.SECTION_TYPES);
        return Combinators.combine(types, puts.list().ofMaxSize(4)).as(Section::new).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        return move().list().ofMaxSize(4);
    }

    private static Arbitrary<Move> move() {
        Arbitrary<Move> ranges = Combinators.combine(Arbitraries.integers().between(0, 5),
            Arbitraries.integers().between(0, 40)).as(Move.Range::new);
        Arbitrary<Move> indexed = Combinators.combine(Arbitraries.integers().between(0, 30).list().ofMaxSize(20),
            Arbitraries.integers().between(0, 3)).as((list, skipped) ->
                new Move.Indexed(list, Math.min(skipped, list.size())));
        Arbitrary<Move> strided = Arbitraries.integers().between(0, 4).flatMap(rank -> Combinators.combine(
            Arbitraries.integers().between(0, 4).list().ofSize(rank),
            Arbitraries.integers().between(-9, 9).list().ofSize(rank)).as(RoundTripProperties::strided));
        return Arbitraries.oneOf(ranges, indexed, strided);
    }

    /** Begins at a place from which no index is negative. */
    private static Move strided(List<Integer> extents, List<Integer> strides) {
        int lowest = new Move.Strided(0, extents, strides).indexes().stream().min(Integer::compare).orElse(0);
        return new Move.Strided(-lowest, extents, strides);
    }
}
