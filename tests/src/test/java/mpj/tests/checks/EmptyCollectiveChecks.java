package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpj.tests.Check;

/** Collectives without data do nothing, whether items, elements or counts are missing. */
public final class EmptyCollectiveChecks {
    private final Cartcomm ring = COMM.Create_cart(new int[] {SIZE}, new boolean[] {true}, false);

    /** Calls every collective in every form, with buffers that have no room for any element. */
    private void nothing(RandomCollective.Items items, Object buffer, Op op) throws Throwable {
        for (Form form : Form.values()) {
            form.call(COMM, "Bcast", buffer, 0, items.count(0), items.type(), SIZE - 1);
            for (String name : RandomCollective.names()) {
                RandomCollective collective = RandomCollective.even(name, items, 0, op);
                try {
                    form.call(collective.isAmongNeighbours() ? ring : COMM, name,
                        collective.arguments(buffer, 0, buffer, 0));
                } catch (RuntimeException e) {
                    throw new AssertionError(form + " " + name + " of no " + items.type() + ": " + e, e);
                }
            }
        }
        int[] sum = new int[1];
        COMM.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {SIZE}, sum, "the next collective");
    }

    @Check
    public void noPrimitives() throws Throwable {
        nothing(RandomCollective.Items.adjacent(MPI.INT), new int[0], MPI.SUM);
        nothing(RandomCollective.Items.adjacent(MPI.BOOLEAN), new boolean[0], MPI.LOR);
        nothing(RandomCollective.Items.adjacent(MPI.INT), new int[0], SameBufferChecks.ADDITION);
        nothing(RandomCollective.Items.twoOfThree(MPI.INT), new int[0], SameBufferChecks.ADDITION);
    }

    @Check
    public void noElementsOfASegment() throws Throwable {
        try (Arena arena = Arena.ofShared()) {
            nothing(RandomCollective.Items.adjacent(MPI.DOUBLE), arena.allocate(0), MPI.SUM);
        }
    }

    @Check
    public void noObjects() throws Throwable {
        nothing(RandomCollective.Items.adjacent(MPI.OBJECT), new Object[0], SameBufferChecks.ADDITION);
        nothing(RandomCollective.Items.twoOfThree(MPI.OBJECT), new String[0], SameBufferChecks.ADDITION);
    }

    @Check
    public void itemsWithoutElements() throws Throwable {
        nothing(RandomCollective.Items.ofNothing(MPI.INT), new int[0], SameBufferChecks.ADDITION);
        nothing(RandomCollective.Items.ofNothing(MPI.OBJECT), new Object[0], SameBufferChecks.ADDITION);
    }

    /** An empty block has no place, so its entry in displs is ignored. */
    @Check
    public void emptyBlocksHaveNoPlace() throws Throwable {
        int[] counts = IntStream.range(0, SIZE).map(rank -> rank == 0 ? 3 : 0).toArray();
        int[] anywhere = IntStream.range(0, SIZE).map(rank -> rank == 0 ? 1 : rank % 2 == 0 ? -7 : 1_000_000_000)
            .toArray();
        int[] mine = IntStream.range(10 * RANK, 10 * RANK + 5).toArray();
        int[] firsts = {-1, 0, 1, 2, -1};
        for (Form form : Form.values()) {
            int[] all = filled();
            form.call(COMM, "Allgatherv", mine, 0, counts[RANK], MPI.INT, all, 0, counts, anywhere, MPI.INT);
            assertArrayEquals(firsts, all);
            all = filled();
            form.call(COMM, "Gatherv", mine, 0, counts[RANK], MPI.INT, all, 0, counts, anywhere, MPI.INT, 0);
            assertArrayEquals(RANK == 0 ? firsts : filled(), all);
            all = filled();
            form.call(COMM, "Scatterv", mine, 0, counts, anywhere, MPI.INT, all, 1, counts[RANK], MPI.INT, 0);
            assertArrayEquals(RANK == 0 ? new int[] {-1, 1, 2, 3, -1} : filled(), all);
            all = filled();
            int[] none = new int[SIZE];
            form.call(COMM, "Alltoallv", mine, 0, RANK == 0 ? counts : none, anywhere, MPI.INT, all, 0,
                RANK == 0 ? counts : none, anywhere, MPI.INT);
            assertArrayEquals(RANK == 0 ? new int[] {-1, 1, 2, 3, -1} : filled(), all);
        }
    }

    private static int[] filled() {
        int[] values = new int[5];
        Arrays.fill(values, -1);
        return values;
    }

    /**
     * Some ranks have no items, and others have items without elements. Together they have no data, so every block has
     * room for it.
     */
    @Check
    public void countsOfNothingNeedNotAgree() throws Throwable {
        RandomCollective.Items nothing = RandomCollective.Items.ofNothing(MPI.INT);
        for (Form form : Form.values()) {
            form.call(COMM, "Bcast", new int[0], 0, RANK, nothing.type(), 0);
            form.call(COMM, "Allgather", new int[0], 0, RANK, nothing.type(), new int[0], 0, 0, MPI.INT);
        }
        for (Datatype type : List.of(Datatype.Vector(0, 3, 7, MPI.INT), Datatype.Indexed(new int[2], new int[2],
            MPI.INT), Datatype.Struct(new int[] {0, 1}, new int[] {0, 9}, new Datatype[] {MPI.INT, MPI.UB}))) {
            type.Commit();
            COMM.Bcast(new int[0], 0, 4, type, 0);
        }
    }
}
