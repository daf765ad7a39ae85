import mpi.*;

/**
 * Heat in a plate whose upper edge is hot, by Jacobi's iteration on a grid that is spread over a Cartesian topology.
 * Before each step, neighbours exchange the edges of their parts: rows as arrays, and columns as a Vector datatype.
 */
public class HeatEquation {
    static final int STEPS = 50;
    /** The inner points of each rank's part. A margin of one point surrounds them. */
    static final int ROWS = 12;
    static final int COLUMNS = 9;
    static final int WIDTH = COLUMNS + 2;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[2], false);
        int[] coords = grid.Coords(grid.Rank());
        ShiftParms down = grid.Shift(0, 1);
        ShiftParms right = grid.Shift(1, 1);
        Datatype column = Datatype.Vector(ROWS, 1, WIDTH, MPI.DOUBLE);
        column.Commit();

        double[] heat = plate(ROWS, WIDTH, coords[0] == 0);
        for (int step = 0; step < STEPS; step++) {
            // At an edge of the plate the neighbour is PROC_NULL: nothing is sent, and the margin keeps its values.
            grid.Sendrecv(heat, at(ROWS, 1), COLUMNS, MPI.DOUBLE, down.rank_dest, 0,
                heat, at(0, 1), COLUMNS, MPI.DOUBLE, down.rank_source, 0);
            grid.Sendrecv(heat, at(1, 1), COLUMNS, MPI.DOUBLE, down.rank_source, 1,
                heat, at(ROWS + 1, 1), COLUMNS, MPI.DOUBLE, down.rank_dest, 1);
            grid.Sendrecv(heat, at(1, COLUMNS), 1, column, right.rank_dest, 2,
                heat, at(1, 0), 1, column, right.rank_source, 2);
            grid.Sendrecv(heat, at(1, 1), 1, column, right.rank_source, 3,
                heat, at(1, COLUMNS + 1), 1, column, right.rank_dest, 3);
            heat = step(heat, ROWS, WIDTH);
        }

        // Every rank computes the whole plate as well, and compares its own part with it.
        int wholeWidth = dims[1] * COLUMNS + 2;
        double[] whole = plate(dims[0] * ROWS, wholeWidth, true);
        for (int step = 0; step < STEPS; step++) {
            whole = step(whole, dims[0] * ROWS, wholeWidth);
        }
        int[] wrong = new int[1];
        for (int row = 1; row <= ROWS; row++) {
            for (int x = 1; x <= COLUMNS; x++) {
                if (heat[at(row, x)] != whole[(coords[0] * ROWS + row) * wholeWidth + coords[1] * COLUMNS + x]) {
                    wrong[0]++;
                }
            }
        }
        int[] allWrong = new int[1];
        grid.Reduce(wrong, 0, allWrong, 0, 1, MPI.INT, MPI.SUM, 0);
        if (grid.Rank() == 0) {
            System.out.println(dims[0] + " x " + dims[1] + " ranks, in the middle " + heat[at(ROWS / 2, COLUMNS / 2)]);
            System.out.println(allWrong[0] == 0 ? "verified HeatEquation" : "FAILED HeatEquation: " + allWrong[0]);
        }
        MPI.Finalize();
    }

    static int at(int row, int column) {
        return row * WIDTH + column;
    }

    static double[] plate(int rows, int width, boolean hotAbove) {
        double[] heat = new double[(rows + 2) * width];
        for (int x = 0; hotAbove && x < width; x++) {
            heat[x] = 100.0;
        }
        return heat;
    }

    /** Each inner point becomes the mean of its four neighbours. */
    static double[] step(double[] heat, int rows, int width) {
        double[] next = heat.clone();
        for (int row = 1; row <= rows; row++) {
            for (int i = row * width + 1; i < (row + 1) * width - 1; i++) {
                next[i] = (heat[i - width] + heat[i + width] + heat[i - 1] + heat[i + 1]) / 4;
            }
        }
        return next;
    }
}
