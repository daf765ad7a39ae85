package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.items;
import static mpj.tests.openmpi.checks.World.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpj.tests.Check;

/** MPI 3.1, section 7.6: collectives among neighbours, in all topologies. */
public final class NeighborhoodChecks {
    private static final int FEW = 2;
    private static final int NEXT = (RANK + 1) % SIZE;
    private static final int PREVIOUS = (RANK + SIZE - 1) % SIZE;
    private static final int NO_RANK = -1;

    /** The data of an exchange: for each edge, the rank at its other end and the number of the edge there. */
    private record Edges(int[] sources, int[] numbersThere, int[] destinations) {
    }

    /** Exchanges different blocks with all neighbours, and the same block with all, in all forms. */
    private static void exchange(Comm comm, Edges edges) {
        int in = edges.sources.length;
        int out = edges.destinations.length;
        int[] each = joined(IntStream.range(0, out).mapToObj(i -> items(RANK, i, FEW)).toArray(int[][]::new));
        int[] eachCome = joined(IntStream.range(0, in).mapToObj(i -> edges.sources[i] == NO_RANK ? untouched(FEW)
            : items(edges.sources[i], edges.numbersThere[i], FEW)).toArray(int[][]::new));
        int[] sameCome = joined(IntStream.range(0, in).mapToObj(i -> edges.sources[i] == NO_RANK ? untouched(FEW)
            : items(edges.sources[i], 0, FEW)).toArray(int[][]::new));
        Way.every(way -> {
            Object received = way.room(in * FEW);
            way.call(comm, "neighborAllToAll", way.of(each), FEW, MPI.INT, received, FEW, MPI.INT);
            assertArrayEquals(eachCome, Memory.values(received));
            Object same = way.room(in * FEW);
            way.call(comm, "neighborAllGather", way.of(items(RANK, 0, FEW)), FEW, MPI.INT, same, FEW, MPI.INT);
            assertArrayEquals(sameCome, Memory.values(same));
        });
        Blocks sent = Blocks.of(filled(out, FEW));
        Blocks come = Blocks.of(filled(in, FEW));
        Way.every(way -> {
            Object received = way.room(come.length());
            way.call(comm, "neighborAllToAllv", way.of(sent.with(i -> items(RANK, i, FEW))), sent.counts(),
                sent.displs(), MPI.INT, received, come.counts(), come.displs(), MPI.INT);
            assertArrayEquals(come.with(i -> Arrays.copyOfRange(eachCome, i * FEW, (i + 1) * FEW)),
                Memory.values(received));
            Object same = way.room(come.length());
            way.call(comm, "neighborAllGatherv", way.of(items(RANK, 0, FEW)), FEW, MPI.INT, same, come.counts(),
                come.displs(), MPI.INT);
            assertArrayEquals(come.with(i -> Arrays.copyOfRange(sameCome, i * FEW, (i + 1) * FEW)),
                Memory.values(same));
        });
    }

    private static int[] filled(int length, int value) {
        int[] all = new int[length];
        Arrays.fill(all, value);
        return all;
    }

    private static int[] untouched(int length) {
        return filled(length, Memory.UNTOUCHED);
    }

    /**
     * The rank below is neighbour 0, and the rank above is neighbour 1. So a block from below was sent as the block for
     * above.
     */
    @Check
    void ring() {
        exchange(COMM.createCart(new int[] {SIZE}, new boolean[] {true}, false),
            new Edges(new int[] {PREVIOUS, NEXT}, new int[] {1, 0}, new int[] {PREVIOUS, NEXT}));
    }

    @Check
    void lineWithEnds() {
        exchange(COMM.createCart(new int[] {SIZE}, new boolean[] {false}, false),
            new Edges(new int[] {RANK == 0 ? NO_RANK : PREVIOUS, RANK == SIZE - 1 ? NO_RANK : NEXT}, new int[] {1, 0},
                new int[] {PREVIOUS, NEXT}));
    }

    /** Every rank is a neighbour of all ranks, including itself. */
    @Check
    void graph() {
        int[] index = IntStream.rangeClosed(1, SIZE).map(i -> i * SIZE).toArray();
        int[] edges = IntStream.range(0, SIZE * SIZE).map(i -> i % SIZE).toArray();
        int[] all = IntStream.range(0, SIZE).toArray();
        exchange(COMM.createGraph(index, edges, false), new Edges(all, filled(SIZE, RANK), all));
    }

    /**
     * Each rank has an edge to itself and two edges to the next rank. The blocks of the two edges arrive in the order
     * in which they were sent.
     */
    @Check
    void distributedGraphOfSeveralEdges() {
        int[] destinations = {NEXT, RANK, NEXT};
        int[] sources = {PREVIOUS, PREVIOUS, RANK};
        exchange(COMM.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false),
            new Edges(sources, new int[] {0, 2, 1}, destinations));
    }

    /** Two edges of a rank to itself. */
    @Check
    void distributedGraphOfSelfEdges() {
        int[] self = {RANK, RANK};
        exchange(COMM.createDistGraphAdjacent(self, self, MPI.INFO_NULL, false),
            new Edges(self, new int[] {0, 1}, self));
    }

    /** All ranks send to rank 0, and rank 0 sends to none. */
    @Check
    void distributedGraphInOneDirection() {
        int[] sources = RANK == 0 ? IntStream.range(1, SIZE).toArray() : new int[0];
        int[] destinations = RANK == 0 ? new int[0] : new int[] {0};
        exchange(COMM.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false),
            new Edges(sources, new int[sources.length], destinations));
    }

    /** Rank 0 names the edges of all. */
    @Check
    void distributedGraphNamedByOneRank() {
        int named = RANK == 0 ? SIZE : 0;
        exchange(COMM.createDistGraph(IntStream.range(0, named).toArray(), filled(named, 1),
            IntStream.range(0, named).map(i -> (i + 1) % SIZE).toArray(), MPI.INFO_NULL, false),
            new Edges(new int[] {PREVIOUS}, new int[] {0}, new int[] {NEXT}));
    }

    @Check
    void withoutTopologyNoRankHasNeighbours() {
        assertError(MPI.ERR_TOPOLOGY, "the communicator has no topology",
            () -> COMM.neighborAllGather(new int[1], 1, MPI.INT, new int[SIZE], 1, MPI.INT));
        assertError(MPI.ERR_TOPOLOGY, "the communicator has no topology",
            () -> COMM.neighborAllToAll(new int[SIZE], 1, MPI.INT, new int[SIZE], 1, MPI.INT));
    }
}
