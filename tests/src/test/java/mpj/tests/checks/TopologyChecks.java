package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.MPI;
import mpi.ShiftParms;
import mpj.tests.Check;

/** Grids and graphs of ranks. */
public final class TopologyChecks {
    /** A grid of all ranks in two dimensions, of which the first is periodic. */
    private static Cartcomm grid() {
        int[] dims = new int[2];
        Cartcomm.Dims_create(SIZE, dims);
        return COMM.Create_cart(dims, new boolean[] {true, false}, false);
    }

    @Check
    public void ranksAndCoordinatesAreInverse() {
        Cartcomm grid = grid();
        assertEquals(MPI.CART, grid.Topo_test());
        CartParms parms = grid.Get();
        int[] dims = parms.dims;
        assertEquals(SIZE, dims[0] * dims[1]);
        assertArrayEquals(new boolean[] {true, false}, parms.periods);
        assertArrayEquals(grid.Coords(RANK), parms.coords);
        for (int rank = 0; rank < SIZE; rank++) {
            assertArrayEquals(new int[] {rank / dims[1], rank % dims[1]}, grid.Coords(rank));
            assertEquals(rank, grid.Rank(grid.Coords(rank)));
        }
        assertEquals(grid.Rank(new int[] {dims[0] - 1, 0}), grid.Rank(new int[] {-1, 0}));
        assertEquals(0, grid.Rank(new int[] {3 * dims[0], 0}));
        assertError(MPI.ERR_ARG, "coords[1] is -1", () -> grid.Rank(new int[] {0, -1}));
        assertError(MPI.ERR_ARG, "coords is [0]", () -> grid.Rank(new int[] {0}));
        assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> grid.Coords(SIZE));
        grid.Free();
        assertError(MPI.ERR_COMM, "was freed", () -> grid.Coords(0));
        assertError(MPI.ERR_COMM, "was freed", grid::Topo_test);
    }

    @Check
    public void shiftGoesAroundOrEndsAtAnEdge() {
        Cartcomm grid = grid();
        CartParms parms = grid.Get();
        for (int disp : new int[] {1, -1, 2, 0, 100, Integer.MIN_VALUE}) {
            ShiftParms around = grid.Shift(0, disp);
            int row = Math.floorMod((long) parms.coords[0] + disp, parms.dims[0]);
            assertEquals(grid.Rank(new int[] {row, parms.coords[1]}), around.rank_dest);
            ShiftParms along = grid.Shift(1, disp);
            long column = (long) parms.coords[1] + disp;
            boolean inside = column >= 0 && column < parms.dims[1];
            assertEquals(inside ? RANK + disp : MPI.PROC_NULL, along.rank_dest, "disp " + disp);
            long before = (long) parms.coords[1] - disp;
            boolean beforeInside = before >= 0 && before < parms.dims[1];
            assertEquals(beforeInside ? RANK - disp : MPI.PROC_NULL, along.rank_source, "disp " + disp);
        }
        for (int direction = 0; direction < 2; direction++) {
            ShiftParms shift = grid.Shift(direction, 1);
            int[] received = {-1};
            grid.Sendrecv(new int[] {RANK}, 0, 1, MPI.INT, shift.rank_dest, 1,
                received, 0, 1, MPI.INT, shift.rank_source, 1);
            assertEquals(shift.rank_source == MPI.PROC_NULL ? -1 : shift.rank_source, received[0]);
        }
        assertError(MPI.ERR_ARG, "direction is 2", () -> grid.Shift(2, 1));
        grid.Free();
    }

    @Check
    public void subGridsAreRowsAndColumns() {
        Cartcomm grid = grid();
        int[] dims = grid.Get().dims;
        int[] coords = grid.Get().coords;
        Cartcomm row = grid.Sub(new boolean[] {false, true});
        CommunicatorChecks.assertRing(row, IntStream.range(0, dims[1]).map(i -> coords[0] * dims[1] + i).toArray());
        assertArrayEquals(new int[] {dims[1]}, row.Get().dims);
        assertArrayEquals(new boolean[] {false}, row.Get().periods);
        Cartcomm column = grid.Sub(new boolean[] {true, false});
        CommunicatorChecks.assertRing(column, IntStream.range(0, dims[0]).map(i -> i * dims[1] + coords[1]).toArray());
        assertArrayEquals(new boolean[] {true}, column.Get().periods);
        assertEquals(coords[0], column.Rank());
        Cartcomm alone = grid.Sub(new boolean[] {false, false});
        assertEquals(1, alone.Size());
        assertEquals(0, alone.Get().dims.length);
        assertError(MPI.ERR_ARG, "remain_dims is [true]", () -> grid.Sub(new boolean[] {true}));
    }

    @Check
    public void ranksBeyondTheGridGetNone() {
        Cartcomm smaller = COMM.Create_cart(new int[] {Math.max(1, SIZE - 1)}, new boolean[1], true);
        if (SIZE > 1 && RANK == SIZE - 1) {
            assertNull(smaller);
        } else {
            assertEquals(Math.max(1, SIZE - 1), smaller.Size());
            assertEquals(RANK, smaller.Map(new int[] {1, smaller.Size()}, new boolean[2]));
            assertEquals(RANK == 0 ? 0 : MPI.UNDEFINED, smaller.Map(new int[] {1}, new boolean[1]));
        }
        assertError(MPI.ERR_TOPOLOGY, "more ranks than the communicator has",
            () -> COMM.Create_cart(new int[] {SIZE, 2}, new boolean[2], false));
        assertError(MPI.ERR_DIMS, "dims[0] is 0", () -> COMM.Create_cart(new int[1], new boolean[1], false));
        assertError(MPI.ERR_DIMS, "periods has 2", () -> COMM.Create_cart(new int[] {1}, new boolean[2], false));
        assertError(MPI.ERR_ARG, "dims is null", () -> COMM.Create_cart(null, new boolean[2], false));
    }

    @Check
    public void cloneKeepsTheTopology() {
        Cartcomm grid = grid();
        Cartcomm clone = (Cartcomm) grid.clone();
        assertArrayEquals(grid.Get().dims, clone.Get().dims);
        assertEquals(MPI.CONGRUENT, Comm.Compare(grid, clone));
        clone.Get().dims[0] = 99;
        assertArrayEquals(grid.Get().dims, clone.Get().dims, "Get returns a copy");
        grid.Free();
        clone.Barrier();
        Graphcomm star = star();
        Graphcomm starClone = (Graphcomm) star.clone();
        assertArrayEquals(star.Get().edges, starClone.Get().edges);
        assertEquals(MPI.GRAPH, starClone.Topo_test());
    }

    /** Every rank has rank 0 as a neighbour. */
    private static Graphcomm star() {
        int[] index = IntStream.range(0, SIZE).map(rank -> SIZE - 1 + rank).toArray();
        int[] edges = IntStream.concat(IntStream.range(1, SIZE), IntStream.generate(() -> 0).limit(SIZE - 1)).toArray();
        return COMM.Create_graph(index, edges, false);
    }

    @Check
    public void graphTellsNeighbours() {
        Graphcomm star = star();
        assertEquals(MPI.GRAPH, star.Topo_test());
        assertArrayEquals(IntStream.range(1, SIZE).toArray(), star.Neighbours(0));
        for (int rank = 1; rank < SIZE; rank++) {
            assertArrayEquals(new int[] {0}, star.Neighbours(rank));
        }
        GraphParms parms = star.Get();
        assertEquals(SIZE, parms.index.length);
        assertEquals(2 * (SIZE - 1), parms.edges.length);
        int sum = Arrays.stream(star.Neighbours(RANK)).map(neighbour -> {
            int[] received = new int[1];
            star.Sendrecv(new int[] {RANK}, 0, 1, MPI.INT, neighbour, 1, received, 0, 1, MPI.INT, neighbour, 1);
            return received[0];
        }).sum();
        assertEquals(RANK == 0 ? SIZE * (SIZE - 1) / 2 : 0, sum);
        assertEquals(RANK == 0 ? 0 : MPI.UNDEFINED, star.Map(new int[] {1}, new int[] {0}));
        assertError(MPI.ERR_RANK, "rank is -1", () -> star.Neighbours(-1));
    }

    @Check
    public void wrongGraphsAreRefused() {
        Graphcomm one = COMM.Create_graph(new int[] {0}, new int[0], false);
        if (RANK == 0) {
            assertEquals(1, one.Size());
            assertEquals(0, one.Neighbours(0).length);
        } else {
            assertNull(one);
        }
        assertError(MPI.ERR_TOPOLOGY, "index has " + (SIZE + 1),
            () -> COMM.Create_graph(new int[SIZE + 1], new int[0], false));
        assertError(MPI.ERR_TOPOLOGY, "edges has 2", () -> COMM.Create_graph(new int[] {1}, new int[2], false));
        assertError(MPI.ERR_TOPOLOGY, "edges[0] is 5", () -> COMM.Create_graph(new int[] {1}, new int[] {5}, false));
        assertError(MPI.ERR_TOPOLOGY, "index[0] is -1", () -> COMM.Create_graph(new int[] {-1}, new int[0], false));
        assertError(MPI.ERR_ARG, "edges is null", () -> COMM.Create_graph(new int[] {0}, null, false));
    }
}
