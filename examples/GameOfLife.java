import mpi.*;

/**
 * The game of life on a torus whose rows are spread over the ranks. Before each generation, neighbours exchange their
 * outermost rows with non-blocking messages. When a glider has gone around once, it must be where it began.
 */
public class GameOfLife {
    /** Rows of each rank. */
    static final int ROWS = 6;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int n = ROWS * size;
        int above = (rank + size - 1) % size;
        int below = (rank + 1) % size;

        // Rows 1 to ROWS belong to this rank. Rows 0 and ROWS + 1 are copies of the neighbours' rows.
        boolean[][] cells = new boolean[ROWS + 2][n];
        if (rank == 0) {
            cells[1][1] = true;
            cells[2][2] = true;
            cells[3][0] = true;
            cells[3][1] = true;
            cells[3][2] = true;
        }
        boolean[][] start = copy(cells);
        // In four generations a glider moves by one cell in both directions.
        for (int generation = 0; generation < 4 * n; generation++) {
            Request[] requests = {
                MPI.COMM_WORLD.Irecv(cells[0], 0, n, MPI.BOOLEAN, above, 1),
                MPI.COMM_WORLD.Irecv(cells[ROWS + 1], 0, n, MPI.BOOLEAN, below, 2),
                MPI.COMM_WORLD.Isend(cells[ROWS], 0, n, MPI.BOOLEAN, below, 1),
                MPI.COMM_WORLD.Isend(cells[1], 0, n, MPI.BOOLEAN, above, 2)};
            Request.Waitall(requests);
            cells = next(cells, n);
        }

        boolean[] same = {true};
        for (int row = 1; row <= ROWS; row++) {
            same[0] &= java.util.Arrays.equals(start[row], cells[row]);
        }
        boolean[] allSame = new boolean[1];
        MPI.COMM_WORLD.Reduce(same, 0, allSame, 0, 1, MPI.BOOLEAN, MPI.LAND, 0);
        if (rank == 0) {
            System.out.println(4 * n + " generations of " + n + " x " + n + " cells");
            System.out.println(allSame[0] ? "verified GameOfLife" : "FAILED GameOfLife");
        }
        MPI.Finalize();
    }

    static boolean[][] copy(boolean[][] cells) {
        boolean[][] copy = new boolean[cells.length][];
        for (int row = 0; row < cells.length; row++) {
            copy[row] = cells[row].clone();
        }
        return copy;
    }

    static boolean[][] next(boolean[][] cells, int n) {
        boolean[][] next = new boolean[ROWS + 2][n];
        for (int row = 1; row <= ROWS; row++) {
            for (int x = 0; x < n; x++) {
                int alive = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if ((dy != 0 || dx != 0) && cells[row + dy][(x + dx + n) % n]) {
                            alive++;
                        }
                    }
                }
                next[row][x] = alive == 3 || alive == 2 && cells[row][x];
            }
        }
        return next;
    }
}
