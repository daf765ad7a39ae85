package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NIOBufferTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTransferReadsWhatItWroteAndReversesBytesOnRequest(boolean bigEndian) {
        NIOBuffer buffer = new NIOBuffer(64);
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteOrder opposite = bigEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        int[] source = {1, 2, 3, 4, 5};
        int[] shape = {2, 2, 3, 1};
        buffer.setEncoding(order);
        buffer.write(source, 1, 3, 1);
        assertEquals(2, buffer.gather(source, 2, 1, new int[] {9, 4, 0}, 13));
        buffer.strGather(source, 0, 2, 0, 2, shape, 21);
        int[] stored = {2, 3, 4, 5, 1, 1, 2, 4, 5};
        for (int i = 0; i < stored.length; i++) {
            assertEquals(stored[i], buffer.getBuffer().order(order).getInt(1 + 4 * i));
            assertEquals(stored[i], buffer.getInt(1 + 4 * i, false));
            assertEquals(Integer.reverseBytes(stored[i]), buffer.getInt(1 + 4 * i, true));
        }
        int[] read = new int[5];
        buffer.read(read, 1, 3, 1, false);
        assertArrayEquals(new int[] {0, 2, 3, 4, 0}, read);
        assertEquals(2, buffer.scatter(read, 2, 1, new int[] {9, 4, 0}, 13, false));
        assertArrayEquals(new int[] {1, 2, 3, 4, 5}, read);
        buffer.strScatter(read, 0, 2, 0, 2, shape, 1, false);
        assertArrayEquals(new int[] {2, 3, 3, 4, 5}, read);

        buffer.setEncoding(opposite);
        read = new int[5];
        buffer.read(read, 1, 3, 1, true);
        buffer.scatter(read, 2, 1, new int[] {9, 4, 0}, 13, true);
        assertArrayEquals(new int[] {1, 2, 3, 4, 5}, read);
        buffer.strScatter(read, 0, 2, 0, 2, shape, 1, true);
        assertArrayEquals(new int[] {2, 3, 3, 4, 5}, read);
    }

    @Test
    void encodingIsNativeForAnyOrderOfTheWrappedByteBuffer() {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.BIG_ENDIAN);
        new NIOBuffer(8, bytes).putInt(77, 0);
        assertEquals(77, bytes.order(ByteOrder.nativeOrder()).getInt(0));
    }

    @Test
    void wrappedByteBufferIsUsedFromItsIndexZero() {
        for (ByteBuffer bytes : List.of(ByteBuffer.allocate(16), ByteBuffer.allocateDirect(16))) {
            bytes.position(5).limit(7);
            NIOBuffer buffer = new NIOBuffer(12, bytes);
            buffer.putByte(200, 11);
            assertEquals((byte) 200, bytes.clear().get(11));
            assertEquals((byte) 200, buffer.getByte(11));
            assertEquals(12, buffer.getCapacity());
            assertSame(bytes, buffer.getBuffer());
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.putByte(1, 12));
        }
        assertThrows(java.lang.IllegalArgumentException.class, () -> new NIOBuffer(17, ByteBuffer.allocate(16)));
    }

    @Test
    void copyLeavesTheSourcesPositionAlone() {
        ByteBuffer source = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        source.position(1);
        NIOBuffer buffer = new NIOBuffer(8);
        buffer.copy(source, 2, 2, 6);
        assertEquals(3, buffer.getByte(6));
        assertEquals(4, buffer.getByte(7));
        assertEquals(1, source.position());
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.copy(source, 2, 3, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.copy(source, 0, 4, 5));
    }

    @Test
    void setBufferPutsAtThePosition() {
        NIOBuffer buffer = new NIOBuffer(8);
        buffer.setBuffer(ByteBuffer.wrap(new byte[] {1, 2}));
        buffer.setBuffer(ByteBuffer.wrap(new byte[] {3}));
        assertEquals(3, buffer.getByte(2));
        buffer.clear();
        assertEquals(0, buffer.getBuffer().position());
    }
}
