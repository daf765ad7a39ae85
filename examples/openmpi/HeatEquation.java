import java.nio.DoubleBuffer;
import mpi.CartComm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

/**
 * Heat in a plate whose upper edge is hot, by Jacobi's iteration on a grid that is spread over a Cartesian topology.
 * Each rank sends the edges of its part to its neighbours with calls that do not wait: rows as they are, and columns as
 * a vector datatype. The grid is outside the heap, because MPI uses it after these calls return.
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
        CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[2], false);
        int[] coords = grid.getCoords(grid.getRank());
        ShiftParms down = grid.shift(0, 1);
        ShiftParms right = grid.shift(1, 1);
        Datatype column = Datatype.createVector(ROWS, 1, WIDTH, MPI.DOUBLE);
        column.commit();

        DoubleBuffer heat = plate(ROWS, WIDTH, coords[0] == 0);
        DoubleBuffer next = plate(ROWS, WIDTH, coords[0] == 0);
        for (int step = 0; step < STEPS; step++) {
            // At an edge of the plate the neighbour is PROC_NULL: nothing is sent, and the margin keeps its values.
            Request.waitAll(new Request[] {
                grid.iRecv(from(heat, 0, 1), COLUMNS, MPI.DOUBLE, down.getRankSource(), 0),
                grid.iRecv(from(heat, ROWS + 1, 1), COLUMNS, MPI.DOUBLE, down.getRankDest(), 1),
                grid.iRecv(from(heat, 1, 0), 1, column, right.getRankSource(), 2),
                grid.iRecv(from(heat, 1, COLUMNS + 1), 1, column, right.getRankDest(), 3),
                grid.iSend(from(heat, ROWS, 1), COLUMNS, MPI.DOUBLE, down.getRankDest(), 0),
                grid.iSend(from(heat, 1, 1), COLUMNS, MPI.DOUBLE, down.getRankSource(), 1),
                grid.iSend(from(heat, 1, COLUMNS), 1, column, right.getRankDest(), 2),
                grid.iSend(from(heat, 1, 1), 1, column, right.getRankSource(), 3)});
            step(heat, next, ROWS, WIDTH);
            DoubleBuffer old = heat;
            heat = next;
            next = old;
        }

        // Every rank computes the whole plate as well, and compares its own part with it.
        int wholeWidth = dims[1] * COLUMNS + 2;
        DoubleBuffer whole = plate(dims[0] * ROWS, wholeWidth, true);
        DoubleBuffer nextWhole = plate(dims[0] * ROWS, wholeWidth, true);
        for (int step = 0; step < STEPS; step++) {
            step(whole, nextWhole, dims[0] * ROWS, wholeWidth);
            DoubleBuffer old = whole;
            whole = nextWhole;
            nextWhole = old;
        }
        int[] wrong = new int[1];
        for (int row = 1; row <= ROWS; row++) {
            for (int x = 1; x <= COLUMNS; x++) {
                int inWhole = (coords[0] * ROWS + row) * wholeWidth + coords[1] * COLUMNS + x;
                if (heat.get(row * WIDTH + x) != whole.get(inWhole)) {
                    wrong[0]++;
                }
            }
        }
        grid.allReduce(wrong, 1, MPI.INT, MPI.SUM);
        if (grid.getRank() == 0) {
            System.out.println(dims[0] + " x " + dims[1] + " ranks, in the middle "
                + heat.get(ROWS / 2 * WIDTH + COLUMNS / 2));
            System.out.println(wrong[0] == 0 ? "verified HeatEquation" : "FAILED HeatEquation: " + wrong[0]);
        }
        column.free();
        grid.free();
        MPI.Finalize();
    }

    /** The part of the grid that begins at a point. */
    static DoubleBuffer from(DoubleBuffer heat, int row, int column) {
        return MPI.slice(heat, row * WIDTH + column);
    }

    static DoubleBuffer plate(int rows, int width, boolean hotAbove) {
        DoubleBuffer heat = MPI.newDoubleBuffer((rows + 2) * width);
        for (int x = 0; hotAbove && x < width; x++) {
            heat.put(x, 100.0);
        }
        return heat;
    }

    /** Each inner point becomes the mean of its four neighbours. The margin is copied. */
    static void step(DoubleBuffer heat, DoubleBuffer next, int rows, int width) {
        for (int i = 0; i < heat.capacity(); i++) {
            int row = i / width;
            int x = i % width;
            boolean inner = row > 0 && row <= rows && x > 0 && x < width - 1;
            next.put(i, !inner ? heat.get(i)
                : (heat.get(i - width) + heat.get(i + width) + heat.get(i - 1) + heat.get(i + 1)) / 4);
        }
    }
}
