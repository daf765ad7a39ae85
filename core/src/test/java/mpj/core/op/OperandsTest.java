package mpj.core.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import org.junit.jupiter.api.Test;

class OperandsTest {
    @Test
    void functionSeesArraysOfItsItemsAlone() {
        int[] in = {1, 2, 3, 4, 5};
        int[] inout = {10, 20, 30};
        Operands.asArrays(in, 2, inout, 1, 2, TypeDescriptor.INT, (a, b) -> {
            assertArrayEquals(new int[] {3, 4}, (int[]) a);
            assertArrayEquals(new int[] {20, 30}, (int[]) b);
            ((int[]) b)[1] = 7;
        });
        assertArrayEquals(new int[] {10, 20, 7}, inout);
    }

    @Test
    void arraysOfItsItemsAloneAreNotCopied() {
        int[] in = {1};
        int[] inout = {2};
        Operands.asArrays(in, 0, inout, 0, 1, TypeDescriptor.INT, (a, b) -> {
            assertSame(in, a);
            assertSame(inout, b);
        });
    }

    @Test
    void lastItemNeedNotFillItsExtent() {
        TypeDescriptor spread = ByteTypes.resized(TypeDescriptor.INT, 0, 12);
        int[] in = {1, 0, 0, 2};
        int[] inout = {3, 9, 9, 4};
        Operands.asArrays(in, 0, inout, 0, 2, spread, (a, b) -> {
            assertArrayEquals(new int[] {1, 0, 0, 2, 0, 0}, (int[]) a);
            ((int[]) b)[3] = 5;
        });
        Operands.asBuffers(in, 0, inout, 0, 2, spread, (a, b) -> {
            assertEquals(24, b.capacity());
            b.putInt(0, a.getInt(12));
        });
        assertArrayEquals(new int[] {2, 9, 9, 5}, inout);
    }

    @Test
    void buffersAreDirectAndInNativeOrder() {
        boolean[] in = {true, false};
        boolean[] inout = {false, true, true};
        Operands.asBuffers(in, 0, inout, 1, 2, TypeDescriptor.BOOLEAN, (a, b) -> {
            assertTrue(a.isDirect() && b.isDirect());
            assertSame(ByteOrder.nativeOrder(), a.order());
            assertEquals(1, a.get(0));
            b.put(0, (byte) 0);
        });
        assertArrayEquals(new boolean[] {false, false, true}, inout);
    }

    @Test
    void operandsInBuffersArePassedInArrays() {
        ByteBuffer in = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putDouble(0, 2);
        ByteBuffer inout = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putDouble(0, 3);
        Operands.asArrays(in, inout, 1, TypeDescriptor.DOUBLE, (a, b) -> ((double[]) b)[0] *= ((double[]) a)[0]);
        assertEquals(6, inout.getDouble(0));
    }
}
