package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

import mpjbuf.layout.SectionHeader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The place of every byte of a message. */
final class SectionLayoutTest {

    @Test
    void bigEndianMessageIsAsMpjExpressWritesIt() throws BufferException {
        assertEquals("00 000000 00000003 010203 0000000000 04 000000 00000002 01020304 00000005",
            bytesAndInts(ByteOrder.BIG_ENDIAN));
    }

    @Test
    void littleEndianMessageHasItsCountsAndElementsReversed() throws BufferException {
        assertEquals("00 000000 03000000 010203 0000000000 04 000000 02000000 04030201 05000000",
            bytesAndInts(ByteOrder.LITTLE_ENDIAN));
    }

    private static String bytesAndInts(ByteOrder encoding) throws BufferException {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        Buffer buffer = Buffer.writable(memory);
        buffer.setEncoding(encoding);
        buffer.putSectionHeader(Type.BYTE);
        buffer.write(new byte[] {1, 2, 3}, 0, 3);
        buffer.putSectionHeader(Type.INT);
        buffer.write(new int[] {0x01020304, 5}, 0, 2);
        buffer.commit();
        assertEquals(32, buffer.getSize());
        String hex = HexFormat.of().formatHex(memory.asSlice(0, 32).toArray(ValueLayout.JAVA_BYTE));
        return hex.replaceFirst("(..)(.{6})(.{8})(.{6})(.{10})(..)(.{6})(.{8})(.{8})(.{8})",
            "$1 $2 $3 $4 $5 $6 $7 $8 $9 $10");
    }

    static List<Type> sectionTypes() {
        return SampleArrays.SECTION_TYPES;
    }

    @ParameterizedTest
    @MethodSource("sectionTypes")
    void headerHasTypeCodeAndCountAndElementsFollow(Type type) throws BufferException {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]).fill((byte) 0x77);
        Buffer buffer = Buffer.writable(memory);
        buffer.putSectionHeader(type);
        new Move.Range(0, 3).put(buffer, type, SampleArrays.random(type, 3, 1));
        buffer.commit();
        assertEquals(type.getCode(), memory.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(3, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 4));
        int bytes = switch (type) {
            case BYTE, BOOLEAN -> 3;
            case CHAR, SHORT -> 6;
            case INT, FLOAT -> 12;
            case LONG, DOUBLE -> 24;
            default -> 0;
        };
        assertEquals(8 + bytes, buffer.getSize());
        assertEquals(0x77, memory.get(ValueLayout.JAVA_BYTE, 8 + bytes));
    }

    @Test
    void headersAreAlignedToTheFirstSectionNotToMemory() throws BufferException {
        MemorySegment memory = MemorySegment.ofArray(new byte[100]);
        Buffer buffer = new Buffer(new NIOBuffer(memory), 5, 100);
        buffer.putSectionHeader(Type.BYTE);
        buffer.write(new byte[] {9}, 0, 1);
        buffer.putSectionHeader(Type.BOOLEAN);
        buffer.write(new boolean[] {true, false}, 0, 2);
        buffer.commit();
        assertEquals(5, buffer.offset());
        assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 5 + 8));
        assertEquals(Type.BOOLEAN.getCode(), memory.get(ValueLayout.JAVA_BYTE, 5 + 16));
        assertEquals(1, memory.get(ValueLayout.JAVA_BYTE, 5 + 24));
        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 5 + 25));
        assertEquals(26, buffer.getSize());
    }

    @Test
    void encodingIsNativeByDefaultAndAgainAfterClear() throws BufferException {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        Buffer buffer = Buffer.writable(memory);
        assertEquals(ByteOrder.nativeOrder(), buffer.getEncoding());
        buffer.setEncoding(other());
        buffer.clear();
        assertEquals(ByteOrder.nativeOrder(), buffer.getEncoding());
        buffer.putSectionHeader(Type.INT);
        buffer.write(new int[] {77}, 0, 1);
        buffer.commit();
        assertEquals(1, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 4));
        assertEquals(77, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 8));
    }

    @Test
    void readerWithTheWrongEncodingIsToldSo() throws BufferException {
        MemorySegment memory = MemorySegment.ofArray(new byte[16]);
        Buffer sender = Buffer.writable(memory);
        sender.setEncoding(other());
        sender.putSectionHeader(Type.INT);
        sender.write(new int[] {77, 78}, 0, 2);
        sender.commit();
        assertThrows(BufferException.class, Buffer.readable(memory, ByteOrder.nativeOrder())::getSectionHeader);
        Buffer receiver = Buffer.readable(memory, other());
        receiver.getSectionHeader();
        int[] read = new int[2];
        receiver.read(read, 0, 2);
        assertArrayEquals(new int[] {77, 78}, read);
    }

    @Test
    void setSizePlacesTheNextSection() throws BufferException {
        Buffer buffer = new Buffer(100);
        buffer.putSectionHeader(Type.INT);
        buffer.write(new int[] {1}, 0, 1);
        buffer.setSize(16);
        buffer.putSectionHeader(Type.LONG);
        buffer.write(new long[] {2}, 0, 1);
        assertEquals(32, buffer.getSize());
        buffer.commit();
        assertEquals(Type.INT, buffer.getSectionHeader());
        buffer.read(new int[1], 0, 1);
        assertEquals(Type.LONG, buffer.getSectionHeader());
    }

    @Test
    void capacityIsTheArgumentOfTheConstructor() {
        assertEquals(100, new Buffer(100).getCapacity());
        assertEquals(90, new Buffer(BufferFactory.create(100), 10, 90).getCapacity());
        assertEquals(8, Buffer.SECTION_OVERHEAD);
        assertEquals(8, Buffer.ALIGNMENT_UNIT);
    }

    @Test
    void subclassMayStartWithoutMemory() throws BufferException {
        Buffer buffer = new Buffer() { };
        assertThrows(BufferOverflowException.class, () -> buffer.putSectionHeader(Type.INT));
        buffer.setStaticBuffer(new NIOBuffer(64));
        buffer.putSectionHeader(Type.INT);
        assertEquals(8, buffer.getSize());
    }

    @Test
    void typeCodesMatchTheWireFormat() {
        assertEquals(List.of("BYTE", "CHAR", "SHORT", "BOOLEAN", "INT", "LONG", "FLOAT", "DOUBLE", "OBJECT",
            "BYTE_DYNAMIC", "CHAR_DYNAMIC", "SHORT_DYNAMIC", "BOOLEAN_DYNAMIC", "INT_DYNAMIC", "LONG_DYNAMIC",
            "FLOAT_DYNAMIC", "DOUBLE_DYNAMIC", "UNDEFINED"),
            IntStream.range(0, 18).mapToObj(code -> Type.getType(code).toString()).toList());
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> Type.getType(18));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> Type.getType(-1));
    }

    @Test
    void sectionsBeyondTwoGibibytesAreWrittenAndRead() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SparseMemory.map(arena, 5L << 30);
            Buffer buffer = Buffer.writable(memory);
            buffer.setSize(Integer.MAX_VALUE);
            buffer.putSectionHeader(Type.INT);
            buffer.write(new int[] {1, 2, 3}, 0, 3);
            buffer.commit();
            assertEquals((1L << 31) + 20, buffer.byteSize());
            assertEquals(Integer.MAX_VALUE, buffer.getSize());
            Buffer tail = Buffer.readable(memory.asSlice(1L << 31, 20), ByteOrder.nativeOrder());
            assertEquals(Type.INT, tail.getSectionHeader());
            int[] read = new int[3];
            tail.read(read, 0, 3);
            assertArrayEquals(new int[] {1, 2, 3}, read);
        }
    }

    @Test
    void sectionLargerThanTwoGibibytesIsAccepted() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SparseMemory.map(arena, 8 + 8L * (1 << 29));
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0,
                SectionHeader.pack(Type.LONG.getCode(), 1 << 29));
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, 42);
            Buffer buffer = Buffer.readable(memory, ByteOrder.nativeOrder());
            buffer.getSectionHeader();
            assertEquals(1 << 29, buffer.getSectionSize());
            long[] read = new long[1];
            buffer.read(read, 0, 1);
            assertEquals(42, read[0]);
            Buffer cut = Buffer.readable(memory.asSlice(0, memory.byteSize() - 1), ByteOrder.nativeOrder());
            assertThrows(BufferUnderflowException.class, cut::getSectionHeader);
        }
    }

    private static ByteOrder other() {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }
}
