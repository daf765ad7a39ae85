package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;

/**
 * The collectives that move data, with every root, every type, and counts from zero to beyond the limits of the
 * protocols. Each rank compares its whole buffer. This also checks the elements that a collective must not change.
 */
public final class CollectiveChecks {
    private static final int[] COUNTS = {0, 1, 7, 2049};
    private static final int LARGE = 90_001;
    /** Distinct elements before, between and after the blocks. */
    private static final int BEFORE = 2;
    private static final int GAP = 1;
    private static final int AFTER = 3;

    private interface Movement {
        void check(ElementKind kind, int count);
    }

    private static void everySize(Movement movement) {
        for (ElementKind kind : ElementKind.values()) {
            for (int count : COUNTS) {
                movement.check(kind, count);
            }
        }
        movement.check(ElementKind.INT, LARGE);
    }

    private static void everyRoot(IntConsumer check) {
        for (int root = 0; root < SIZE; root++) {
            check.accept(root);
        }
    }

    /** The elements that one rank sends to another in these checks. All ranks that ask get the same array. */
    private static Object block(ElementKind kind, int count, int from, int to) {
        return kind.random(count, 1000L * from + to + count);
    }

    private static Object untouched(ElementKind kind, int length) {
        return kind.random(length, -1 - RANK);
    }

    private static void assertSame(ElementKind kind, Object expected, Object received, String what) {
        assertTrue(kind.equal(expected, received), () -> "rank " + RANK + ": " + what + " of " + kind + " went wrong");
    }

    @Check
    public void bcastReachesEveryRankFromEveryRoot() {
        everySize((kind, count) -> everyRoot(root -> {
            Object buffer = untouched(kind, BEFORE + count + AFTER);
            Object expected = untouched(kind, BEFORE + count + AFTER);
            System.arraycopy(block(kind, count, root, root), 0, expected, BEFORE, count);
            if (RANK == root) {
                System.arraycopy(block(kind, count, root, root), 0, buffer, BEFORE, count);
            }
            COMM.Bcast(buffer, BEFORE, count, kind.datatype(), root);
            assertSame(kind, expected, buffer, "Bcast of " + count + " from " + root);
        }));
    }

    @Check
    public void gatherHasTheRanksInOrder() {
        everySize((kind, count) -> everyRoot(root -> {
            Object sent = block(kind, count + 1, RANK, root);
            Object received = RANK == root ? untouched(kind, BEFORE + SIZE * count + AFTER) : null;
            COMM.Gather(sent, 1, count, kind.datatype(), received, BEFORE, count, kind.datatype(), root);
            if (RANK == root) {
                Object expected = untouched(kind, BEFORE + SIZE * count + AFTER);
                for (int i = 0; i < SIZE; i++) {
                    System.arraycopy(block(kind, count + 1, i, root), 1, expected, BEFORE + i * count, count);
                }
                assertSame(kind, expected, received, "Gather of " + count + " to " + root);
            }
        }));
    }

    @Check
    public void scatterGivesEachRankItsBlock() {
        everySize((kind, count) -> everyRoot(root -> {
            Object sent = RANK == root ? block(kind, 1 + SIZE * count, root, root) : null;
            Object received = untouched(kind, BEFORE + count + AFTER);
            COMM.Scatter(sent, 1, count, kind.datatype(), received, BEFORE, count, kind.datatype(), root);
            Object expected = untouched(kind, BEFORE + count + AFTER);
            System.arraycopy(block(kind, 1 + SIZE * count, root, root), 1 + RANK * count, expected, BEFORE, count);
            assertSame(kind, expected, received, "Scatter of " + count + " from " + root);
        }));
    }

    @Check
    public void allgatherHasTheRanksInOrderEverywhere() {
        everySize((kind, count) -> {
            Object received = untouched(kind, BEFORE + SIZE * count + AFTER);
            COMM.Allgather(block(kind, count + 1, RANK, 0), 1, count, kind.datatype(),
                received, BEFORE, count, kind.datatype());
            Object expected = untouched(kind, BEFORE + SIZE * count + AFTER);
            for (int i = 0; i < SIZE; i++) {
                System.arraycopy(block(kind, count + 1, i, 0), 1, expected, BEFORE + i * count, count);
            }
            assertSame(kind, expected, received, "Allgather of " + count);
        });
    }

    @Check
    public void alltoallTransposes() {
        everySize((kind, count) -> {
            Object sent = kind.array(1 + SIZE * count);
            Object expected = untouched(kind, BEFORE + SIZE * count + AFTER);
            for (int i = 0; i < SIZE; i++) {
                System.arraycopy(block(kind, count, RANK, i), 0, sent, 1 + i * count, count);
                System.arraycopy(block(kind, count, i, RANK), 0, expected, BEFORE + i * count, count);
            }
            Object received = untouched(kind, BEFORE + SIZE * count + AFTER);
            COMM.Alltoall(sent, 1, count, kind.datatype(), received, BEFORE, count, kind.datatype());
            assertSame(kind, expected, received, "Alltoall of " + count);
        });
    }

    /** The starts of blocks of these sizes, in the reverse order of ranks and with gaps. */
    private static int[] displacements(int[] counts) {
        int[] displs = new int[SIZE];
        int next = GAP;
        for (int i = SIZE - 1; i >= 0; i--) {
            displs[i] = next;
            next += counts[i] + GAP;
        }
        return displs;
    }

    private static int[] counts(IntUnaryOperator count) {
        return IntStream.range(0, SIZE).map(count).toArray();
    }

    private static int room(int[] counts) {
        return BEFORE + IntStream.of(counts).sum() + (SIZE + 1) * GAP + AFTER;
    }

    @Check
    public void gathervPutsBlocksWhereTheyBelong() {
        everySize((kind, count) -> everyRoot(root -> {
            int[] counts = counts(i -> i % 3 == 1 ? 0 : count + i);
            int[] displs = displacements(counts);
            Object received = RANK == root ? untouched(kind, room(counts)) : null;
            COMM.Gatherv(block(kind, counts[RANK], RANK, root), 0, counts[RANK], kind.datatype(),
                received, BEFORE, RANK == root ? counts : null, RANK == root ? displs : null, kind.datatype(), root);
            if (RANK == root) {
                Object expected = untouched(kind, room(counts));
                for (int i = 0; i < SIZE; i++) {
                    System.arraycopy(block(kind, counts[i], i, root), 0, expected, BEFORE + displs[i], counts[i]);
                }
                assertSame(kind, expected, received, "Gatherv of " + count + " to " + root);
            }
        }));
    }

    @Check
    public void scattervTakesBlocksFromWhereTheyAre() {
        everySize((kind, count) -> everyRoot(root -> {
            int[] counts = counts(i -> i % 3 == 1 ? 0 : count + i);
            int[] displs = displacements(counts);
            Object all = block(kind, room(counts), root, root);
            Object received = untouched(kind, BEFORE + counts[RANK] + AFTER);
            COMM.Scatterv(RANK == root ? all : null, BEFORE, RANK == root ? counts : null,
                RANK == root ? displs : null, kind.datatype(), received, BEFORE, counts[RANK], kind.datatype(), root);
            Object expected = untouched(kind, BEFORE + counts[RANK] + AFTER);
            System.arraycopy(all, BEFORE + displs[RANK], expected, BEFORE, counts[RANK]);
            assertSame(kind, expected, received, "Scatterv of " + count + " from " + root);
        }));
    }

    @Check
    public void allgathervPutsBlocksWhereTheyBelongEverywhere() {
        everySize((kind, count) -> {
            int[] counts = counts(i -> i % 3 == 1 ? 0 : count + i);
            int[] displs = displacements(counts);
            Object received = untouched(kind, room(counts));
            COMM.Allgatherv(block(kind, counts[RANK], RANK, 0), 0, counts[RANK], kind.datatype(),
                received, BEFORE, counts, displs, kind.datatype());
            Object expected = untouched(kind, room(counts));
            for (int i = 0; i < SIZE; i++) {
                System.arraycopy(block(kind, counts[i], i, 0), 0, expected, BEFORE + displs[i], counts[i]);
            }
            assertSame(kind, expected, received, "Allgatherv of " + count);
        });
    }

    @Check
    public void alltoallvTransposesBlocksOfDifferentSizes() {
        everySize((kind, count) -> {
            int[] sendcounts = counts(i -> (RANK + i) % 3 == 1 ? 0 : count + RANK + 2 * i);
            int[] recvcounts = counts(i -> (RANK + i) % 3 == 1 ? 0 : count + i + 2 * RANK);
            int[] sdispls = displacements(sendcounts);
            int[] rdispls = displacements(recvcounts);
            Object sent = kind.array(room(sendcounts));
            Object received = untouched(kind, room(recvcounts));
            Object expected = untouched(kind, room(recvcounts));
            for (int i = 0; i < SIZE; i++) {
                System.arraycopy(block(kind, sendcounts[i], RANK, i), 0, sent, 1 + sdispls[i], sendcounts[i]);
                System.arraycopy(block(kind, recvcounts[i], i, RANK), 0, expected, BEFORE + rdispls[i], recvcounts[i]);
            }
            COMM.Alltoallv(sent, 1, sendcounts, sdispls, kind.datatype(),
                received, BEFORE, recvcounts, rdispls, kind.datatype());
            assertSame(kind, expected, received, "Alltoallv of " + count);
        });
    }

    @Check
    public void segmentsAreBuffersToo() {
        try (Arena arena = Arena.ofShared()) {
            for (ElementKind kind : ElementKind.values()) {
                int count = 100;
                Object sent = block(kind, count, RANK, 0);
                MemorySegment all = arena.allocate(8L * count * SIZE, 8);
                COMM.Gather(sent, 0, count, kind.datatype(), all, 0, count, kind.datatype(), SIZE - 1);
                COMM.Bcast(all, 0, count * SIZE, kind.datatype(), SIZE - 1);
                Object received = untouched(kind, count);
                COMM.Scatter(all, 0, count, kind.datatype(), received, 0, count, kind.datatype(), 0);
                assertSame(kind, sent, received, "Gather, Bcast and Scatter through segments");
            }
        }
    }

    @Check
    public void objectsTravelInAllOfThem() {
        for (int root = 0; root < SIZE; root++) {
            Object[] all = new String[SIZE * 2 + 1];
            Object[] expected = new String[SIZE * 2 + 1];
            for (int i = 0; i < SIZE * 2; i++) {
                expected[i + 1] = "object " + i / 2 + "." + i % 2;
            }
            Object[] mine = {"object " + RANK + ".0", "object " + RANK + ".1"};
            COMM.Gather(mine, 0, 2, MPI.OBJECT, all, 1, 2, MPI.OBJECT, root);
            COMM.Bcast(all, 1, 2 * SIZE, MPI.OBJECT, root);
            assertArrayEquals(expected, all);
            Object[] back = new Object[2];
            COMM.Scatter(all, 1, 2, MPI.OBJECT, back, 0, 2, MPI.OBJECT, root);
            assertArrayEquals(mine, back);
        }
        Object[] all = new Object[SIZE];
        COMM.Allgather(new Object[] {RANK}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertArrayEquals(IntStream.range(0, SIZE).boxed().toArray(), all);
        Object[] sent = IntStream.range(0, SIZE).mapToObj(i -> RANK + " to " + i).toArray();
        COMM.Alltoall(sent, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertArrayEquals(IntStream.range(0, SIZE).mapToObj(i -> i + " to " + RANK).toArray(), all);
    }

    /** A receive from any source with any tag, posted beforehand, takes no message of a collective. */
    @Check
    public void messagesOfTheProgramDoNotMixWithThem() {
        int[] own = new int[1];
        Request receive = COMM.Irecv(own, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        int[] all = new int[SIZE];
        COMM.Allgather(new int[] {RANK}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
        COMM.Barrier();
        int[] sum = new int[1];
        COMM.Allreduce(all, 0, sum, 0, 1, MPI.INT, MPI.MAX);
        COMM.Send(new int[] {-RANK}, 0, 1, MPI.INT, NEXT, 0);
        COMM.Bcast(all, 0, SIZE, MPI.INT, SIZE - 1);
        assertEquals(PREVIOUS, receive.Wait().source);
        assertEquals(-PREVIOUS, own[0]);
        assertArrayEquals(IntStream.range(0, SIZE).toArray(), all);
    }

    /** A rank that waits for a slow rank in one collective does not take that rank's part in another collective. */
    @Check
    public void thousandsInARowStayApart() {
        int[] value = new int[1];
        int[] sum = new int[1];
        for (int i = 0; i < 2000; i++) {
            int root = i % SIZE;
            value[0] = RANK == root ? i : -1;
            COMM.Bcast(value, 0, 1, MPI.INT, root);
            assertEquals(i, value[0]);
            COMM.Reduce(value, 0, sum, 0, 1, MPI.INT, MPI.SUM, root);
            if (RANK == root) {
                assertEquals(i * SIZE, sum[0]);
            }
        }
    }
}
