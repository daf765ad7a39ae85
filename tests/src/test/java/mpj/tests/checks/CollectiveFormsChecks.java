package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Graphcomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpj.tests.Check;

/**
 * The non-blocking and persistent forms of collectives, the collectives among neighbours, and the collectives that
 * mpiJava lacks.
 */
public final class CollectiveFormsChecks {
    private static final int COUNT = 3000;

    private static int[] ints(int from) {
        return IntStream.range(from, from + COUNT).toArray();
    }

    private static int sumOfRanks(int end) {
        return end * (end - 1) / 2;
    }

    @Check
    public void exscanHasTheRanksBefore() {
        int[] result = {-1};
        COMM.Exscan(new int[] {RANK}, 0, result, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(RANK == 0 ? -1 : sumOfRanks(RANK), result[0]);
    }

    @Check
    public void reduceScatterBlockLeavesEachRankItsBlock() {
        int[] sent = IntStream.range(0, 2 * SIZE).toArray();
        int[] result = new int[2];
        COMM.Reduce_scatter_block(sent, 0, result, 0, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {2 * RANK * SIZE, (2 * RANK + 1) * SIZE}, result);
    }

    @Check
    public void severalNonBlockingCollectivesCompleteInAnyOrder() {
        int[] bcast = RANK == SIZE - 1 ? ints(7) : new int[COUNT];
        double[] sums = new double[COUNT];
        int[] all = new int[SIZE * 2];
        int[] exchanged = new int[SIZE];
        Request[] requests = {
            COMM.Ibcast(bcast, 0, COUNT, MPI.INT, SIZE - 1),
            COMM.Iallreduce(IntStream.range(0, COUNT).asDoubleStream().toArray(), 0, sums, 0, COUNT,
                MPI.DOUBLE, MPI.SUM),
            COMM.Ibarrier(),
            COMM.Iallgather(new int[] {RANK, -RANK}, 0, 2, MPI.INT, all, 0, 2, MPI.INT),
            COMM.Ialltoall(IntStream.range(0, SIZE).map(to -> 100 * RANK + to).toArray(), 0, 1, MPI.INT,
                exchanged, 0, 1, MPI.INT)};
        if (RANK % 2 == 0) {
            Request.Waitall(requests);
        } else {
            for (int i = requests.length - 1; i >= 0; i--) {
                requests[i].Wait();
            }
        }
        assertArrayEquals(ints(7), bcast);
        assertArrayEquals(IntStream.range(0, COUNT).mapToDouble(i -> (double) i * SIZE).toArray(), sums);
        assertArrayEquals(IntStream.range(0, 2 * SIZE).map(i -> i % 2 == 0 ? i / 2 : -(i / 2)).toArray(), all);
        assertArrayEquals(IntStream.range(0, SIZE).map(from -> 100 * from + RANK).toArray(), exchanged);
    }

    @Check
    public void nonBlockingGathersScattersAndReductions() {
        int[] gathered = new int[SIZE];
        int[] scattered = new int[1];
        int[] reduced = {-1};
        int[] scanned = new int[1];
        int[] before = {-1};
        int[] own = new int[1];
        Request[] requests = {
            COMM.Igather(new int[] {RANK}, 0, 1, MPI.INT, gathered, 0, 1, MPI.INT, 0),
            COMM.Iscatter(IntStream.range(0, SIZE).toArray(), 0, 1, MPI.INT, scattered, 0, 1, MPI.INT, 0),
            COMM.Ireduce(new int[] {RANK}, 0, reduced, 0, 1, MPI.INT, MPI.SUM, SIZE - 1),
            COMM.Iscan(new int[] {RANK}, 0, scanned, 0, 1, MPI.INT, MPI.SUM),
            COMM.Iexscan(new int[] {RANK}, 0, before, 0, 1, MPI.INT, MPI.SUM),
            COMM.Ireduce_scatter_block(IntStream.range(0, SIZE).toArray(), 0, own, 0, 1, MPI.INT, MPI.SUM)};
        Request.Waitall(requests);
        assertArrayEquals(RANK == 0 ? IntStream.range(0, SIZE).toArray() : new int[SIZE], gathered);
        assertEquals(RANK, scattered[0]);
        assertEquals(RANK == SIZE - 1 ? sumOfRanks(SIZE) : -1, reduced[0]);
        assertEquals(sumOfRanks(RANK + 1), scanned[0]);
        assertEquals(RANK == 0 ? -1 : sumOfRanks(RANK), before[0]);
        assertEquals(RANK * SIZE, own[0]);
    }

    @Check
    public void testCompletesACollectiveInTheEnd() {
        int[] value = {RANK == 0 ? 42 : 0};
        Request request = COMM.Ibcast(value, 0, 1, MPI.INT, 0);
        while (request.Test() == null) {
            Thread.onSpinWait();
        }
        assertEquals(42, value[0]);
    }

    /** A rank that waits for something else must go on with its part of the collectives under way. */
    @Check(ranks = 2)
    public void waitingElsewhereCarriesACollectiveOn() {
        int[] value = {RANK + 1};
        int[] sum = new int[1];
        Request request = COMM.Iallreduce(value, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (RANK == 0) {
            request.Wait();
            for (int to = 1; to < SIZE; to++) {
                COMM.Send(new int[] {1}, 0, 1, MPI.INT, to, 5);
            }
        } else {
            COMM.Recv(new int[1], 0, 1, MPI.INT, 0, 5);
            request.Wait();
        }
        assertEquals(sumOfRanks(SIZE + 1), sum[0]);
    }

    @Check
    public void persistentCollectivesTakeThePresentContentAtEachStart() {
        int[] sent = new int[1];
        int[] sum = new int[1];
        int[] bcast = new int[1];
        Prequest allreduce = COMM.Allreduce_init(sent, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Prequest fromLast = COMM.Bcast_init(bcast, 0, 1, MPI.INT, SIZE - 1);
        for (int round = 1; round <= 5; round++) {
            sent[0] = round * RANK;
            bcast[0] = RANK == SIZE - 1 ? round : 0;
            // Ranks may start the collectives in different orders.
            Prequest.Startall(RANK % 2 == 0 ? new Prequest[] {allreduce, fromLast}
                : new Prequest[] {fromLast, allreduce});
            allreduce.Wait();
            fromLast.Wait();
            assertEquals(round * sumOfRanks(SIZE), sum[0]);
            assertEquals(round, bcast[0]);
        }
    }

    @Check
    public void neighboursInAGridAlsoWhereBothAreOneRank() {
        Cartcomm grid = COMM.Create_cart(new int[] {SIZE}, new boolean[] {true}, false);
        int below = (RANK + SIZE - 1) % SIZE;
        int above = (RANK + 1) % SIZE;
        int[] received = new int[2];
        grid.Neighbor_alltoall(new int[] {10 * RANK, 10 * RANK + 1}, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
        assertArrayEquals(new int[] {10 * below + 1, 10 * above}, received);
        Arrays.fill(received, -1);
        grid.Ineighbor_allgather(new int[] {RANK}, 0, 1, MPI.INT, received, 0, 1, MPI.INT).Wait();
        assertArrayEquals(new int[] {below, above}, received);
        grid.Free();
    }

    @Check
    public void neighboursBeyondAnEdgeLeaveTheirBlockAlone() {
        Cartcomm line = COMM.Create_cart(new int[] {SIZE}, new boolean[] {false}, false);
        int[] received = {-1, -1, -1, -1};
        line.Neighbor_alltoallv(new int[] {RANK, RANK}, 0, new int[] {1, 1}, new int[] {1, 0}, MPI.INT, received, 0,
            new int[] {1, 1}, new int[] {0, 3}, MPI.INT);
        assertArrayEquals(new int[] {RANK == 0 ? -1 : RANK - 1, -1, -1, RANK == SIZE - 1 ? -1 : RANK + 1}, received);
        line.Free();
    }

    @Check(ranks = 3)
    public void neighboursInAStar() {
        int leaves = SIZE - 1;
        int[] index = IntStream.range(0, SIZE).map(node -> leaves + node).toArray();
        int[] edges = IntStream.concat(IntStream.rangeClosed(1, leaves), IntStream.generate(() -> 0).limit(leaves))
            .toArray();
        Graphcomm star = COMM.Create_graph(index, edges, false);
        int[] received = new int[RANK == 0 ? leaves : 1];
        star.Neighbor_allgather(new int[] {RANK}, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
        assertArrayEquals(RANK == 0 ? IntStream.rangeClosed(1, leaves).toArray() : new int[] {0}, received);
        int[] blocks = new int[RANK == 0 ? leaves : 1];
        Arrays.setAll(blocks, i -> 100 * RANK + i);
        star.Ineighbor_alltoall(blocks, 0, 1, MPI.INT, received, 0, 1, MPI.INT).Wait();
        assertArrayEquals(RANK == 0 ? IntStream.rangeClosed(1, leaves).map(i -> 100 * i).toArray()
            : new int[] {RANK - 1}, received);
        star.Free();
    }
}
