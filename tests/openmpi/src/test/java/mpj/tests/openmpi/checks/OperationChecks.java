package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatInt;
import mpi.Int2;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShortInt;
import mpi.Struct;
import mpi.UserFunction;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, section 5.9: the operations of reductions. */
@Runs(ranks = {1, 2, 3, 4})
public final class OperationChecks {
    private static final int[] COUNTS = {1, 7, 5_000};

    /** The type that differs between the pairs. */
    private record Pair(Datatype type, Struct struct) {
        void put(ByteBuffer buffer, int item, int value, int index) {
            switch (struct.getData(buffer, item)) {
                case Int2.Data pair -> {
                    pair.putValue(value);
                    pair.putIndex(index);
                }
                case ShortInt.Data pair -> {
                    pair.putValue((short) value);
                    pair.putIndex(index);
                }
                case LongInt.Data pair -> {
                    pair.putValue(value);
                    pair.putIndex(index);
                }
                case FloatInt.Data pair -> {
                    pair.putValue(value);
                    pair.putIndex(index);
                }
                case DoubleInt.Data pair -> {
                    pair.putValue(value);
                    pair.putIndex(index);
                }
                default -> throw new IllegalArgumentException();
            }
        }

        void assertIs(ByteBuffer buffer, int item, int value, int index) {
            double[] found = switch (struct.getData(buffer, item)) {
                case Int2.Data pair -> new double[] {pair.getValue(), pair.getIndex()};
                case ShortInt.Data pair -> new double[] {pair.getValue(), pair.getIndex()};
                case LongInt.Data pair -> new double[] {pair.getValue(), pair.getIndex()};
                case FloatInt.Data pair -> new double[] {pair.getValue(), pair.getIndex()};
                case DoubleInt.Data pair -> new double[] {pair.getValue(), pair.getIndex()};
                default -> throw new IllegalArgumentException();
            };
            assertArrayEquals(new double[] {value, index}, found, () -> "item " + item + " of " + type);
        }
    }

    private static final List<Pair> PAIRS = List.of(new Pair(MPI.INT2, MPI.int2),
        new Pair(MPI.SHORT_INT, MPI.shortInt), new Pair(MPI.LONG_INT, MPI.longInt),
        new Pair(MPI.FLOAT_INT, MPI.floatInt), new Pair(MPI.DOUBLE_INT, MPI.doubleInt));

    /** Several ranks may have the same value. Some values are negative. */
    private static int value(int rank, int item) {
        return (rank * 7 + item * 5) % 4 - 2;
    }

    private static int best(int sign, int ranks, int item) {
        int best = 0;
        for (int rank = 1; rank < ranks; rank++) {
            if (sign * value(rank, item) > sign * value(best, item)) {
                best = rank;
            }
        }
        return best;
    }

    private static ByteBuffer pairs(Pair pair, int count) {
        ByteBuffer pairs = MPI.newByteBuffer(count * pair.type.getExtent());
        for (int i = 0; i < count; i++) {
            pair.put(pairs, i, value(RANK, i), RANK);
        }
        return pairs;
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] array = new byte[buffer.capacity()];
        buffer.get(0, array);
        return array;
    }

    private static void assertBest(Pair pair, int sign, int ranks, int count, ByteBuffer found) {
        for (int i = 0; i < count; i++) {
            int best = best(sign, ranks, i);
            pair.assertIs(found, i, value(best, i), best);
        }
    }

    @Check
    void placesOfGreatestAndLeastValues() {
        for (Pair pair : PAIRS) {
            for (int count : COUNTS) {
                int sign = count % 2 == 0 ? 1 : -1;
                Op op = sign > 0 ? MPI.MAXLOC : MPI.MINLOC;
                ByteBuffer sent = pairs(pair, count);
                ByteBuffer found = MPI.newByteBuffer(sent.capacity());
                COMM.allReduce(sent, found, count, pair.type, op);
                assertBest(pair, sign, SIZE, count, found);
                byte[] array = new byte[sent.capacity()];
                COMM.allReduce(array(sent), array, count, pair.type, op);
                assertArrayEquals(array(found), array);
                COMM.scan(array(sent), array, count, pair.type, op);
                assertBest(pair, sign, RANK + 1, count, ByteBuffer.wrap(array));
                ByteBuffer later = MPI.newByteBuffer(sent.capacity());
                COMM.iAllReduce(sent, later, count, pair.type, op).waitFor();
                assertArrayEquals(array(found), array(later));
                COMM.reduce(sent, count, pair.type, op, 0);
                if (RANK == 0) {
                    assertArrayEquals(array(found), array(sent));
                }
            }
        }
    }

    /** Every rank gets one pair. */
    @Check
    void pairsAreScattered() {
        for (Pair pair : PAIRS) {
            byte[] own = new byte[pair.type.getExtent()];
            COMM.reduceScatterBlock(array(pairs(pair, SIZE)), own, 1, pair.type, MPI.MAXLOC);
            int best = best(1, SIZE, RANK);
            pair.assertIs(ByteBuffer.wrap(own), 0, value(best, RANK), best);
        }
    }

    @Check
    void pairsOfIntsInAnArrayOfInts() {
        int[] found = new int[4];
        COMM.allReduce(new int[] {RANK, 10, -RANK, 20}, found, 2, MPI.INT2, MPI.MAXLOC);
        assertArrayEquals(new int[] {SIZE - 1, 10, 0, 20}, found);
    }

    @Check
    void complexNumbers() {
        for (int count : COUNTS) {
            double[] sent = new double[2 * count];
            Arrays.setAll(sent, i -> i % 2 == 0 ? RANK + 1 : 1);
            double[] product = new double[2 * count];
            COMM.allReduce(sent, product, count, MPI.DOUBLE_COMPLEX, MPI.PROD);
            DoubleBuffer sum = MPI.newDoubleBuffer(2 * count);
            COMM.allReduce(MPI.newDoubleBuffer(2 * count).put(0, sent), sum, count, MPI.DOUBLE_COMPLEX, MPI.SUM);
            double real = 1;
            double imaginary = 0;
            for (int rank = 0; rank < SIZE; rank++) {
                double before = real;
                real = before * (rank + 1) - imaginary;
                imaginary = before + imaginary * (rank + 1);
            }
            for (int i = 0; i < count; i++) {
                assertEquals(real, DoubleComplex.get(product, i).getReal());
                assertEquals(imaginary, DoubleComplex.get(product, i).getImag());
                assertEquals(SIZE * (SIZE + 1) / 2, DoubleComplex.get(sum, i).getReal());
                assertEquals(SIZE, DoubleComplex.get(sum, i).getImag());
            }
        }
        float[] found = new float[2];
        COMM.allReduce(new float[] {0, 1}, found, 1, MPI.FLOAT_COMPLEX, MPI.PROD);
        // Compares with a tolerance, because 0 may be -0.
        assertArrayEquals(new float[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[SIZE % 4], found, 0.1f);
    }

    /**
     * Appends the digits of the right operand to those of the left one. An item is a number and a power of ten. This is
     * not commutative.
     */
    private abstract static class Digits extends UserFunction {
        static final Op ARRAYS = new Op(new Digits() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                MemorySegment left = MemorySegment.ofArray((byte[]) in);
                MemorySegment right = MemorySegment.ofArray((byte[]) inOut);
                append(left.asByteBuffer().order(ByteOrder.nativeOrder()),
                    right.asByteBuffer().order(ByteOrder.nativeOrder()), count, datatype);
            }
        }, false);
        static final Op BUFFERS = new Op(new Digits() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                append(in, inOut, count, datatype);
            }
        }, false);

        void append(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            assertSame(NUMBER, datatype);
            for (int i = 0; i < count * datatype.getExtent(); i += datatype.getExtent()) {
                inOut.putLong(i, in.getLong(i) * inOut.getInt(i + Long.BYTES) + inOut.getLong(i));
                inOut.putInt(i + Long.BYTES, in.getInt(i + Long.BYTES) * inOut.getInt(i + Long.BYTES));
            }
        }
    }

    private static final Datatype NUMBER = number();

    private static Datatype number() {
        Datatype number = Datatype.createStruct(new int[] {1, 1}, new int[] {0, Long.BYTES},
            new Datatype[] {MPI.LONG, MPI.INT});
        number.commit();
        return number;
    }

    private static ByteBuffer digits(int count) {
        ByteBuffer digits = MPI.newByteBuffer(count * NUMBER.getExtent());
        for (int i = 0; i < count; i++) {
            digits.putLong(i * NUMBER.getExtent(), (RANK + i) % 9 + 1);
            digits.putInt(i * NUMBER.getExtent() + Long.BYTES, 10);
        }
        return digits;
    }

    private static void assertDigits(int ranks, int count, byte[] found) {
        MemorySegment numbers = MemorySegment.ofArray(found);
        for (int i = 0; i < count; i++) {
            long number = 0;
            for (int rank = 0; rank < ranks; rank++) {
                number = number * 10 + (rank + i) % 9 + 1;
            }
            assertEquals(number, numbers.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * NUMBER.getExtent()));
        }
    }

    @Check
    void functionsOfTheProgramsKeepTheOrderOfRanks() {
        for (Op op : new Op[] {Digits.ARRAYS, Digits.BUFFERS}) {
            for (int count : COUNTS) {
                ByteBuffer sent = digits(count);
                ByteBuffer found = MPI.newByteBuffer(sent.capacity());
                COMM.allReduce(sent, found, count, NUMBER, op);
                assertDigits(SIZE, count, array(found));
                byte[] array = new byte[sent.capacity()];
                COMM.scan(array(sent), array, count, NUMBER, op);
                assertDigits(RANK + 1, count, array);
                COMM.reduce(array(sent), array, count, NUMBER, op, SIZE - 1);
                if (RANK == SIZE - 1) {
                    assertDigits(SIZE, count, array);
                }
                ByteBuffer later = MPI.newByteBuffer(sent.capacity());
                COMM.iAllReduce(sent, later, count, NUMBER, op).waitFor();
                assertDigits(SIZE, count, array(later));
            }
        }
    }

    @Check
    void functionOfTheProgramsOnBooleans() {
        Op implies = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                ((boolean[]) inOut)[0] &= ((boolean[]) in)[0];
            }
        }, true);
        boolean[] found = new boolean[2];
        COMM.allReduce(new boolean[] {true, true}, found, 1, MPI.BOOLEAN, implies);
        assertArrayEquals(new boolean[] {true, false}, found);
        COMM.allReduce(new boolean[] {RANK != SIZE - 1}, found, 1, MPI.BOOLEAN, implies);
        assertArrayEquals(new boolean[] {false, false}, found);
        implies.free();
    }

    @Check
    void errors() {
        assertError(MPI.ERR_OP, "MINLOC, which is not defined for MPI.INT",
            () -> COMM.allReduce(new int[1], 1, MPI.INT, MPI.MINLOC));
        assertError(MPI.ERR_OP, "not defined for MPI.DOUBLE_COMPLEX",
            () -> COMM.allReduce(new double[2], 1, MPI.DOUBLE_COMPLEX, MPI.MAX));
        assertError(MPI.ERR_OP, "not defined", () -> COMM.allReduce(digits(1), 1, NUMBER, MPI.SUM));
        assertError(MPI.ERR_OP, "one-sided", () -> COMM.allReduce(new int[1], 1, MPI.INT, MPI.REPLACE));
        assertError(MPI.ERR_OP, "one-sided", () -> COMM.allReduce(new int[1], 1, MPI.INT, MPI.NO_OP));
        Op freed = new Op(new UserFunction() {
        }, true);
        freed.free();
        assertError(MPI.ERR_OP, "op was freed", () -> COMM.allReduce(new int[1], 1, MPI.INT, freed));
    }

    @Check
    void functionThatThrows() {
        Op op = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                throw new MPIException("the program's own");
            }
        }, false);
        if (SIZE > 1) {
            assertThrows(MPIException.class, () -> COMM.allReduce(new int[1], 1, MPI.INT, op));
        }
        op.free();
    }
}
