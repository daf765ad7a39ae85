package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.MPI;
import mpi.Prequest;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/**
 * {@link MPI#IN_PLACE} has the same effect as a copy of the elements in the other buffer. Where MPI does not allow it,
 * it is refused.
 */
public final class InPlaceChecks {
    private static final int ROUNDS = 60;
    private static final int[] COUNTS = IntStream.range(0, SIZE).map(_ -> 1).toArray();
    private static final int[] DISPLS = IntStream.range(0, SIZE).toArray();

    @Check
    public void reductionsTakeTheOperandsFromWhereTheResultsGo() {
        int[] x = {7, RANK, RANK * RANK};
        COMM.Allreduce(MPI.IN_PLACE, 0, x, 1, 2, MPI.INT, MPI.MAX);
        assertArrayEquals(new int[] {7, SIZE - 1, (SIZE - 1) * (SIZE - 1)}, x);
        int[] y = {RANK};
        COMM.Scan(MPI.IN_PLACE, 0, y, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(RANK * (RANK + 1) / 2, y[0]);
        int[] z = {RANK};
        COMM.Reduce(RANK == 0 ? MPI.IN_PLACE : z, 0, RANK == 0 ? z : null, 0, 1, MPI.INT, MPI.SUM, 0);
        assertEquals(RANK == 0 ? SIZE * (SIZE - 1) / 2 : RANK, z[0]);
        int[] blocks = IntStream.range(0, SIZE).map(i -> 10 * i + RANK).toArray();
        COMM.Reduce_scatter(MPI.IN_PLACE, 0, blocks, 0, COUNTS, MPI.INT, MPI.MAX);
        assertEquals(10 * RANK + SIZE - 1, blocks[0]);
    }

    @Check
    public void gathersAndScattersLeaveTheOwnBlockWhereItIs() {
        int[] all = new int[SIZE];
        all[RANK] = RANK + 1;
        COMM.Allgather(MPI.IN_PLACE, 0, 0, null, all, 0, 1, MPI.INT);
        assertArrayEquals(IntStream.rangeClosed(1, SIZE).toArray(), all);
        int[] mine = {-RANK};
        if (RANK == SIZE - 1) {
            all[RANK] = 99;
            COMM.Gather(MPI.IN_PLACE, 0, 0, null, all, 0, 1, MPI.INT, SIZE - 1);
            int[] expected = IntStream.range(0, SIZE).map(rank -> -rank).toArray();
            expected[RANK] = 99;
            assertArrayEquals(expected, all);
            COMM.Scatter(all, 0, 1, MPI.INT, MPI.IN_PLACE, 0, 0, null, SIZE - 1);
            assertArrayEquals(expected, all);
        } else {
            COMM.Gather(mine, 0, 1, MPI.INT, null, 0, 0, null, SIZE - 1);
            mine[0] = 5;
            COMM.Scatter(null, 0, 0, null, mine, 0, 1, MPI.INT, SIZE - 1);
            assertEquals(-RANK, mine[0]);
        }
        int[] exchanged = IntStream.range(0, SIZE).map(to -> 100 * RANK + to).toArray();
        COMM.Alltoall(MPI.IN_PLACE, 0, 0, null, exchanged, 0, 1, MPI.INT);
        assertArrayEquals(IntStream.range(0, SIZE).map(from -> 100 * from + RANK).toArray(), exchanged);
    }

    // ------------------------------------------------------------------------------------------------------ at random

    private static void call(Form form, RandomCollective collective, Object memory, int offset) throws Throwable {
        form.call(COMM, collective.name(), collective.mayBeInPlace() ? collective.inPlace(memory, offset)
            : collective.arguments(memory, offset, memory, offset));
    }

    /** The expected content of the memory after the call. */
    private static Object expected(RandomCollective collective, Object copy, Object memory, int offset)
        throws Throwable {
        boolean inPlace = collective.mayBeInPlace();
        Object received = inPlace && collective.isScatter() ? copy : memory;
        Object sent = received == copy ? memory : copy;
        Form.BLOCKING.call(COMM, collective.name(), inPlace ? collective.apart(sent, received, offset)
            : collective.arguments(sent, offset, received, offset));
        return memory;
    }

    private static int length(RandomCollective collective, int offset) {
        return offset + Math.max(collective.sent().span(), collective.received().span()) + 1;
    }

    @Check
    public void anyCollectiveOfPrimitives() throws Throwable {
        Random random = new Random(21);
        for (int round = 0; round < ROUNDS; round++) {
            ElementKind kind = ElementKind.values()[random.nextInt(ElementKind.values().length)];
            RandomCollective collective = switch (random.nextInt(4)) {
                case 0 -> RandomCollective.combining(random, RandomCollective.Items.adjacent(MPI.LONG), MPI.SUM);
                case 1 -> RandomCollective.combining(random, RandomCollective.Items.twoOfThree(MPI.INT),
                    SameBufferChecks.ADDITION);
                default -> RandomCollective.moving(random, kind.datatype());
            };
            if (collective.op() != null) {
                kind = collective.op() == MPI.SUM ? ElementKind.LONG : ElementKind.INT;
            }
            Form form = Form.values()[random.nextInt(Form.values().length)];
            boolean offHeap = random.nextInt(3) == 0;
            if (!collective.isAmongNeighbours()) {
                check("round " + round, kind, collective, form, offHeap, new Random(round * 64L + RANK));
            }
        }
    }

    private static void check(String round, ElementKind kind, RandomCollective collective, Form form, boolean offHeap,
                              Random places) throws Throwable {
        int offset = places.nextInt(4);
        int length = length(collective, offset);
        Object memory = kind.random(length, places.nextLong());
        Object expected = expected(collective, kind.copy(memory), kind.copy(memory), offset);
        if (offHeap) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment segment = arena.allocate((long) length * kind.bytes(), Long.BYTES);
                kind.write(memory, segment);
                call(form, collective, segment, offset);
                kind.read(segment, memory);
            }
        } else {
            call(form, collective, memory, offset);
        }
        assertTrue(kind.equal(expected, memory), () -> round + ": " + form + " " + collective + " of " + kind
            + (offHeap ? " off the heap" : "") + " at " + offset);
    }

    @Check
    public void anyCollectiveOfObjects() throws Throwable {
        Random random = new Random(22);
        for (int round = 0; round < ROUNDS / 2; round++) {
            RandomCollective collective = random.nextInt(2) == 0 ? RandomCollective.moving(random, MPI.OBJECT)
                : RandomCollective.combining(random, random.nextInt(2) == 0
                    ? RandomCollective.Items.twoOfThree(MPI.OBJECT) : RandomCollective.Items.adjacent(MPI.OBJECT),
                    SameBufferChecks.ADDITION);
            Form form = Form.values()[random.nextInt(Form.values().length)];
            if (collective.isAmongNeighbours()) {
                continue;
            }
            Random places = new Random(round * 64L + RANK);
            int offset = places.nextInt(4);
            Integer[] memory = places.ints(length(collective, offset)).boxed().toArray(Integer[]::new);
            Object expected = expected(collective, memory.clone(), memory.clone(), offset);
            call(form, collective, memory, offset);
            assertArrayEquals((Object[]) expected, memory, "round " + round + ": " + form + " " + collective);
        }
    }

    /** An object that is in its place already is not moved, so it need not be serializable. */
    @Check
    public void objectsInTheirPlaceStay() {
        Object mine = new Object();
        Object[] all = new Object[SIZE];
        for (int root = 0; root < SIZE; root++) {
            if (RANK == root) {
                all[RANK] = mine;
                COMM.Gather(MPI.IN_PLACE, 0, 0, null, all, 0, 1, MPI.OBJECT, root);
                assertSame(mine, all[RANK]);
                COMM.Scatter(all, 0, 1, MPI.OBJECT, MPI.IN_PLACE, 0, 0, null, root);
                assertSame(mine, all[RANK]);
            } else {
                String[] one = {"of " + RANK};
                COMM.Gather(one, 0, 1, MPI.OBJECT, null, 0, 0, null, root);
                one[0] = null;
                COMM.Scatter(null, 0, 0, null, one, 0, 1, MPI.OBJECT, root);
                assertEquals("of " + RANK, one[0]);
            }
        }
    }

    @Check
    public void objectsThatAreSentFromTheirPlaceStay() throws Throwable {
        for (String name : new String[] {"Allgather", "Alltoall"}) {
            for (Form form : Form.values()) {
                Object[] all = IntStream.range(0, SIZE).mapToObj(to -> new StringBuilder(RANK + " to " + to)).toArray();
                Object mine = all[RANK];
                form.call(COMM, name, MPI.IN_PLACE, 0, 0, null, all, 0, 1, MPI.OBJECT);
                assertSame(mine, all[RANK]);
                for (int from = 0; from < SIZE; from++) {
                    assertEquals(from + " to " + (name.equals("Alltoall") ? RANK : from), all[from].toString());
                }
            }
        }
    }

    @Check
    public void scatterReadsOnly() {
        MemorySegment all = MemorySegment.ofArray(IntStream.range(0, SIZE).toArray()).asReadOnly();
        int[] mine = {-1};
        Object place = RANK == 0 ? MPI.IN_PLACE : mine;
        COMM.Scatter(all, 0, 1, MPI.INT, place, 0, 1, MPI.INT, 0);
        assertEquals(RANK == 0 ? -1 : RANK, mine[0]);
        assertEquals(0, all.get(ValueLayout.JAVA_INT, 0));
    }

    @Check
    public void persistentRequestsTakeThePresentContentAtEachStart() {
        int[] x = new int[1];
        int[] all = new int[SIZE];
        Prequest[] requests = {COMM.Allreduce_init(MPI.IN_PLACE, 0, x, 0, 1, MPI.INT, MPI.SUM),
            COMM.Allgather_init(MPI.IN_PLACE, 0, 0, null, all, 0, 1, MPI.INT)};
        for (int round = 1; round <= 3; round++) {
            x[0] = round;
            Arrays.fill(all, 0);
            all[RANK] = round * RANK;
            Prequest.Startall(requests);
            Prequest.Waitall(requests);
            int number = round;
            assertEquals(round * SIZE, x[0]);
            assertArrayEquals(IntStream.range(0, SIZE).map(rank -> number * rank).toArray(), all);
        }
    }

    // ------------------------------------------------------------------------------------------------- where it is not

    private static void refused(Executable... calls) {
        for (Executable call : calls) {
            assertError(MPI.ERR_BUFFER, "MPI.IN_PLACE has no meaning here; it may stand for sendbuf of Gather", call);
        }
        int[] sum = {1};
        COMM.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE, sum[0], "the next collective");
    }

    @Check
    public void itMayNotStandForTheOtherBuffer() {
        Object in = MPI.IN_PLACE;
        int[] x = new int[SIZE];
        refused(() -> COMM.Bcast(in, 0, 1, MPI.INT, 0), () -> COMM.Ibcast(in, 0, 1, null, 0),
            () -> COMM.Bcast_init(in, 0, 1, MPI.INT, 0),
            () -> COMM.Gather(x, 0, 1, MPI.INT, in, 0, 1, MPI.INT, RANK),
            () -> COMM.Gather(in, 0, 1, MPI.INT, in, 0, 1, MPI.INT, RANK),
            () -> COMM.Gatherv_init(x, 0, 1, MPI.INT, in, 0, COUNTS, DISPLS, MPI.INT, RANK),
            () -> COMM.Scatter(in, 0, 1, MPI.INT, x, 0, 1, MPI.INT, RANK),
            () -> COMM.Iscatterv(in, 0, COUNTS, DISPLS, MPI.INT, in, 0, 1, MPI.INT, RANK),
            () -> COMM.Allgather(in, 0, 1, MPI.INT, in, 0, 1, MPI.INT),
            () -> COMM.Alltoall(x, 0, 1, MPI.INT, in, 0, 1, MPI.INT),
            () -> COMM.Alltoallv(in, 0, null, null, null, in, 0, COUNTS, DISPLS, MPI.INT),
            () -> COMM.Reduce(in, 0, in, 0, 1, MPI.INT, MPI.SUM, RANK),
            () -> COMM.Allreduce(in, 0, in, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Iscan(x, 0, in, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Reduce_scatter(in, 0, in, 0, COUNTS, MPI.INT, MPI.SUM),
            () -> COMM.Reduce_scatter_block(x, 0, in, 0, 1, MPI.INT, MPI.SUM),
            () -> COMM.Reduce_local(in, x, 1, MPI.INT, MPI.SUM));
    }

    @Check(ranks = 2)
    public void itMayNotStandWhereTheRootIsNot() {
        Object in = MPI.IN_PLACE;
        int[] x = new int[SIZE];
        refused(() -> COMM.Gather(in, 0, 1, MPI.INT, x, 0, 1, MPI.INT, NEXT),
            () -> COMM.Igatherv(in, 0, 1, MPI.INT, x, 0, COUNTS, DISPLS, MPI.INT, NEXT),
            () -> COMM.Scatter_init(x, 0, 1, MPI.INT, in, 0, 1, MPI.INT, NEXT),
            () -> COMM.Scatterv(x, 0, COUNTS, DISPLS, MPI.INT, in, 0, 1, null, NEXT),
            () -> COMM.Reduce(in, 0, x, 0, 1, MPI.INT, MPI.SUM, NEXT));
    }

    @Check
    public void messagesAndNeighbourhoodCollectivesRefuseIt() {
        Object in = MPI.IN_PLACE;
        int[] x = new int[2];
        Cartcomm ring = COMM.Create_cart(new int[] {SIZE}, new boolean[] {true}, false);
        refused(() -> COMM.Send(in, 0, 1, MPI.INT, NEXT, 1), () -> COMM.Irecv(in, 0, 1, MPI.INT, PREVIOUS, 1),
            () -> COMM.Sendrecv(x, 0, 1, MPI.INT, NEXT, 1, in, 0, 1, MPI.INT, PREVIOUS, 1),
            () -> ring.Neighbor_allgather(in, 0, 1, MPI.INT, x, 0, 1, MPI.INT),
            () -> ring.Ineighbor_alltoall(in, 0, 1, MPI.INT, x, 0, 1, MPI.INT),
            () -> ring.Neighbor_alltoall(x, 0, 1, MPI.INT, in, 0, 1, MPI.INT));
    }
}
