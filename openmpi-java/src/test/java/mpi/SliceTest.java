package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Buffers that MPI makes, and slices of them. */
class SliceTest {
    @Test
    void newBuffersAreDirectAndInNativeOrder() {
        for (int capacity : new int[] {0, 1, 7}) {
            List<Buffer> all = List.of(MPI.newByteBuffer(capacity), MPI.newCharBuffer(capacity),
                MPI.newShortBuffer(capacity), MPI.newIntBuffer(capacity), MPI.newLongBuffer(capacity),
                MPI.newFloatBuffer(capacity), MPI.newDoubleBuffer(capacity));
            for (Buffer each : all) {
                assertTrue(each.isDirect());
                assertEquals(capacity, each.capacity());
            }
        }
        assertEquals(ByteOrder.nativeOrder(), MPI.newByteBuffer(1).order());
        assertEquals(ByteOrder.nativeOrder(), MPI.newDoubleBuffer(1).order());
        for (int capacity : new int[] {-1, Integer.MAX_VALUE}) {
            assertThrows(MPIException.class, () -> MPI.newIntBuffer(capacity));
        }
    }

    @Test
    void sliceOfABufferSharesItsElementsFromThereToTheEnd() {
        IntBuffer all = MPI.newIntBuffer(10).position(3).limit(4);
        for (int offset = 0; offset <= 10; offset++) {
            IntBuffer part = MPI.slice(all, offset);
            assertTrue(part.isDirect());
            assertEquals(10 - offset, part.capacity());
            assertEquals(0, part.position());
            if (offset < 10) {
                part.put(0, offset);
            }
        }
        assertEquals(3, all.position());
        assertEquals(4, all.limit());
        for (int i = 0; i < 4; i++) {
            assertEquals(i, all.get(i));
        }
    }

    @Test
    void sliceOfAnArraySharesItsElements() {
        double[] array = {1, 2, 3};
        MPI.slice(array, 1).put(0, 7);
        assertEquals(7, array[1]);
        assertFalse(MPI.slice(array, 3).hasRemaining());
        assertEquals(ByteOrder.nativeOrder(), MPI.slice(new byte[4], 1).order());
        assertEquals(2, MPI.slice(new char[4], 2).capacity());
        assertEquals(2, MPI.slice(new short[4], 2).capacity());
        assertEquals(2, MPI.slice(new long[4], 2).capacity());
        assertEquals(2, MPI.slice(new float[4], 2).capacity());
    }

    /** As in Open MPI's bindings: a slice is for a message. */
    @Test
    void sliceHasTheByteOrderOfTheMachine() {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            assertEquals(ByteOrder.nativeOrder(), MPI.slice(ByteBuffer.allocateDirect(8).order(order), 4).order());
        }
    }
}
