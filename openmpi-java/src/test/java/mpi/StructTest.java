package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class StructTest {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
    private static final ByteOrder OTHER = NATIVE == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;

    private static final class Point extends Struct {
        final int x = addInt();
        final int y = addInt();

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            int sum() {
                return getInt(x) + getInt(y);
            }

            void set(int newX, int newY) {
                putInt(x, newX);
                putInt(y, newY);
            }
        }
    }

    /** A field of each kind, and arrays of them. */
    private static final class Everything extends Struct {
        final Point point = new Point();
        final int aByte = addByte();
        final int chars = addChar(2);
        final int aShort = addShort();
        final int aLong = setOffset(8).addLong();
        final int floats = addFloat(3);
        final int aDouble = setOffset(32).addDouble();
        final int points = addStruct(point, 2);
        final int data = addData(MPI.DOUBLE_COMPLEX, 2);

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            void fill(int seed) {
                putByte(aByte, (byte) seed);
                putChar(chars, (char) (seed + 1));
                putChar(chars, 1, (char) (seed + 2));
                putShort(aShort, (short) (seed + 3));
                putLong(aLong, seed + 4);
                putFloat(floats, 2, seed + 5);
                putDouble(aDouble, seed + 6);
                point(0).set(seed, 7);
                point(1).set(seed, 8);
                DoubleComplex.get(getBuffer(MPI.DOUBLE_COMPLEX, data, 1)).putImag(seed + 9);
            }

            double[] values() {
                return new double[] {getByte(aByte), getChar(chars, 0), getChar(chars, 1), getShort(aShort),
                    getLong(aLong), getFloat(floats, 2), getDouble(aDouble), point(0).sum(), point(1).sum(),
                    DoubleComplex.get(getBuffer(MPI.DOUBLE_COMPLEX, data, 1)).getImag()};
            }

            Point.Data point(int index) {
                return getData(point, points, index);
            }
        }
    }

    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(errorClass, e.getErrorClass(), e::getMessage);
    }

    private static double[] values(int seed) {
        return new double[] {seed, seed + 1, seed + 2, seed + 3, seed + 4, seed + 5, seed + 6, seed + 7, seed + 8,
            seed + 9};
    }

    @Test
    void fieldsFollowOneAnotherWithoutGaps() {
        Everything struct = new Everything();
        assertEquals(0, struct.aByte);
        assertEquals(1, struct.chars);
        assertEquals(5, struct.aShort);
        assertEquals(16, struct.floats);
        assertEquals(40, struct.points);
        assertEquals(56, struct.data);
        assertEquals(88, struct.getExtent());
        assertEquals(1 + 4 + 2 + 8 + 12 + 8 + 16 + 32, struct.getType().getSize());
        assertSame(struct.getType(), struct.getType());
    }

    @Test
    void itemsAreWhereTheirIndexSays() {
        Everything struct = new Everything();
        ByteBuffer direct = ByteBuffer.allocateDirect(3 * struct.getExtent()).order(NATIVE);
        byte[] array = new byte[3 * struct.getExtent()];
        for (int i = 0; i < 3; i++) {
            struct.<Everything.Data>getData(direct, i).fill(10 * i);
            struct.<Everything.Data>getData(array, i).fill(10 * i);
        }
        byte[] contents = new byte[array.length];
        direct.get(contents);
        assertArrayEquals(array, contents);
        for (int i = 0; i < 3; i++) {
            assertArrayEquals(values(10 * i), struct.<Everything.Data>getData(array, i).values());
        }
        assertArrayEquals(values(0), struct.<Everything.Data>getData(direct).values());
        assertArrayEquals(values(0), struct.<Everything.Data>getData(array).values());
        ByteBuffer second = struct.getData(direct, 1).getBuffer();
        assertArrayEquals(values(10), struct.<Everything.Data>getData(second).values());
        assertSame(direct, struct.getData(direct).getBuffer());
    }

    @Test
    void fieldsAreInNativeOrderForAnyOrderOfTheBuffer() {
        ByteBuffer other = ByteBuffer.allocate(8).order(OTHER);
        new Point().<Point.Data>getData(other).set(1, 2);
        assertEquals(1, other.order(NATIVE).getInt(0));
    }

    @Test
    void pairs() {
        byte[] memory = new byte[32];
        MPI.doubleInt.<DoubleInt.Data>getData(memory, 1).putValue(2.5);
        MPI.doubleInt.<DoubleInt.Data>getData(memory, 1).putIndex(7);
        ByteBuffer bytes = ByteBuffer.wrap(memory).order(NATIVE);
        assertEquals(2.5, bytes.getDouble(16));
        assertEquals(7, bytes.getInt(24));
        bytes.putShort(8, (short) -3).putInt(12, 9);
        ShortInt.Data pair = MPI.shortInt.getData(bytes, 1);
        assertEquals(-3, pair.getValue());
        assertEquals(9, pair.getIndex());
        assertEquals(MPI.SHORT_INT.getExtent(), MPI.shortInt.getExtent());
        assertEquals(MPI.LONG_INT.getExtent(), MPI.longInt.getExtent());
        assertEquals(MPI.INT2.getExtent(), MPI.int2.getExtent());
        assertEquals(MPI.FLOAT_INT.getExtent(), MPI.floatInt.getExtent());
        assertEquals(MPI.DOUBLE_INT.getExtent(), MPI.doubleInt.getExtent());
    }

    @Test
    void complexNumbers() {
        float[] array = {1, 2, 3, 4};
        FloatComplex second = FloatComplex.get(array, 1);
        second.putImag(5);
        assertArrayEquals(new float[] {1, 2, 3, 5}, array);
        assertEquals(3, second.getReal());
        assertEquals(5, second.getBuffer().get(1));
        ByteBuffer bytes = ByteBuffer.allocateDirect(32).order(OTHER);
        DoubleComplex.get(bytes, 1).putReal(-1);
        assertEquals(-1, bytes.order(NATIVE).getDouble(16));
        assertEquals(-1, DoubleComplex.get(bytes.asDoubleBuffer(), 1).getReal());
    }

    @Test
    void fieldsThatCannotBeAdded() {
        Point point = new Point();
        assertError(MPI.ERR_ARG, "offset is 7, but the fields before reach to 8", () -> point.setOffset(7));
        assertError(MPI.ERR_COUNT, "length is -1", () -> point.addByte(-1));
        assertError(MPI.ERR_TYPE, "type is null", () -> point.addData(null));
        assertError(MPI.ERR_ARG, "larger than an int", () -> point.addLong(Integer.MAX_VALUE / 8));
        point.getType();
        assertError(MPI.ERR_TYPE, "in use", point::addByte);
        assertError(MPI.ERR_TYPE, "in use", () -> point.setOffset(16));
    }
}
