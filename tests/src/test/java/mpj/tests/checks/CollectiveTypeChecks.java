package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;
import mpj.tests.Check;

/** Collectives of pairs and of derived datatypes. */
public final class CollectiveTypeChecks {
    private static final int ROUNDS = 8;
    private static final int[] MOST_ELEMENTS = {10, 1000, 30_000};

    /** A datatype with two of every three elements. */
    private static Datatype twoOfThree() {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        type.Commit();
        return type;
    }

    /** Adds the elements that items of {@link #twoOfThree} name, and changes no others. */
    private static Op addition(boolean commute) {
        return new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                             Datatype datatype) {
                int[] in = (int[]) invec;
                int[] inout = (int[]) inoutvec;
                for (int i = 0; i < count; i++) {
                    for (int element = 0; element < 3; element += 2) {
                        inout[inoutoffset + 3 * i + element] += in[inoffset + 3 * i + element];
                    }
                }
            }
        }, commute);
    }

    @Check
    public void maxlocAndMinlocTellWhoHasIt() {
        double[] sent = {9, 9, RANK % 3, RANK, -RANK, RANK};
        double[] received = new double[6];
        COMM.Allreduce(sent, 2, received, 1, 2, MPI.DOUBLE2, MPI.MAXLOC);
        int most = Math.min(SIZE - 1, 2);
        assertArrayEquals(new double[] {0, most, most, 0, 0, 0}, received);
        for (int root = 0; root < SIZE; root++) {
            int[] pairs = {RANK % 3, RANK, -RANK, RANK};
            int[] best = new int[4];
            COMM.Reduce(pairs, 0, best, 0, 2, MPI.INT2, MPI.MINLOC, root);
            assertArrayEquals(RANK == root ? new int[] {0, 0, 1 - SIZE, SIZE - 1} : new int[4], best);
        }
        long[] last = new long[2];
        COMM.Scan(new long[] {RANK, RANK}, 0, last, 0, 1, MPI.LONG2, MPI.MAXLOC);
        assertArrayEquals(new long[] {RANK, RANK}, last);
        float[] floats = new float[2];
        COMM.Allreduce(new float[] {1, RANK}, 0, floats, 0, 1, MPI.FLOAT2, MPI.MAXLOC);
        assertArrayEquals(new float[] {1, 0}, floats);
        short[] shorts = new short[2];
        COMM.Allreduce(new short[] {(short) RANK, (short) RANK}, 0, shorts, 0, 1, MPI.SHORT2, MPI.MAXLOC);
        assertArrayEquals(new short[] {(short) (SIZE - 1), (short) (SIZE - 1)}, shorts);
    }

    @Check
    public void derivedTypesAreMovedElementByElement() {
        Datatype type = twoOfThree();
        int[] mine = IntStream.range(0, 7).map(i -> 10 * RANK + i).toArray();
        int[] all = new int[6 * SIZE + 1];
        COMM.Allgather(mine, 1, 2, type, all, 1, 2, type);
        int[] expected = new int[6 * SIZE + 1];
        for (int i = 0; i < 6 * SIZE; i++) {
            expected[1 + i] = i % 3 == 1 ? 0 : 10 * (i / 6) + 1 + i % 6;
        }
        assertArrayEquals(expected, all);
        for (int root = 0; root < SIZE; root++) {
            int[] gathered = new int[4 * SIZE];
            COMM.Gather(mine, 1, 2, type, gathered, 0, 4, MPI.INT, root);
            int[] back = new int[7];
            COMM.Scatter(gathered, 0, 4, MPI.INT, back, 1, 2, type, root);
            int[] same = mine.clone();
            same[0] = 0;
            same[2] = 0;
            same[5] = 0;
            assertArrayEquals(same, back);
        }
    }

    @Check
    public void derivedTypesAreCombinedElementByElement() {
        Datatype type = twoOfThree();
        for (boolean commute : new boolean[] {true, false}) {
            Op op = addition(commute);
            int[] sent = IntStream.range(0, 3 * SIZE + 1).map(i -> i + RANK).toArray();
            int[] received = new int[3 * SIZE + 2];
            COMM.Allreduce(sent, 1, received, 2, SIZE, type, op);
            int ranks = SIZE * (SIZE - 1) / 2;
            int[] expected = new int[3 * SIZE + 2];
            for (int i = 0; i < 3 * SIZE; i++) {
                expected[2 + i] = i % 3 == 1 ? 0 : (i + 1) * SIZE + ranks;
            }
            assertArrayEquals(expected, received);
            int[] ones = IntStream.range(0, SIZE).map(_ -> 1).toArray();
            int[] part = new int[3];
            COMM.Reduce_scatter(sent, 1, part, 0, ones, type, op);
            assertArrayEquals(Arrays.copyOfRange(expected, 2 + 3 * RANK, 5 + 3 * RANK), part);
            Arrays.fill(received, 0);
            COMM.Scan(sent, 1, received, 2, SIZE, type, op);
            assertEquals((RANK + 1) + RANK * (RANK + 1) / 2, received[2]);
            assertEquals(0, received[3]);
        }
    }

    /**
     * The receive of one rank, into items of a random datatype or into simple elements. If items name an element twice,
     * the rank's own buffer does not have all the data that the rank has to pass on.
     */
    private static final class Room {
        final Datatype datatype;
        final int count;
        final int offset;
        final int[] received;
        private final int[] displacements;
        private final int[] expected;

        Room(RandomType type, int items, int blocks, boolean simple) {
            int elements = items * type.displacements().length;
            datatype = simple ? MPI.INT : type.datatype();
            count = simple ? elements : items;
            displacements = simple ? IntStream.range(0, blocks * elements).toArray()
                : type.displacements(blocks * items);
            offset = RandomType.offset(displacements);
            received = new int[RandomType.length(displacements, offset) + 2];
            Arrays.fill(received, -1);
            expected = received.clone();
        }

        /** Expects a block of elements whose first element has this value. */
        void expect(int place, int elements, int value) {
            for (int i = 0; i < elements; i++) {
                expected[offset + displacements[place * elements + i]] = value + i;
            }
        }

        void assertReceived(String what) {
            assertArrayEquals(expected, received, () -> "rank " + RANK + ": " + what + " into " + datatype);
            Arrays.fill(received, -1);
        }
    }

    private static int value(int sender, int block) {
        return 1 + 1_000_000 * (sender * SIZE + block);
    }

    private static int[] block(int elements, int sender, int block) {
        return IntStream.range(0, elements).map(i -> value(sender, block) + i).toArray();
    }

    private static int[] blocks(int elements, int sender) {
        return IntStream.range(0, SIZE).flatMap(block -> Arrays.stream(block(elements, sender, block))).toArray();
    }

    private static int items(Random random, RandomType type) {
        return 1 + random.nextInt(Math.max(1, MOST_ELEMENTS[random.nextInt(MOST_ELEMENTS.length)]
            / (type.displacements().length * Math.max(1, Math.abs(type.extent())))));
    }

    /**
     * Every form of a collective. Ranks that receive into the datatype alternate with ranks that receive simple
     * elements.
     */
    private static void eachForm(String what, Room room, Runnable blocking, Supplier<Request> nonblocking,
                                 Supplier<Prequest> persistent) {
        blocking.run();
        room.assertReceived(what);
        nonblocking.get().Wait();
        room.assertReceived("I" + what);
        Prequest request = persistent.get();
        for (int start = 0; start < 2; start++) {
            request.Start();
            request.Wait();
            room.assertReceived(what + "_init");
        }
        request.Free();
    }

    @Check
    public void ofElementsThatAReceiveNamesTwiceTheLastCounts() {
        Random random = new Random(21);
        for (int round = 0; round < ROUNDS; round++) {
            RandomType type = RandomType.draw(random, MPI.INT);
            int items = items(random, type);
            int elements = items * type.displacements().length;
            int root = random.nextInt(SIZE);
            boolean simple = (RANK + round) % 2 == 0;
            receiveOne(type, items, elements, root, simple);
            receiveAll(type, items, elements, root, simple);
        }
    }

    private static void receiveOne(RandomType type, int items, int elements, int root, boolean simple) {
        int[] sent = blocks(elements, root);
        Room room = new Room(type, items, 1, simple);
        if (RANK == root) {
            eachForm("Bcast", room, () -> COMM.Bcast(sent, 0, elements, MPI.INT, root),
                () -> COMM.Ibcast(sent, 0, elements, MPI.INT, root),
                () -> COMM.Bcast_init(sent, 0, elements, MPI.INT, root));
        } else {
            room.expect(0, elements, value(root, 0));
            eachForm("Bcast", room, () -> COMM.Bcast(room.received, room.offset, room.count, room.datatype, root),
                () -> COMM.Ibcast(room.received, room.offset, room.count, room.datatype, root),
                () -> COMM.Bcast_init(room.received, room.offset, room.count, room.datatype, root));
        }
        room.expect(0, elements, value(root, RANK));
        eachForm("Scatter", room,
            () -> COMM.Scatter(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype,
                root),
            () -> COMM.Iscatter(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype,
                root),
            () -> COMM.Scatter_init(sent, 0, elements, MPI.INT, room.received, room.offset, room.count,
                room.datatype, root));
    }

    /**
     * The blocks of the ranks follow each other in the buffer, in ascending or descending order. The counts are those
     * of the last rank.
     */
    private static void receiveAll(RandomType type, int items, int elements, int root, boolean simple) {
        int[] sent = blocks(elements, RANK);
        int[] all = IntStream.range(0, SIZE).map(_ -> elements).toArray();
        int[] starts = IntStream.range(0, SIZE).map(rank -> rank * elements).toArray();
        Room room = new Room(type, items, SIZE, simple);
        int[] counts = IntStream.range(0, SIZE).map(_ -> room.count).toArray();
        int[] turned = IntStream.range(0, SIZE).map(rank -> (SIZE - 1 - rank) * room.count).toArray();
        IntStream.range(0, SIZE).forEach(rank -> room.expect(rank, elements, value(rank, 0)));
        eachForm("Allgather", room,
            () -> COMM.Allgather(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype),
            () -> COMM.Iallgather(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype),
            () -> COMM.Allgather_init(sent, 0, elements, MPI.INT, room.received, room.offset, room.count,
                room.datatype));
        COMM.Gather(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype, root);
        if (RANK == root) {
            room.assertReceived("Gather");
        }
        IntStream.range(0, SIZE).forEach(rank -> room.expect(rank, elements, value(rank, RANK)));
        eachForm("Alltoall", room,
            () -> COMM.Alltoall(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype),
            () -> COMM.Ialltoall(sent, 0, elements, MPI.INT, room.received, room.offset, room.count, room.datatype),
            () -> COMM.Alltoall_init(sent, 0, elements, MPI.INT, room.received, room.offset, room.count,
                room.datatype));
        Room other = new Room(type, items, SIZE, simple);
        IntStream.range(0, SIZE).forEach(rank -> other.expect(SIZE - 1 - rank, elements, value(rank, 0)));
        eachForm("Allgatherv", other,
            () -> COMM.Allgatherv(sent, 0, elements, MPI.INT, other.received, other.offset, counts, turned,
                other.datatype),
            () -> COMM.Iallgatherv(sent, 0, elements, MPI.INT, other.received, other.offset, counts, turned,
                other.datatype),
            () -> COMM.Allgatherv_init(sent, 0, elements, MPI.INT, other.received, other.offset, counts, turned,
                other.datatype));
        COMM.Gatherv(sent, 0, elements, MPI.INT, other.received, other.offset, counts, turned, other.datatype, root);
        if (RANK == root) {
            other.assertReceived("Gatherv");
        }
        IntStream.range(0, SIZE).forEach(rank -> other.expect(SIZE - 1 - rank, elements, value(rank, RANK)));
        COMM.Alltoallv(sent, 0, all, starts, MPI.INT, other.received, other.offset, counts, turned, other.datatype);
        other.assertReceived("Alltoallv");
    }

    @Check
    public void ofObjectsAndElementsOffTheHeapThatAReceiveNamesTwiceTheLastCounts() {
        Datatype objects = Datatype.Hvector(2, 2, 1, MPI.OBJECT);
        objects.Commit();
        String[] mine = {"a" + RANK, "b" + RANK, "c" + RANK, "d" + RANK};
        String[] received = new String[3 * SIZE];
        COMM.Allgather(mine, 0, 4, MPI.OBJECT, received, 0, 1, objects);
        for (int rank = 0; rank < SIZE; rank++) {
            assertArrayEquals(new String[] {"a" + rank, "c" + rank, "d" + rank},
                Arrays.copyOfRange(received, 3 * rank, 3 * rank + 3));
        }
        Datatype ints = Datatype.Hvector(3, 2, 1, MPI.INT);
        ints.Commit();
        int[] sent = {1, 2, 3, 4, 5, 6};
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(16);
            if (RANK == 0) {
                COMM.Ibcast(sent, 0, 6, MPI.INT, 0).Wait();
            } else {
                COMM.Ibcast(segment, 0, 1, ints, 0).Wait();
                assertArrayEquals(new int[] {1, 3, 5, 6}, segment.toArray(ValueLayout.JAVA_INT));
            }
        }
    }

    /** The operation would combine such an element twice with the elements of other ranks. */
    @Check
    public void noOperationIsForItemsThatNameAnElementTwice() {
        Datatype type = Datatype.Hvector(3, 2, 1, MPI.INT);
        type.Commit();
        int[] ints = new int[20];
        World.assertError(MPI.ERR_TYPE, "name an element twice",
            () -> COMM.Allreduce(ints, 0, ints, 10, 1, type, addition(true)));
        World.assertError(MPI.ERR_TYPE, "name an element twice",
            () -> COMM.Reduce(ints, 0, ints, 10, 1, type, addition(true), 0));
    }

    @Check
    public void predefinedOperationsTakeNoDerivedTypes() {
        int[] ints = new int[10];
        World.assertError(MPI.ERR_OP, "op is MPI.SUM, which is not defined for",
            () -> COMM.Allreduce(ints, 0, ints, 5, 1, twoOfThree(), MPI.SUM));
        World.assertError(MPI.ERR_OP, "op is MPI.SUM, which is not defined for MPI.INT2",
            () -> COMM.Allreduce(ints, 0, ints, 5, 1, MPI.INT2, MPI.SUM));
        World.assertError(MPI.ERR_TYPE, "which is not committed",
            () -> COMM.Bcast(ints, 0, 1, Datatype.Contiguous(2, MPI.INT), 0));
    }
}
