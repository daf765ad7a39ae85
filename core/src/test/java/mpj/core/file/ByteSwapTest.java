package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import org.junit.jupiter.api.Test;

class ByteSwapTest {
    private static byte[] mixed(ByteOrder order, int items) {
        ByteBuffer bytes = ByteBuffer.allocate(100).order(order);
        for (int i = 0; i < items; i++) {
            bytes.put((byte) i).putShort((short) (300 + i)).putShort((short) (400 + i)).putInt(1 << 20 + i)
                .putDouble(1.0 / (i + 3)).putLong(i - 5L).putLong(i + 1L << 40);
        }
        byte[] used = new byte[bytes.position()];
        bytes.get(0, used);
        return used;
    }

    @Test
    void elementsOfAnyTypesAreSwappedEach() {
        TypeDescriptor inner = ByteTypes.struct(new int[] {2, 1}, new int[] {0, 8},
            new TypeDescriptor[] {TypeDescriptor.SHORT, TypeDescriptor.INT});
        TypeDescriptor datatype = ByteTypes.struct(new int[] {1, 1, 1, 2}, new int[] {0, 8, 24, 32},
            new TypeDescriptor[] {TypeDescriptor.BYTE, inner, TypeDescriptor.DOUBLE, TypeDescriptor.LONG});
        byte[] bytes = mixed(ByteOrder.nativeOrder(), 3);
        ByteSwap.swap(datatype, MemorySegment.ofArray(bytes), bytes.length);
        ByteOrder other = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
        assertArrayEquals(mixed(other, 3), bytes);
    }

    @Test
    void lastElementMayNotBeWhole() {
        byte[] bytes = {1, 2, 3, 4, 5, 6};
        ByteSwap.swap(TypeDescriptor.INT, MemorySegment.ofArray(bytes), bytes.length);
        assertArrayEquals(new byte[] {4, 3, 2, 1, 5, 6}, bytes);
    }
}
