package mpjbuf.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import mpjbuf.SparseMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ElementsTest {
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void anyArrayMovesToAnyOffsetInEitherOrder(ElementType type) {
        byte[] pattern = new byte[4 * type.bytes()];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i * i % 3 & 1);
        }
        for (ByteOrder order : ORDERS) {
            Object array = Array.newInstance(type.arrayClass().getComponentType(), 5);
            Elements.read(type, array, 1, 4, MemorySegment.ofArray(pattern), 0, order);
            MemorySegment memory = MemorySegment.ofArray(new byte[64]).fill((byte) 9);
            Elements.write(type, array, 1, 4, memory, 3, order);
            assertArrayEquals(pattern, memory.asSlice(3, pattern.length).toArray(ValueLayout.JAVA_BYTE));
            assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 2));
            assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 3 + pattern.length));
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void nothingMovesPastTheEndOfEitherSide(ElementType type) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), 5);
        MemorySegment memory = MemorySegment.ofArray(new byte[5 * type.bytes()]);
        ByteOrder order = ByteOrder.nativeOrder();
        assertEquals(type, ElementType.of(array));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> Elements.write(type, array, 2, 4, memory, 0, order));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> Elements.read(type, array, -1, 2, memory, 0, order));
        assertThrows(IndexOutOfBoundsException.class, () -> Elements.write(type, array, 0, 5, memory, 1, order));
        assertThrows(IndexOutOfBoundsException.class, () -> Elements.read(type, array, 0, 5, memory, -1, order));
    }

    @Test
    void layoutsAgreeWithByteBuffer() {
        for (ByteOrder order : ORDERS) {
            byte[] bytes = new byte[24];
            ByteBuffer expected = ByteBuffer.allocate(24).order(order)
                .putLong(0x0102030405060708L).putInt(0x11121314).putShort((short) 0x2122).putChar((char) 0x3132)
                .putDouble(Math.PI);
            MemorySegment memory = MemorySegment.ofArray(bytes);
            Elements.write(new long[] {0x0102030405060708L}, 0, 1, memory, 0, order);
            Elements.gather(new int[] {0x11121314}, 1, 0, new int[] {0}, memory, 8, order);
            Elements.strGather(new short[] {0x2122}, 0, 0, 0, 0, new int[0], memory, 12, order);
            Elements.write(ElementType.CHAR, new char[] {0x3132}, 0, 1, memory, 14, order);
            Elements.gather(new double[] {Math.PI}, 1, 0, new int[] {0}, memory, 16, order);
            assertArrayEquals(expected.array(), bytes);
        }
    }

    @Test
    void everyBitOfANotANumberSurvives() {
        int[] bits = {0x7F800001, 0x7FC12345, 0xFFFFFFFF, 0x80000000};
        for (ByteOrder order : ORDERS) {
            MemorySegment stored = MemorySegment.ofArray(bits);
            MemorySegment memory = MemorySegment.ofArray(new byte[16]);
            float[] floats = new float[4];
            int[] reversed = {3, 2, 1, 0};
            Elements.scatter(floats, 4, 0, reversed, stored, 0, ByteOrder.nativeOrder());
            Elements.gather(floats, 4, 0, reversed, memory, 0, order);
            int[] moved = new int[4];
            Elements.read(moved, 0, 4, memory, 0, order);
            assertArrayEquals(bits, moved);
            Elements.write(floats, 0, 4, memory, 0, order);
            Elements.scatter(moved, 4, 0, reversed, memory, 0, order);
            assertArrayEquals(bits, moved);
        }
    }

    @Test
    void byteThatIsNeitherZeroNorOneIsFalse() {
        MemorySegment memory = MemorySegment.ofArray(new byte[] {0, 1, 2, -1});
        boolean[] read = {true, true, true, true};
        Elements.read(read, 0, 4, memory, 0, ByteOrder.nativeOrder());
        assertArrayEquals(new boolean[] {false, true, false, false}, read);
        Elements.strScatter(read, 0, 1, 0, 1, new int[] {4, 1}, memory, 0, ByteOrder.nativeOrder());
        assertArrayEquals(new boolean[] {false, true, false, false}, read);
    }

    @Test
    void offsetsBeyondFourGibibytesWork() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            long offset = (4L << 30) + 3;
            MemorySegment memory = SparseMemory.map(arena, 5L << 30);
            int[] source = {1, 2, 3, 4};
            Elements.write(source, 0, 4, memory, offset, ByteOrder.BIG_ENDIAN);
            Elements.gather(source, 2, 0, new int[] {3, 0}, memory, offset + 16, ByteOrder.BIG_ENDIAN);
            Elements.strGather(source, 0, 1, 0, 1, new int[] {2, 2}, memory, offset + 24, ByteOrder.BIG_ENDIAN);
            int[] read = new int[8];
            Elements.read(read, 0, 8, memory, offset, ByteOrder.BIG_ENDIAN);
            assertArrayEquals(new int[] {1, 2, 3, 4, 4, 1, 1, 3}, read);
            assertEquals(0, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 3));
        }
    }

    @Test
    void onlyPrimitiveArraysHaveAnElementType() {
        assertThrows(IllegalArgumentException.class, () -> ElementType.of("text"));
        assertThrows(IllegalArgumentException.class, () -> ElementType.of(new Object[0]));
    }
}
