package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Operations of reductions: section 5.9 of MPI 3.1. */
final class OpTest {
    /** Records the form of the last call. */
    private static class Difference extends UserFunction {
        String called;

        @Override
        public void call(Object in, Object inOut, int count, Datatype datatype) {
            called = in.getClass().getSimpleName();
            if (in instanceof int[] ints) {
                for (int i = 0; i < count; i++) {
                    ((int[]) inOut)[i] = ints[i] - ((int[]) inOut)[i];
                }
            }
        }
    }

    private static final class DifferenceOfBuffers extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            assertSame(MPI.INT, datatype);
            assertTrue(in.isDirect() && inOut.isDirect());
            IntBuffer left = in.asIntBuffer();
            IntBuffer right = inOut.asIntBuffer();
            for (int i = 0; i < count; i++) {
                right.put(i, left.get(i) - right.get(i));
            }
        }
    }

    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(errorClass, e.getErrorClass(), e::getMessage);
    }

    private static void assertSubtracts(Op op) {
        int[] array = {1, 2, 3};
        Comm.reduceLocal(new int[] {10, 20, 30}, array, 2, MPI.INT, op);
        assertArrayEquals(new int[] {9, 18, 3}, array);
        IntBuffer direct = MPI.newIntBuffer(3).put(0, new int[] {1, 2, 3});
        Comm.reduceLocal(MPI.slice(new int[] {10, 20, 30}, 1), direct, 2, MPI.INT, op);
        int[] results = new int[3];
        direct.get(results);
        assertArrayEquals(new int[] {19, 28, 3}, results);
    }

    @Test
    void functionGetsTheCallThatItOverridesWithAnyBuffers() {
        assertSubtracts(new Op(new Difference(), false));
        assertSubtracts(new Op(new DifferenceOfBuffers(), false));
        Op calledOn = new Op(new Difference() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                super.call(in, inOut, count, datatype);
            }
        }, false);
        assertSubtracts(calledOn);
    }

    @Test
    void arraysAreOfTheBaseType() {
        Difference function = new Difference();
        Op op = new Op(function, true);
        Comm.reduceLocal(new boolean[1], new boolean[1], 1, MPI.BOOLEAN, op);
        assertEquals("boolean[]", function.called);
        Comm.reduceLocal(new float[2], new float[2], 1, MPI.FLOAT_COMPLEX, op);
        assertEquals("float[]", function.called);
        Comm.reduceLocal(new int[2], new int[2], 1, MPI.INT2, op);
        assertEquals("byte[]", function.called);
        Comm.reduceLocal(MPI.newByteBuffer(16), MPI.newByteBuffer(16), 1, MPI.DOUBLE_INT, op);
        assertEquals("byte[]", function.called);
    }

    @Test
    void predefinedOperations() {
        double[] product = {5, 7};
        Comm.reduceLocal(new double[] {2, -3}, product, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        assertArrayEquals(new double[] {31, -1}, product);
        ByteBuffer best = MPI.newByteBuffer(16);
        byte[] other = new byte[16];
        MPI.longInt.<LongInt.Data>getData(other).putValue(5);
        MPI.longInt.<LongInt.Data>getData(other).putIndex(3);
        Comm.reduceLocal(other, best, 1, MPI.LONG_INT, MPI.MAXLOC);
        assertEquals(3, MPI.longInt.<LongInt.Data>getData(best).getIndex());
        assertTrue(MPI.SUM.isCommutative());
        assertError(MPI.ERR_OP, "one-sided", () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, MPI.REPLACE));
        assertError(MPI.ERR_OP, "not defined",
            () -> Comm.reduceLocal(new double[2], new double[2], 1, MPI.DOUBLE_COMPLEX, MPI.MAX));
        assertError(MPI.ERR_OP, "not defined", () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, MPI.MINLOC));
    }

    @Test
    void freedOperationIsNull() {
        Op op = new Op(new Difference(), false);
        assertFalse(op.isCommutative());
        assertFalse(op.isNull());
        op.free();
        assertTrue(op.isNull());
        op.free();
        assertError(MPI.ERR_OP, "op was freed", () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, op));
        assertError(MPI.ERR_OP, "MPI.SUM is predefined", MPI.SUM::free);
        assertFalse(MPI.SUM.isNull());
    }

    @Test
    void functionsThatFail() {
        assertError(MPI.ERR_ARG, "function is null", () -> new Op(null, true));
        Op none = new Op(new UserFunction() {
        }, true);
        assertError(MPI.ERR_OP, "overrides no call",
            () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, none));
        MPIException own = new MPIException("no");
        Op thrower = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                throw own;
            }
        }, true);
        assertSame(own, assertThrows(MPIException.class,
            () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, thrower)));
    }
}
