package mpjbuf.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

import org.junit.jupiter.api.Test;

final class SectionHeaderTest {

    @Test
    void fieldsAreAtTheirOffsets() {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (int count : new int[] {0, 1, 0x01020304, Integer.MAX_VALUE, -1}) {
                MemorySegment memory = MemorySegment.ofArray(new byte[16]).fill((byte) 9);
                SectionHeader.set(memory, 3, SectionHeader.pack(0xF7, count, order));
                assertEquals((byte) 0xF7, memory.get(ValueLayout.JAVA_BYTE, 3 + SectionHeader.TYPE_OFFSET));
                assertEquals(count, memory.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order),
                    3 + SectionHeader.COUNT_OFFSET));
                assertArrayEquals(new byte[3], memory.asSlice(3 + SectionHeader.RESERVED_OFFSET, 3)
                    .toArray(ValueLayout.JAVA_BYTE));
                assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 2));
                assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 3 + SectionHeader.BYTES));
                long header = SectionHeader.get(memory, 3);
                assertEquals(0xF7, SectionHeader.typeCode(header));
                assertEquals(count, SectionHeader.count(header, order));
            }
        }
    }

    @Test
    void nativeEncodingIsTheShortForm() {
        assertEquals(SectionHeader.pack(4, 77, ByteOrder.nativeOrder()), SectionHeader.pack(4, 77));
        assertEquals(77, SectionHeader.count(SectionHeader.pack(4, 77)));
    }

    @Test
    void reservedBytesOfTheSenderAreIgnored() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8]).fill((byte) -1);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 4);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, 4, 5);
        long header = SectionHeader.get(memory, 0);
        assertEquals(4, SectionHeader.typeCode(header));
        assertEquals(5, SectionHeader.count(header));
    }

    @Test
    void sectionsStartAtMultiplesOfEight() {
        assertEquals(0, SectionHeader.align(0));
        assertEquals(8, SectionHeader.align(1));
        assertEquals(8, SectionHeader.align(8));
        assertEquals(1L << 40, SectionHeader.align((1L << 40) - 7));
    }

    @Test
    void headerOutsideTheMemoryIsRefused() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8]);
        assertThrows(IndexOutOfBoundsException.class, () -> SectionHeader.get(memory, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> SectionHeader.set(memory, -1, 0));
    }
}
