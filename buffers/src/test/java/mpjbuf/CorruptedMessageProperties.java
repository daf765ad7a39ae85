package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any bytes that arrive either read as a message or throw a BufferException, and no other memory is touched. */
final class CorruptedMessageProperties {
    private static final int GUARD = 64;
    private static final byte GUARD_BYTE = (byte) 0xA5;

    /** A byte that is changed. */
    record Damage(int position, byte value) {
    }

    @Property(tries = 2000)
    void arbitraryBytesReadOrThrow(@ForAll @Size(max = 200) byte[] message, @ForAll @Size(max = 100) byte[] dynamic,
                                   @ForAll boolean littleEndian) {
        readBetweenGuards(message, dynamic, encoding(littleEndian));
    }

    @Property(tries = 2000)
    void plausibleHeadersReadOrThrow(@ForAll("headers") List<Integer> headers, @ForAll boolean littleEndian) {
        byte[] message = new byte[8 * headers.size()];
        MemorySegment memory = MemorySegment.ofArray(message);
        for (int i = 0; i < headers.size(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, 8L * i, (byte) (headers.get(i) & 31));
            memory.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(encoding(littleEndian)), 8L * i + 4,
                headers.get(i) >> 5);
        }
        readBetweenGuards(message, null, encoding(littleEndian));
    }

    @Property(tries = 2000)
    void damagedMessagesReadOrThrow(@ForAll long seed, @ForAll("damages") List<Damage> damages,
                                    @ForAll("damages") List<Damage> dynamicDamages,
                                    @ForAll @IntRange(max = 20) int cut, @ForAll boolean littleEndian)
        throws BufferException {
        Buffer sender = new Buffer(1 << 12);
        sender.setEncoding(encoding(littleEndian));
        Random random = new Random(seed);
        for (int section = 0; section < 4; section++) {
            Type type = SampleArrays.SECTION_TYPES.get(random.nextInt(SampleArrays.SECTION_TYPES.size()));
            sender.putSectionHeader(type);
            int elements = random.nextInt(10);
            new Move.Range(0, elements).put(sender, type, SampleArrays.random(type, elements, random.nextLong()));
        }
        sender.commit();
        byte[] message = new byte[Math.max(0, sender.getSize() - cut)];
        ((NIOBuffer) sender.getStaticBuffer()).getBuffer().get(0, message);
        byte[] dynamic = sender.getDynamicBuffer();
        apply(damages, message);
        if (dynamic != null) {
            apply(dynamicDamages, dynamic);
        }
        readBetweenGuards(message, dynamic, encoding(littleEndian));
    }

    private static void apply(List<Damage> damages, byte[] bytes) {
        for (Damage damage : damages) {
            if (bytes.length > 0) {
                bytes[damage.position % bytes.length] = damage.value;
            }
        }
    }

    private static ByteOrder encoding(boolean littleEndian) {
        return littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private static void readBetweenGuards(byte[] message, byte[] dynamic, ByteOrder encoding) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(message.length + 2 * GUARD).fill(GUARD_BYTE);
            MemorySegment segment = memory.asSlice(GUARD, message.length).copyFrom(MemorySegment.ofArray(message));
            byte[] before = memory.toArray(ValueLayout.JAVA_BYTE);
            readInPlace(segment, dynamic, encoding);
            readCopied(segment, dynamic, encoding);
            assertArrayEquals(before, memory.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private static void readInPlace(MemorySegment segment, byte[] dynamic, ByteOrder encoding) {
        Buffer buffer = Buffer.readable(segment, encoding);
        buffer.setDynamicBuffer(dynamic);
        readAll(buffer, segment.byteSize());
    }

    /** A device may receive into a larger buffer in this way. The bytes after the message are not read. */
    private static void readCopied(MemorySegment segment, byte[] dynamic, ByteOrder encoding) {
        Buffer buffer = new Buffer((int) segment.byteSize() + GUARD);
        buffer.copy(segment.asByteBuffer(), 0, (int) segment.byteSize(), 0, dynamic,
            dynamic == null ? 0 : dynamic.length);
        buffer.setEncoding(encoding);
        try {
            buffer.commit();
        } catch (BufferException e) {
            throw new AssertionError(e);
        }
        readAll(buffer, segment.byteSize());
    }

    /** If another exception than a BufferException is thrown, the property fails. */
    private static void readAll(Buffer buffer, long messageBytes) {
        try {
            while (true) {
                Type type = buffer.getSectionHeader();
                int elements = buffer.getSectionSize();
                assertTrue(type.isDynamic() || type.bytes(elements) <= messageBytes, "section beyond its message");
                Object array = SampleArrays.zeroed(type, elements + 2);
                new Move.Range(1, elements).take(buffer, type, array);
                assertEquals(Array.get(SampleArrays.zeroed(type, 1), 0), Array.get(array, 0));
                assertEquals(Array.get(SampleArrays.zeroed(type, 1), 0), Array.get(array, elements + 1));
            }
        } catch (BufferException expectedAtTheEnd) {
            assertTrue(expectedAtTheEnd.getMessage() != null, "an exception that says nothing");
        }
    }

    @Provide
    Arbitrary<List<Damage>> damages() {
        return Combinators.combine(Arbitraries.integers().between(0, 1 << 12), Arbitraries.bytes()).as(Damage::new)
            .list().ofMaxSize(3);
    }

    /** The type is in the low five bits, and the count is above them: small, negative or huge. */
    @Provide
    Arbitrary<List<Integer>> headers() {
        Arbitrary<Integer> types = Arbitraries.integers().between(0, 31);
        Arbitrary<Integer> counts = Arbitraries.oneOf(Arbitraries.integers().between(-3, 20),
            Arbitraries.integers().between(-(1 << 26), (1 << 26) - 1));
        return Combinators.combine(types, counts).as((type, count) -> count << 5 | type).list().ofMaxSize(12);
    }
}
