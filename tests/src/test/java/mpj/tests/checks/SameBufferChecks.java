package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;
import mpj.tests.Check;

/** Calls that send from the memory into which they receive give the same results as calls with separate buffers. */
public final class SameBufferChecks {
    private static final int ROUNDS = 80;
    private static final int[] COUNTS = {1, 2, 13, 1000, 40_001};

    private static final List<ElementKind> INTEGERS = List.of(ElementKind.BYTE, ElementKind.CHAR, ElementKind.SHORT,
        ElementKind.INT, ElementKind.LONG);
    private static final List<Op> OPS = List.of(MPI.SUM, MPI.MAX, MPI.BXOR);

    /** Adds the elements that items name: adjacent ones, or two of every three. */
    static final Op ADDITION = new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            for (int i = 0; i < count * datatype.Extent(); i++) {
                if (datatype.Extent() == 1 || i % 3 != 1) {
                    add(invec, inoffset + i, inoutvec, inoutoffset + i);
                }
            }
        }
    }, false);

    private static void add(Object in, int from, Object inout, int to) {
        if (inout instanceof int[] ints) {
            ints[to] += ((int[]) in)[from];
        } else {
            Array.set(inout, to, (Integer) Array.get(in, from) + (Integer) Array.get(inout, to));
        }
    }

    private static double[] filled(int count) {
        double[] values = new double[count];
        Arrays.fill(values, RANK + 1);
        return values;
    }

    private static double sum(int ranks) {
        return ranks * (ranks + 1) / 2.0;
    }

    private static double[] expected(int count, int changed, double value) {
        double[] values = filled(count);
        Arrays.fill(values, 0, changed, value);
        return values;
    }

    /**
     * Messages around rings. Long messages arrive while others leave. The two sides have the same elements, or half of
     * them in common.
     */
    @Check
    public void sendrecvWithinOneBuffer() {
        int next = (RANK + 1) % SIZE;
        int previous = (RANK + SIZE - 1) % SIZE;
        for (int count : COUNTS) {
            for (int shift : new int[] {0, count / 2}) {
                int[] mine = IntStream.range(0, count).map(i -> i * SIZE + RANK).toArray();
                int[] theirs = IntStream.range(0, count).map(i -> i * SIZE + previous).toArray();
                int[] array = Arrays.copyOf(mine, count + shift);
                COMM.Sendrecv(array, 0, count, MPI.INT, next, 5, array, shift, count, MPI.INT, previous, 5);
                assertArrayEquals(theirs, Arrays.copyOfRange(array, shift, shift + count));
                assertArrayEquals(Arrays.copyOf(mine, shift), Arrays.copyOf(array, shift));
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment memory = arena.allocate(Integer.BYTES * (count + shift), Integer.BYTES);
                    MemorySegment.copy(mine, 0, memory, ValueLayout.JAVA_INT, 0, count);
                    COMM.Sendrecv(memory, 0, count, MPI.INT, next, 6,
                        memory.asSlice((long) Integer.BYTES * shift), 0, count, MPI.INT, previous, 6);
                    assertArrayEquals(theirs,
                        memory.asSlice((long) Integer.BYTES * shift).toArray(ValueLayout.JAVA_INT));
                }
            }
        }
    }

    /** This is how MolDyn of Java Grande does it. */
    @Check
    public void allreduceIntoTheOperands() {
        for (int count : COUNTS) {
            double[] x = filled(count);
            COMM.Allreduce(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected(count, count, sum(SIZE)), x);
        }
    }

    /** This is how RayTracer of Java Grande does it. */
    @Check
    public void reduceIntoTheOperandsAtTheRoot() {
        for (int count : COUNTS) {
            for (int root = 0; root < SIZE; root++) {
                double[] x = filled(count);
                COMM.Reduce(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM, root);
                assertArrayEquals(expected(count, RANK == root ? count : 0, sum(SIZE)), x);
            }
        }
    }

    @Check
    public void scansIntoTheOperands() {
        for (int count : COUNTS) {
            double[] x = filled(count);
            COMM.Scan(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected(count, count, sum(RANK + 1)), x);
            x = filled(count);
            COMM.Exscan(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected(count, RANK == 0 ? 0 : count, sum(RANK)), x);
        }
    }

    @Check
    public void reduceScatterIntoTheOperands() {
        for (int count : COUNTS) {
            int[] counts = IntStream.range(0, SIZE).map(rank -> count + rank % 2).toArray();
            int all = IntStream.of(counts).sum();
            double[] x = filled(all);
            COMM.Reduce_scatter(x, 0, x, 0, counts, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected(all, counts[RANK], sum(SIZE)), x);
            x = filled(SIZE * count);
            COMM.Reduce_scatter_block(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected(SIZE * count, count, sum(SIZE)), x);
        }
    }

    /**
     * The program may change the array as soon as a call has returned. The message has the elements of the time of the
     * call.
     */
    @Check
    public void startsTakeThePresentContentOfTheBuffer() {
        for (int count : COUNTS) {
            double[] x = filled(count);
            Prequest allreduce = COMM.Allreduce_init(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM);
            for (int round = 1; round <= 3; round++) {
                Arrays.fill(x, round * (RANK + 1));
                allreduce.Start();
                allreduce.Wait();
                assertArrayEquals(expected(count, count, round * sum(SIZE)), x);
            }
            allreduce.Free();
        }
    }

    @Check
    public void severalUnderWayFromOneArray() {
        for (int count : COUNTS) {
            double[] x = filled(3 * count);
            Request.Waitall(new Request[] {
                COMM.Iallreduce(x, 0, x, 0, count, MPI.DOUBLE, MPI.SUM),
                COMM.Iscan(x, count, x, count, count, MPI.DOUBLE, MPI.SUM),
                COMM.Iallreduce(x, 2 * count, x, 2 * count, count, MPI.DOUBLE, MPI.MAX)});
            double[] expected = expected(3 * count, count, sum(SIZE));
            Arrays.fill(expected, count, 2 * count, sum(RANK + 1));
            Arrays.fill(expected, 2 * count, 3 * count, SIZE);
            assertArrayEquals(expected, x);
        }
    }

    // ------------------------------------------------------------------------------------------------------ at random

    /** How the program names its memory on the two sides of a call. */
    private enum Naming { ARRAY, SEGMENT_AND_ARRAY, READ_ONLY, SLICES }

    /** The two buffers of a call, in one memory. */
    private record Buffers(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset) {
        static Buffers in(Object array, ElementKind kind, Naming naming, int sendoffset, int recvoffset) {
            if (naming == Naming.ARRAY || kind == ElementKind.BOOLEAN) {
                return new Buffers(array, sendoffset, array, recvoffset);
            }
            MemorySegment segment = kind.bitsOf(array);
            return naming == Naming.READ_ONLY ? new Buffers(segment.asReadOnly(), sendoffset, segment, recvoffset)
                : sendoffset % 2 == 0 ? new Buffers(array, sendoffset, segment, recvoffset)
                : new Buffers(segment, sendoffset, array, recvoffset);
        }

        /** Two segments, each of which begins where its elements begin. */
        static Buffers in(MemorySegment segment, ElementKind kind, int sendoffset, int recvoffset) {
            return new Buffers(segment.asSlice((long) sendoffset * kind.bytes()), 0,
                segment.asSlice((long) recvoffset * kind.bytes()), 0);
        }
    }

    private final Cartcomm ring = COMM.Create_cart(new int[] {SIZE}, new boolean[] {true}, false);

    private void call(Form form, RandomCollective collective, Buffers buffers) throws Throwable {
        Intracomm comm = collective.isAmongNeighbours() ? ring : COMM;
        form.call(comm, collective.name(), collective.arguments(
            buffers.sendbuf, buffers.sendoffset, buffers.recvbuf, buffers.recvoffset));
    }

    @Check
    public void anyOverlapOfPrimitives() throws Throwable {
        Random random = new Random(11);
        for (int round = 0; round < ROUNDS; round++) {
            boolean moves = random.nextInt(2) == 0;
            ElementKind kind = moves ? ElementKind.values()[random.nextInt(ElementKind.values().length)]
                : INTEGERS.get(random.nextInt(INTEGERS.size()));
            boolean derived = !moves && random.nextInt(4) == 0;
            if (derived) {
                kind = ElementKind.INT;
            }
            RandomCollective collective = moves ? RandomCollective.moving(random, kind.datatype())
                : derived ? RandomCollective.combining(random, RandomCollective.Items.twoOfThree(MPI.INT), ADDITION)
                : RandomCollective.combining(random, RandomCollective.Items.adjacent(kind.datatype()),
                    OPS.get(random.nextInt(OPS.size())));
            Form form = Form.values()[random.nextInt(Form.values().length)];
            Naming naming = Naming.values()[random.nextInt(Naming.values().length)];
            checkPrimitives("round " + round, kind, collective, form, naming, new Random(round * 64L + RANK));
        }
    }

    private void checkPrimitives(String round, ElementKind kind, RandomCollective collective, Form form, Naming naming,
                                 Random places) throws Throwable {
        int length = length(collective, places);
        int sendoffset = places.nextInt(length - collective.sent().span() + 1);
        int recvoffset = places.nextInt(length - collective.received().span() + 1);
        Object memory = kind.random(length, places.nextLong());
        Object expected = kind.copy(memory);
        call(Form.BLOCKING, collective, new Buffers(kind.copy(memory), sendoffset, expected, recvoffset));
        if (naming == Naming.SLICES) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment segment = arena.allocate(Math.max(1, (long) length * kind.bytes()), Long.BYTES)
                    .asSlice(0, (long) length * kind.bytes());
                kind.write(memory, segment);
                call(form, collective, Buffers.in(segment, kind, sendoffset, recvoffset));
                kind.read(segment, memory);
            }
        } else {
            call(form, collective, Buffers.in(memory, kind, naming, sendoffset, recvoffset));
        }
        assertTrue(kind.equal(expected, memory), () -> round + ": " + form + " " + collective + " of " + kind + ", "
            + naming + ", of " + length + ", sent from " + sendoffset + ", received at " + recvoffset);
    }

    /** The length of a memory with room for both sides, which may overlap. */
    private static int length(RandomCollective collective, Random places) {
        int sent = collective.sent().span();
        int received = collective.received().span();
        return (places.nextInt(4) == 0 ? sent + received : Math.max(sent, received)) + places.nextInt(5);
    }

    @Check
    public void anyOverlapOfObjects() throws Throwable {
        Random random = new Random(12);
        for (int round = 0; round < ROUNDS / 2; round++) {
            RandomCollective collective = random.nextInt(2) == 0 ? RandomCollective.moving(random, MPI.OBJECT)
                : RandomCollective.combining(random, random.nextInt(2) == 0
                    ? RandomCollective.Items.twoOfThree(MPI.OBJECT) : RandomCollective.Items.adjacent(MPI.OBJECT),
                    ADDITION);
            Form form = Form.values()[random.nextInt(Form.values().length)];
            Random places = new Random(round * 64L + RANK);
            int length = length(collective, places);
            int sendoffset = places.nextInt(length - collective.sent().span() + 1);
            int recvoffset = places.nextInt(length - collective.received().span() + 1);
            Integer[] memory = places.ints(length).boxed().toArray(Integer[]::new);
            Integer[] expected = memory.clone();
            call(Form.BLOCKING, collective, new Buffers(memory.clone(), sendoffset, expected, recvoffset));
            call(form, collective, new Buffers(memory, sendoffset, memory, recvoffset));
            assertArrayEquals(expected, memory, "round " + round + ": " + form + " " + collective + ", sent from "
                + sendoffset + ", received at " + recvoffset);
        }
    }

    /** If an object is sent and its place is not received into, the place still holds the same object. */
    @Check
    public void objectsThatAreNotReceivedOverStay() {
        StringBuilder mine = new StringBuilder("of rank " + RANK);
        Object[] all = new Object[SIZE + 1];
        all[SIZE] = mine;
        COMM.Allgather(all, SIZE, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertTrue(all[SIZE] == mine);
        for (int rank = 0; rank < SIZE; rank++) {
            assertEquals("of rank " + rank, all[rank].toString());
        }
    }
}
