package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertRing;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.CartParms;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.MPI;
import mpi.ShiftParms;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, chapter 7: process topologies. */
@Runs(ranks = {1, 2, 3, 4})
public final class TopologyChecks {
    private record Edge(int from, int to, int weight) {
    }

    // ---------------------------------------------------------------------------------------------------- grids

    @Check
    void gridTellsDimensionsCoordinatesAndNeighbours() {
        CartComm grid = COMM.createCart(new int[] {SIZE, 1}, new boolean[] {true, false}, true);
        assertEquals(MPI.CART, grid.getTopology());
        CartParms parms = grid.getTopo();
        assertEquals(2, parms.getDimCount());
        assertEquals(SIZE, parms.getDim(0));
        assertEquals(1, parms.getDim(1));
        assertTrue(parms.getPeriod(0));
        assertFalse(parms.getPeriod(1));
        assertEquals(RANK, parms.getCoord(0));
        assertEquals(0, parms.getCoord(1));
        assertEquals(RANK, grid.getRank(new int[] {RANK + SIZE, 0}));
        assertArrayEquals(new int[] {RANK, 0}, grid.getCoords(RANK));
        ShiftParms around = grid.shift(0, 1);
        assertEquals(PREVIOUS, around.getRankSource());
        assertEquals(NEXT, around.getRankDest());
        ShiftParms beyond = grid.shift(1, 1);
        assertEquals(MPI.PROC_NULL, beyond.getRankSource());
        assertEquals(MPI.PROC_NULL, beyond.getRankDest());
        CartComm column = grid.sub(new boolean[] {false, true});
        assertEquals(1, column.getSize());
        assertEquals(1, column.getTopo().getDimCount());
        CartComm dup = grid.iDup();
        dup.getRequest().waitFor();
        assertEquals(SIZE, dup.getTopo().getDim(0));
        CartComm hinted = dup.dupWithInfo(MPI.INFO_NULL);
        assertRing(hinted.clone(), IntStream.range(0, SIZE).toArray());
        assertError(MPI.ERR_ARG, "coords[1] is 1", () -> grid.getRank(new int[] {0, 1}));
        assertError(MPI.ERR_ARG, "direction is 2", () -> grid.shift(2, 1));
        assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> grid.getCoords(SIZE));
        grid.free();
        dup.free();
        hinted.free();
        column.free();
    }

    @Check
    void ranksWithoutAPlaceGetANullCommunicator() {
        int places = Math.max(1, SIZE - 1);
        CartComm grid = COMM.createCart(new int[] {places}, new boolean[] {false}, false);
        assertEquals(RANK >= places, grid.isNull());
        assertEquals(RANK < places ? RANK : MPI.UNDEFINED, COMM.createCart(new int[] {SIZE}, new boolean[1], false)
            .map(new int[] {places}, new boolean[1]));
        assertError(MPI.ERR_TOPOLOGY, "more ranks than the communicator has",
            () -> COMM.createCart(new int[] {SIZE + 1}, new boolean[1], false));
    }

    @Check
    void dimensionsAreBalanced() {
        int[] dims = {0, 3, 0};
        CartComm.createDims(36, dims);
        assertArrayEquals(new int[] {4, 3, 3}, dims);
        assertError(MPI.ERR_DIMS, "dims[0] is 5", () -> CartComm.createDims(36, new int[] {5, 0}));
    }

    // --------------------------------------------------------------------------------------------------- graphs

    @Check
    void graphTellsNodesAndEdges() {
        int[] index = IntStream.rangeClosed(1, SIZE).map(i -> 2 * i).toArray();
        int[] edges = IntStream.range(0, SIZE).flatMap(i -> IntStream.of((i + SIZE - 1) % SIZE, (i + 1) % SIZE))
            .toArray();
        GraphComm ring = COMM.createGraph(index, edges, false);
        assertEquals(MPI.GRAPH, ring.getTopology());
        GraphParms parms = ring.getDims();
        assertEquals(SIZE, parms.getIndexCount());
        assertEquals(2 * SIZE, parms.getEdgeCount());
        assertEquals(2 * (RANK + 1), parms.getIndex(RANK));
        assertEquals(NEXT, parms.getEdge(2 * RANK + 1));
        assertArrayEquals(new int[] {PREVIOUS, NEXT}, ring.getNeighbors(RANK));
        assertEquals(RANK, ring.map(index, edges));
        GraphComm dup = ring.dup();
        assertArrayEquals(new int[] {PREVIOUS, NEXT}, dup.getNeighbors(RANK));
        assertError(MPI.ERR_TOPOLOGY, "createDistGraph", ring::getDistGraphNeighbors);
        assertError(MPI.ERR_RANK, "rank is -1", () -> ring.getNeighbors(-1));
        assertError(MPI.ERR_TOPOLOGY, "index ends with", () -> COMM.createGraph(new int[] {2}, new int[] {0}, false));
        ring.free();
        dup.free();
    }

    // --------------------------------------------------------------------------------------- distributed graphs

    private static void assertEdges(List<Edge> in, List<Edge> out, boolean weighted, GraphComm graph) {
        DistGraphNeighbors neighbors = graph.getDistGraphNeighbors();
        assertEquals(weighted, neighbors.isWeighted());
        assertEquals(in.size(), neighbors.getInDegree());
        assertEquals(out.size(), neighbors.getOutDegree());
        for (int i = 0; i < in.size(); i++) {
            assertEquals(in.get(i).from, neighbors.getSource(i));
            assertEquals(weighted ? in.get(i).weight : 1, neighbors.getSourceWeight(i));
        }
        for (int i = 0; i < out.size(); i++) {
            assertEquals(out.get(i).to, neighbors.getDestination(i));
            assertEquals(weighted ? out.get(i).weight : 1, neighbors.getDestinationWeight(i));
        }
    }

    private static int[] ints(List<Edge> edges, ToIntFunction<Edge> value) {
        return edges.stream().mapToInt(value).toArray();
    }

    /** Every rank names random edges of any ranks. Several edges may join the same two ranks. */
    @Check
    void anyRankNamesAnyEdges() {
        Random same = new Random(SIZE);
        for (int round = 0; round < 6; round++) {
            boolean weighted = round % 2 == 0;
            List<Edge> all = new ArrayList<>();
            List<Edge> own = new ArrayList<>();
            for (int namer = 0; namer < SIZE; namer++) {
                List<Edge> named = new ArrayList<>();
                for (int i = same.nextInt(8); i > 0; i--) {
                    named.add(new Edge(same.nextInt(SIZE), same.nextInt(SIZE), same.nextInt(100)));
                }
                named.sort(Comparator.comparingInt(Edge::from));
                all.addAll(named);
                own = namer == RANK ? named : own;
            }
            int[] sources = own.stream().mapToInt(Edge::from).distinct().toArray();
            int[] degrees = new int[sources.length];
            for (int i = 0; i < sources.length; i++) {
                int source = sources[i];
                degrees[i] = (int) own.stream().filter(edge -> edge.from == source).count();
            }
            GraphComm graph = weighted ? COMM.createDistGraph(sources, degrees, ints(own, Edge::to),
                ints(own, Edge::weight), MPI.INFO_NULL, true)
                : COMM.createDistGraph(sources, degrees, ints(own, Edge::to), MPI.INFO_NULL, false);
            assertEquals(MPI.DIST_GRAPH, graph.getTopology());
            List<Edge> in = all.stream().filter(edge -> edge.to == RANK).toList();
            List<Edge> out = all.stream().filter(edge -> edge.from == RANK).toList();
            assertEdges(in, out, weighted, graph);
            GraphComm dup = graph.iDup();
            dup.getRequest().waitFor();
            assertEdges(in, out, weighted, dup);
            assertError(MPI.ERR_TOPOLOGY, "createGraph", graph::getDims);
            assertError(MPI.ERR_TOPOLOGY, "createGraph", () -> graph.getNeighbors(0));
            graph.free();
            dup.free();
        }
    }

    /** A directed ring: a rank receives the data of the previous rank. */
    @Check
    void ranksNameTheirOwnEdges() {
        GraphComm ring = COMM.createDistGraphAdjacent(new int[] {PREVIOUS}, new int[] {PREVIOUS}, new int[] {NEXT},
            new int[] {RANK}, MPI.INFO_NULL, false);
        assertEdges(List.of(new Edge(PREVIOUS, RANK, PREVIOUS)), List.of(new Edge(RANK, NEXT, RANK)), true, ring);
        int[] received = new int[1];
        ring.neighborAllGather(new int[] {RANK}, 1, MPI.INT, received, 1, MPI.INT);
        assertEquals(PREVIOUS, received[0]);
        GraphComm plain = COMM.createDistGraphAdjacent(new int[] {PREVIOUS}, new int[] {NEXT}, MPI.INFO_NULL, true);
        assertFalse(plain.getDistGraphNeighbors().isWeighted());
        assertError(MPI.ERR_ARG, "sources is null",
            () -> COMM.createDistGraphAdjacent(null, new int[0], MPI.INFO_NULL, true));
        assertError(MPI.ERR_TOPOLOGY, "destinations[0] is " + SIZE,
            () -> COMM.createDistGraph(new int[] {0}, new int[] {1}, new int[] {SIZE}, MPI.INFO_NULL, true));
        assertError(MPI.ERR_INFO, "info is null",
            () -> COMM.createDistGraph(new int[0], new int[0], new int[0], null, true));
        ring.free();
        plain.free();
    }

    /** A star without edges back: rank 0 sends to all others, and receives nothing. */
    @Check
    void numbersOfSourcesAndDestinationsDiffer() {
        int[] others = IntStream.range(1, SIZE).toArray();
        GraphComm star = COMM.createDistGraph(RANK == 0 ? new int[] {0} : new int[0],
            RANK == 0 ? new int[] {SIZE - 1} : new int[0], RANK == 0 ? others : new int[0], MPI.INFO_NULL, false);
        int[] sent = IntStream.range(0, SIZE).map(i -> 10 * (i + 1)).toArray();
        int[] received = new int[1];
        star.neighborAllToAll(sent, 1, MPI.INT, received, 1, MPI.INT);
        assertEquals(10 * RANK, received[0]);
        star.free();
    }
}
