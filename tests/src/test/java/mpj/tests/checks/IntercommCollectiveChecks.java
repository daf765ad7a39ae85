package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import mpj.tests.Check;

/** The collectives between the even and the odd ranks, in all forms and with every rank as the root. */
public final class IntercommCollectiveChecks {
    private static final int[] COUNTS = {0, 1, 3, 1000, 70_000};
    private static final int PARITY = RANK % 2;

    private final Intracomm half = COMM.Split(PARITY, RANK);
    private final int here = half.Size();
    private final int there = SIZE - here;
    private final Intercomm inter = COMM.Create_intercomm(half, 0, 1 - PARITY, 5);

    /** The rank in the world of a rank of the other group. */
    private static int theirs(int rank) {
        return 2 * rank + 1 - PARITY;
    }

    /** The elements that a rank of the world sends. No two ranks send the same. */
    private static int[] given(int rank, int count) {
        return IntStream.range(0, count).map(i -> rank * 1_000_003 + i * 7).toArray();
    }

    /** Calls a collective once for each rank of the world as the root. Each rank names the root as MPI demands. */
    private interface Rooted {
        void call(Form form, int root, boolean atRoot, boolean atRemote, int worldRoot) throws Throwable;
    }

    private void forEachRoot(Rooted calls) throws Throwable {
        for (Form form : Form.values()) {
            for (int worldRoot = 0; worldRoot < SIZE; worldRoot++) {
                boolean atRemote = worldRoot % 2 != PARITY;
                boolean atRoot = worldRoot == RANK;
                int root = atRemote ? worldRoot / 2 : atRoot ? MPI.ROOT : MPI.PROC_NULL;
                calls.call(form, root, atRoot, atRemote, worldRoot);
            }
        }
    }

    @Check(ranks = 2)
    public void barrierAndBcast() throws Throwable {
        forEachRoot((form, root, atRoot, atRemote, worldRoot) -> {
            form.call(inter, "Barrier");
            for (int count : COUNTS) {
                int[] buf = atRoot ? given(RANK, count) : new int[count];
                form.call(inter, "Bcast", buf, 0, count, MPI.INT, root);
                assertArrayEquals(atRoot || atRemote ? given(worldRoot, count) : new int[count], buf);
            }
        });
    }

    @Check(ranks = 2)
    public void gatherAndGatherv() throws Throwable {
        forEachRoot((form, root, atRoot, atRemote, worldRoot) -> {
            for (int count : COUNTS) {
                int[] all = new int[atRoot ? there * count : 0];
                form.call(inter, "Gather", atRemote ? given(RANK, count) : null, 0, count, MPI.INT,
                    atRoot ? all : null, 0, count, MPI.INT, root);
                for (int i = 0; atRoot && i < there; i++) {
                    assertArrayEquals(given(theirs(i), count), Arrays.copyOfRange(all, i * count, (i + 1) * count));
                }
            }
            int[] counts = IntStream.range(0, there).map(i -> theirs(i) + 1).toArray();
            int[] displs = displacements(counts);
            int[] all = new int[atRoot ? Arrays.stream(counts).sum() + there : 0];
            form.call(inter, "Gatherv", atRemote ? given(RANK, RANK + 1) : null, 0, RANK + 1, MPI.INT,
                atRoot ? all : null, 0, counts, displs, MPI.INT, root);
            for (int i = 0; atRoot && i < there; i++) {
                assertArrayEquals(given(theirs(i), counts[i]),
                    Arrays.copyOfRange(all, displs[i], displs[i] + counts[i]));
            }
        });
    }

    /** There is one element between the blocks. */
    private static int[] displacements(int[] counts) {
        int[] displs = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            displs[i] = displs[i - 1] + counts[i - 1] + 1;
        }
        return displs;
    }

    @Check(ranks = 2)
    public void scatterAndScatterv() throws Throwable {
        forEachRoot((form, root, atRoot, atRemote, worldRoot) -> {
            for (int count : COUNTS) {
                int[] all = atRoot ? IntStream.range(0, there).flatMap(i -> Arrays.stream(given(theirs(i), count)))
                    .toArray() : null;
                int[] mine = new int[count];
                form.call(inter, "Scatter", all, 0, count, MPI.INT, mine, 0, count, MPI.INT, root);
                assertArrayEquals(atRemote ? given(RANK, count) : new int[count], mine);
            }
            int[] counts = IntStream.range(0, there).map(i -> theirs(i) + 1).toArray();
            int[] displs = displacements(counts);
            int[] all = new int[Arrays.stream(counts).sum() + there];
            for (int i = 0; i < there; i++) {
                System.arraycopy(given(theirs(i), counts[i]), 0, all, displs[i], counts[i]);
            }
            int[] mine = new int[RANK + 1];
            form.call(inter, "Scatterv", all, 0, counts, displs, MPI.INT, mine, 0, RANK + 1, MPI.INT, root);
            assertArrayEquals(atRemote ? given(RANK, RANK + 1) : new int[RANK + 1], mine);
        });
    }

    @Check(ranks = 2)
    public void allgatherAndAllgathervOfOtherAmountsEachWay() throws Throwable {
        for (Form form : Form.values()) {
            for (int count : COUNTS) {
                int sent = PARITY == 0 ? count : count / 2;
                int received = PARITY == 0 ? count / 2 : count;
                int[] all = new int[there * received];
                form.call(inter, "Allgather", given(RANK, sent), 0, sent, MPI.INT, all, 0, received, MPI.INT);
                for (int i = 0; i < there; i++) {
                    assertArrayEquals(given(theirs(i), received),
                        Arrays.copyOfRange(all, i * received, (i + 1) * received));
                }
            }
            int[] counts = IntStream.range(0, there).map(i -> theirs(i) * 3).toArray();
            int[] displs = displacements(counts);
            int[] all = new int[Arrays.stream(counts).sum() + there];
            form.call(inter, "Allgatherv", given(RANK, RANK * 3), 0, RANK * 3, MPI.INT, all, 0, counts, displs,
                MPI.INT);
            for (int i = 0; i < there; i++) {
                assertArrayEquals(given(theirs(i), counts[i]),
                    Arrays.copyOfRange(all, displs[i], displs[i] + counts[i]));
            }
        }
    }

    @Check(ranks = 2)
    public void alltoallAndAlltoallv() throws Throwable {
        for (Form form : Form.values()) {
            for (int count : COUNTS) {
                int[] sent = IntStream.range(0, there).flatMap(i -> Arrays.stream(given(RANK * SIZE + theirs(i),
                    count)))
                    .toArray();
                int[] received = new int[there * count];
                form.call(inter, "Alltoall", sent, 0, count, MPI.INT, received, 0, count, MPI.INT);
                for (int i = 0; i < there; i++) {
                    assertArrayEquals(given(theirs(i) * SIZE + RANK, count),
                        Arrays.copyOfRange(received, i * count, (i + 1) * count));
                }
            }
            int[] sendcounts = IntStream.range(0, there).map(i -> RANK + 2 * theirs(i)).toArray();
            int[] recvcounts = IntStream.range(0, there).map(i -> theirs(i) + 2 * RANK).toArray();
            int[] sdispls = displacements(sendcounts);
            int[] rdispls = displacements(recvcounts);
            int[] sent = new int[Arrays.stream(sendcounts).sum() + there];
            for (int i = 0; i < there; i++) {
                System.arraycopy(given(RANK * SIZE + theirs(i), sendcounts[i]), 0, sent, sdispls[i], sendcounts[i]);
            }
            int[] received = new int[Arrays.stream(recvcounts).sum() + there];
            form.call(inter, "Alltoallv", sent, 0, sendcounts, sdispls, MPI.INT, received, 0, recvcounts, rdispls,
                MPI.INT);
            for (int i = 0; i < there; i++) {
                assertArrayEquals(given(theirs(i) * SIZE + RANK, recvcounts[i]),
                    Arrays.copyOfRange(received, rdispls[i], rdispls[i] + recvcounts[i]));
            }
        }
    }

    private static int[] sum(IntStream ranks, int count) {
        int[] sum = new int[count];
        ranks.forEach(rank -> Arrays.setAll(sum, i -> sum[i] + rank * 1_000_003 + i * 7));
        return sum;
    }

    private int[] sumOfTheirs(int count) {
        return sum(IntStream.range(0, there).map(IntercommCollectiveChecks::theirs), count);
    }

    @Check(ranks = 2)
    public void reduceAndAllreduce() throws Throwable {
        forEachRoot((form, root, atRoot, atRemote, worldRoot) -> {
            for (int count : COUNTS) {
                int[] result = new int[count];
                form.call(inter, "Reduce", atRemote ? given(RANK, count) : null, 0, atRoot ? result : null, 0, count,
                    MPI.INT, MPI.SUM, root);
                assertArrayEquals(atRoot ? sumOfTheirs(count) : new int[count], result);
            }
        });
        for (Form form : Form.values()) {
            for (int count : COUNTS) {
                int[] result = new int[count];
                form.call(inter, "Allreduce", given(RANK, count), 0, result, 0, count, MPI.INT, MPI.SUM);
                assertArrayEquals(sumOfTheirs(count), result);
            }
        }
    }

    /**
     * A pair (a, b) stands for the function x -> a x + b. The operation applies one function after the other. It is
     * associative, but not commutative.
     */
    private static final Op COMPOSITION = new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                         mpi.Datatype datatype) {
            for (int i = 0; i < count; i++) {
                compose((long[]) invec, inoffset + 2 * i, (long[]) inoutvec, inoutoffset + 2 * i);
            }
        }
    }, false);

    private static void compose(long[] left, int from, long[] right, int to) {
        right[to + 1] += right[to] * left[from + 1];
        right[to] *= left[from];
    }

    @Check(ranks = 2)
    public void operandsAreCombinedInTheOrderOfTheOtherGroupsRanks() {
        mpi.Datatype pair = mpi.Datatype.Contiguous(2, MPI.LONG);
        pair.Commit();
        long[] expected = {theirs(0) + 2, theirs(0)};
        for (int i = 1; i < there; i++) {
            long[] next = {theirs(i) + 2, theirs(i)};
            compose(expected, 0, next, 0);
            expected = next;
        }
        long[] result = new long[2];
        inter.Allreduce(new long[] {RANK + 2, RANK}, 0, result, 0, 1, pair, COMPOSITION);
        assertArrayEquals(expected, result);
    }

    /** All blocks together have the same size on both sides. */
    @Check(ranks = 2)
    public void reduceScatterCutsTheOtherGroupsResult() throws Throwable {
        for (Form form : Form.values()) {
            int total = 6 * here * there;
            int[] counts = new int[here];
            Arrays.fill(counts, total / here);
            if (here > 1) {
                counts[0] -= 2;
                counts[here - 1] += 2;
            }
            int at = Arrays.stream(counts).limit(inter.Rank()).sum();
            int own = counts[inter.Rank()];
            int[] result = new int[own];
            form.call(inter, "Reduce_scatter", given(RANK, total), 0, result, 0, counts, MPI.INT, MPI.SUM);
            assertArrayEquals(Arrays.copyOfRange(sumOfTheirs(total), at, at + own), result);
            int each = total / here;
            int[] block = new int[each];
            form.call(inter, "Reduce_scatter_block", given(RANK, total), 0, block, 0, each, MPI.INT, MPI.SUM);
            assertArrayEquals(Arrays.copyOfRange(sumOfTheirs(total), inter.Rank() * each, (inter.Rank() + 1) * each),
                block);
        }
    }

    @Check(ranks = 2)
    public void objectsAndDerivedTypes() throws Throwable {
        forEachRoot((form, root, atRoot, atRemote, worldRoot) -> {
            String[] words = atRoot ? new String[] {"from", "rank " + RANK} : new String[2];
            form.call(inter, "Bcast", words, 0, 2, MPI.OBJECT, root);
            if (atRoot || atRemote) {
                assertArrayEquals(new String[] {"from", "rank " + worldRoot}, words);
            }
        });
        mpi.Datatype everySecond = mpi.Datatype.Vector(2, 1, 2, MPI.INT);
        everySecond.Commit();
        int[] all = new int[4 * there];
        inter.Allgather(new int[] {RANK, -1, -RANK}, 0, 1, everySecond, all, 0, 2, MPI.INT);
        for (int i = 0; i < there; i++) {
            assertEquals(theirs(i), all[2 * i]);
            assertEquals(-theirs(i), all[2 * i + 1]);
        }
    }

    @Check(ranks = 2)
    public void wrongArgumentsAreNamedAndHarmNobody() {
        int[] buf = new int[4];
        assertError(MPI.ERR_ROOT, "root is " + there + "; it must be 0 to " + (there - 1),
            () -> inter.Bcast(buf, 0, 1, MPI.INT, there));
        assertError(MPI.ERR_BUFFER, "MPI.IN_PLACE", () -> inter.Allreduce(MPI.IN_PLACE, 0, buf, 0, 1, MPI.INT,
            MPI.SUM));
        assertError(MPI.ERR_OP, "op is null", () -> inter.Allreduce(buf, 0, new int[1], 0, 1, MPI.INT, null));
        assertError(MPI.ERR_ROOT, "root is " + MPI.ROOT, () -> COMM.Bcast(buf, 0, 1, MPI.INT, MPI.ROOT));
        inter.Barrier();
    }

    @Check(ranks = 2)
    public void freedOneRefusesCalls() {
        Intercomm freed = (Intercomm) inter.clone();
        freed.Barrier();
        freed.Free();
        assertError(MPI.ERR_COMM, "was freed", freed::Barrier);
    }
}
