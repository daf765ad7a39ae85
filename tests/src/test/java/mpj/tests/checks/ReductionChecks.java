package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import mpi.User_function;
import mpj.tests.Check;

/** The collectives that combine data, compared with the same operation on the values of all ranks, one by one. */
public final class ReductionChecks {
    private static final int[] COUNTS = {0, 1, 13, 2050, 40_001};
    private static final int BEFORE = 3;

    /** An operation on small integers, which every type represents exactly. */
    private record Arithmetic(Op op, BinaryOperator<Long> reference) {
    }

    private static final List<Arithmetic> ARITHMETIC = List.of(
        new Arithmetic(MPI.MAX, Math::max), new Arithmetic(MPI.MIN, Math::min),
        new Arithmetic(MPI.SUM, Long::sum), new Arithmetic(MPI.PROD, (a, b) -> a * b));

    private static final List<Arithmetic> LOGICAL = List.of(
        new Arithmetic(MPI.LAND, (a, b) -> a != 0 && b != 0 ? 1L : 0),
        new Arithmetic(MPI.LOR, (a, b) -> a != 0 || b != 0 ? 1L : 0),
        new Arithmetic(MPI.LXOR, (a, b) -> a != 0 ^ b != 0 ? 1L : 0));

    private static final List<Arithmetic> BITWISE = List.of(
        new Arithmetic(MPI.BAND, (a, b) -> a & b), new Arithmetic(MPI.BOR, (a, b) -> a | b),
        new Arithmetic(MPI.BXOR, (a, b) -> a ^ b));

    private static final List<ElementKind> INTEGERS = List.of(ElementKind.BYTE, ElementKind.CHAR, ElementKind.SHORT,
        ElementKind.INT, ElementKind.LONG);
    private static final List<ElementKind> NUMBERS = List.of(ElementKind.BYTE, ElementKind.CHAR, ElementKind.SHORT,
        ElementKind.INT, ElementKind.LONG, ElementKind.FLOAT, ElementKind.DOUBLE);

    /** 2x2 matrices modulo a prime, as four ints each. Their product is associative, but not commutative. */
    private static final Op MATRIX_PRODUCT = new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            int[] a = (int[]) invec;
            int[] b = (int[]) inoutvec;
            for (int k = 0; k + 4 <= count; k += 4) {
                int i = inoffset + k;
                int j = inoutoffset + k;
                int[] product = multiply(Arrays.copyOfRange(a, i, i + 4), Arrays.copyOfRange(b, j, j + 4));
                System.arraycopy(product, 0, b, j, 4);
            }
        }
    }, false);

    /** Concatenates the texts. */
    private static final Op CONCATENATION = new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            for (int i = 0; i < count; i++) {
                Array.set(inoutvec, inoutoffset + i,
                    (String) Array.get(invec, inoffset + i) + Array.get(inoutvec, inoutoffset + i));
            }
        }
    }, false);

    private static int[] multiply(int[] a, int[] b) {
        int prime = 9973;
        return new int[] {(a[0] * b[0] + a[1] * b[2]) % prime, (a[0] * b[1] + a[1] * b[3]) % prime,
            (a[2] * b[0] + a[3] * b[2]) % prime, (a[2] * b[1] + a[3] * b[3]) % prime};
    }

    /** The element of a rank. It is small, so that the product of eight ranks fits a byte, and it is rarely 0. */
    private static long element(int rank, int i) {
        return rank % 3 == 0 ? (i + rank) % 3 : 1 + (i + rank) % 2 * (rank == 1 ? 1 : 0);
    }

    private static void set(Object array, int index, long value) {
        switch (array) {
            case byte[] a -> a[index] = (byte) value;
            case char[] a -> a[index] = (char) value;
            case short[] a -> a[index] = (short) value;
            case boolean[] a -> a[index] = value != 0;
            case int[] a -> a[index] = (int) value;
            case long[] a -> a[index] = value;
            case float[] a -> a[index] = value;
            case double[] a -> a[index] = value;
            default -> throw new IllegalArgumentException(array.getClass().toString());
        }
    }

    private static Object operands(ElementKind kind, int count) {
        Object array = kind.array(count + 1);
        for (int i = 0; i < count; i++) {
            set(array, i + 1, element(RANK, i));
        }
        return array;
    }

    /** The combined elements of ranks 0 to {@code last}, after elements that do not change. */
    private static Object expected(ElementKind kind, int from, int count, int last, Arithmetic operation) {
        Object array = kind.random(BEFORE + count + 1, 5);
        for (int i = 0; i < count; i++) {
            int element = from + i;
            set(array, BEFORE + i, IntStream.rangeClosed(0, last).mapToObj(rank -> element(rank, element))
                .reduce(operation.reference()).orElseThrow());
        }
        return array;
    }

    private static void check(ElementKind kind, Arithmetic operation, int count) {
        Datatype datatype = kind.datatype();
        Object sent = operands(kind, count);
        for (int root = 0; root < SIZE; root++) {
            Object received = kind.random(BEFORE + count + 1, 5);
            COMM.Reduce(sent, 1, RANK == root ? received : null, BEFORE, count, datatype, operation.op(), root);
            if (RANK == root) {
                assertSame(kind, expected(kind, 0, count, SIZE - 1, operation), received, "Reduce", operation);
            }
        }
        Object received = kind.random(BEFORE + count + 1, 5);
        COMM.Allreduce(sent, 1, received, BEFORE, count, datatype, operation.op());
        assertSame(kind, expected(kind, 0, count, SIZE - 1, operation), received, "Allreduce", operation);

        received = kind.random(BEFORE + count + 1, 5);
        COMM.Scan(sent, 1, received, BEFORE, count, datatype, operation.op());
        assertSame(kind, expected(kind, 0, count, RANK, operation), received, "Scan", operation);

        int[] counts = parts(count);
        int from = IntStream.range(0, RANK).map(i -> counts[i]).sum();
        received = kind.random(BEFORE + counts[RANK] + 1, 5);
        COMM.Reduce_scatter(sent, 1, received, BEFORE, counts, datatype, operation.op());
        assertSame(kind, expected(kind, from, counts[RANK], SIZE - 1, operation), received, "Reduce_scatter",
            operation);
    }

    /**
     * Divides this many elements into unequal parts. The last rank gets the largest part. With several ranks, rank 0
     * gets none.
     */
    private static int[] parts(int count) {
        int[] counts = new int[SIZE];
        for (int i = 1; i < SIZE; i++) {
            counts[i] = count / (2 * SIZE);
        }
        counts[SIZE - 1] = count - Math.max(SIZE - 2, 0) * (count / (2 * SIZE));
        return counts;
    }

    private static void assertSame(ElementKind kind, Object expected, Object received, String what,
                                   Arithmetic operation) {
        if (!kind.equal(expected, received)) {
            throw new AssertionError("rank " + RANK + ": " + what + " with " + operation.op() + " of " + kind + "["
                + (Array.getLength(received) - BEFORE - 1) + "] went wrong");
        }
    }

    @Check
    public void operationsMayBeLambdas() {
        int[] longest = new int[1];
        UserFunction larger = (in, from, inout, to, count, type) -> {
            for (int i = 0; i < count; i++) {
                ((int[]) inout)[to + i] = Math.max(((int[]) in)[from + i], ((int[]) inout)[to + i]);
            }
        };
        Op op = new Op(larger, true);
        COMM.Allreduce(new int[] {10 * RANK}, 0, longest, 0, 1, MPI.INT, op);
        assertEquals(10 * (SIZE - 1), longest[0]);
        op.free();
        // Composes functions f(x) = a x + b, each of which is two numbers, in the order of ranks. This is not
        // commutative.
        Op composed = new Op((in, from, inout, to, count, type) -> {
            long[] first = (long[]) in;
            long[] then = (long[]) inout;
            for (int i = 0; i < 2 * count; i += 2) {
                then[to + i + 1] += then[to + i] * first[from + i + 1];
                then[to + i] *= first[from + i];
            }
        }, false);
        Datatype pair = Datatype.Contiguous(2, MPI.LONG);
        pair.Commit();
        long[] result = new long[2];
        COMM.Allreduce(new long[] {2, RANK}, 0, result, 0, 1, pair, composed);
        long x = 1;
        for (int rank = 0; rank < SIZE; rank++) {
            x = 2 * x + rank;
        }
        assertEquals(x, result[0] + result[1]);
    }

    @Check
    public void arithmeticOfEveryNumber() {
        for (ElementKind kind : NUMBERS) {
            ARITHMETIC.forEach(operation -> check(kind, operation, 13));
        }
    }

    @Check
    public void logicOfBooleansAndIntegers() {
        LOGICAL.forEach(operation -> check(ElementKind.BOOLEAN, operation, 13));
        for (ElementKind kind : INTEGERS) {
            LOGICAL.forEach(operation -> check(kind, operation, 13));
            BITWISE.forEach(operation -> check(kind, operation, 13));
        }
    }

    @Check
    public void everySize() {
        for (int count : COUNTS) {
            check(ElementKind.DOUBLE, ARITHMETIC.get(2), count);
            check(ElementKind.BYTE, ARITHMETIC.get(0), count);
        }
    }

    private static int[] matrices(int rank, int count) {
        return IntStream.range(0, 4 * count).map(i -> (i * 7 + rank * 31 + i * rank) % 9973).toArray();
    }

    private static int[] product(int last, int count) {
        int[] result = matrices(0, count);
        for (int rank = 1; rank <= last; rank++) {
            int[] factor = matrices(rank, count);
            for (int i = 0; i < 4 * count; i += 4) {
                System.arraycopy(multiply(Arrays.copyOfRange(result, i, i + 4), Arrays.copyOfRange(factor, i, i + 4)),
                    0, result, i, 4);
            }
        }
        return result;
    }

    @Check
    public void operationThatDoesNotCommuteIsAppliedInTheOrderOfRanks() {
        for (int count : new int[] {1, 30, 10_000}) {
            int[] sent = matrices(RANK, count);
            int[] all = product(SIZE - 1, count);
            for (int root = 0; root < SIZE; root++) {
                int[] received = new int[4 * count];
                COMM.Reduce(sent, 0, received, 0, 4 * count, MPI.INT, MATRIX_PRODUCT, root);
                if (RANK == root) {
                    assertArrayEquals(all, received, "Reduce");
                }
            }
            int[] received = new int[4 * count];
            COMM.Allreduce(sent, 0, received, 0, 4 * count, MPI.INT, MATRIX_PRODUCT);
            assertArrayEquals(all, received, "Allreduce");
            COMM.Scan(sent, 0, received, 0, 4 * count, MPI.INT, MATRIX_PRODUCT);
            assertArrayEquals(product(RANK, count), received, "Scan");
            int[] counts = Arrays.stream(parts(count)).map(part -> 4 * part).toArray();
            int from = IntStream.range(0, RANK).map(i -> counts[i]).sum();
            int[] part = new int[counts[RANK]];
            COMM.Reduce_scatter(sent, 0, part, 0, counts, MPI.INT, MATRIX_PRODUCT);
            assertArrayEquals(Arrays.copyOfRange(all, from, from + part.length), part, "Reduce_scatter");
        }
    }

    private static String text(int last) {
        return IntStream.rangeClosed(0, last).mapToObj(rank -> "<" + rank + ">").collect(Collectors.joining());
    }

    @Check
    public void objectsAreCombinedInTheOrderOfRanks() {
        String[] sent = {"not sent", "<" + RANK + ">", "-<" + RANK + ">"};
        for (int root = 0; root < SIZE; root++) {
            String[] received = {"here", null, null};
            COMM.Reduce(sent, 1, received, 1, 1, MPI.OBJECT, CONCATENATION, root);
            assertArrayEquals(new String[] {"here", RANK == root ? text(SIZE - 1) : null, null}, received);
        }
        Object[] received = new Object[2];
        COMM.Allreduce(sent, 1, received, 0, 1, MPI.OBJECT, CONCATENATION);
        assertEquals(text(SIZE - 1), received[0]);
        COMM.Scan(sent, 1, received, 1, 1, MPI.OBJECT, CONCATENATION);
        assertEquals(text(RANK), received[1]);
        assertEquals("<" + RANK + ">", sent[1], "the operands were changed");
        int[] counts = new int[SIZE];
        counts[SIZE - 1] = 2;
        Object[] last = new Object[2];
        COMM.Reduce_scatter(sent, 1, last, 0, counts, MPI.OBJECT, CONCATENATION);
        assertEquals(RANK == SIZE - 1 ? text(SIZE - 1) : null, last[0]);
    }

    @Check
    public void segmentsAreCombinedToo() {
        try (Arena arena = Arena.ofShared()) {
            int count = 5000;
            MemorySegment sent = arena.allocate(8L * count, 8);
            MemorySegment received = arena.allocate(8L * (count + 1), 8);
            for (int i = 0; i < count; i++) {
                sent.setAtIndex(ValueLayout.JAVA_LONG, i, RANK + i);
            }
            COMM.Allreduce(sent, 0, received, 1, count, MPI.LONG, MPI.SUM);
            for (int i = 0; i < count; i++) {
                assertEquals((long) i * SIZE + SIZE * (SIZE - 1L) / 2,
                    received.getAtIndex(ValueLayout.JAVA_LONG, i + 1));
            }
            assertEquals(0, received.get(ValueLayout.JAVA_LONG, 0));
            COMM.Scan(sent, 0, received, 0, count, MPI.LONG, MPI.MAX);
            assertEquals(RANK + count - 1L, received.getAtIndex(ValueLayout.JAVA_LONG, count - 1));
        }
    }

    @Check
    public void functionThatThrowsLeavesTheCommunicatorUsable() {
        for (boolean commute : new boolean[] {true, false}) {
            Op op = throwing(commute);
            int[] mine = {RANK};
            int[] sum = new int[1];
            if (RANK == 1) {
                assertThrows(ArithmeticException.class, () -> COMM.Scan(mine, 0, sum, 0, 1, MPI.INT, op));
            } else if (RANK > 1) {
                // Either this rank's own function throws, or an earlier rank had no result to pass on.
                RuntimeException e = assertThrows(RuntimeException.class,
                    () -> COMM.Scan(mine, 0, sum, 0, 1, MPI.INT, op));
                assertTrue(e instanceof ArithmeticException || e.getMessage().contains("could not do its part"),
                    e.toString());
            } else {
                COMM.Scan(mine, 0, sum, 0, 1, MPI.INT, op); // this rank has no operand to combine
            }
            COMM.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(SIZE, sum[0]);
        }
    }

    @Check(ranks = 2)
    public void functionThatThrowsOnOneRankFailsEveryRankThatNeedsItsResult() {
        Op op = RANK == 1 ? throwing(true) : new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                ((int[]) inoutvec)[inoutoffset] += ((int[]) invec)[inoffset];
            }
        }, true);
        int[] sum = new int[1];
        if (RANK == 1) {
            assertThrows(ArithmeticException.class, () -> COMM.Scan(new int[] {1}, 0, sum, 0, 1, MPI.INT, op));
        } else {
            try {
                COMM.Scan(new int[] {1}, 0, sum, 0, 1, MPI.INT, op);
                assertEquals(RANK + 1, sum[0], "a sum that rank 1 has no part in, or the wrong one");
            } catch (MPIException e) {
                assertTrue(e.getMessage().contains("rank 1 could not do its part"), e.getMessage());
            }
        }
        COMM.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE, sum[0]);
    }

    private static Op throwing(boolean commute) {
        return new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                throw new ArithmeticException("on purpose");
            }
        }, commute);
    }
}
