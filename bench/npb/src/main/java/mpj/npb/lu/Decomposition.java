package mpj.npb.lu;

import mpi.Cartcomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;
import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.common.Run;

/**
 * The cube, cut along x and y into as many parts as there are ranks, and the exchange of borders between neighbours.
 * North is the neighbour before and south the neighbour after along x; west and east are the same along y.
 */
final class Decomposition {
    private static final int HALO = Block.HALO;
    private static final int VARIABLES = Gas.VARIABLES;
    private static final int LEAST = 3;

    private final Run run;
    private final Cartcomm grid;
    private final Block block;
    private final int north;
    private final int south;
    private final int west;
    private final int east;
    private final double[] incoming;
    private final double[] outgoing;

    Decomposition(int edge, Run run) {
        this.run = run;
        int[] dims = dims(edge, run.ranks().Size());
        grid = run.ranks().Create_cart(dims, new boolean[2], false);
        ShiftParms alongY = grid.Shift(0, 1);
        ShiftParms alongX = grid.Shift(1, 1);
        north = alongX.rank_source;
        south = alongX.rank_dest;
        west = alongY.rank_source;
        east = alongY.rank_dest;
        int[] coords = grid.Coords(grid.Rank());
        int[] low = {low(edge, dims[1], coords[1]), low(edge, dims[0], coords[0]), 0};
        int[] size = {low(edge, dims[1], coords[1] + 1) - low[0], low(edge, dims[0], coords[0] + 1) - low[1], edge};
        block = new Block(edge, low, size);
        int most = HALO * VARIABLES * Math.max(size[0], size[1]) * edge;
        incoming = new double[most];
        outgoing = new double[most];
    }

    /**
     * How many parts there are along y and x. Ranks that follow each other are neighbours in the last dimension.
     *
     * @throws IllegalArgumentException if a part would be too small
     */
    static int[] dims(int edge, int ranks) {
        int columns = (int) Math.floor(Math.sqrt(ranks) + 1e-3);
        while (ranks % columns != 0) {
            columns--;
        }
        int[] dims = {columns, ranks / columns};
        if (edge / dims[1] < LEAST) {
            throw new IllegalArgumentException("npb: on " + ranks + " ranks, one would have " + edge / dims[1]
                + " points along x, and " + LEAST + " are the least; run a larger class or fewer ranks");
        }
        return dims;
    }

    private static int low(int edge, int parts, int part) {
        return edge / parts * part + Math.min(part, edge % parts);
    }

    /** This rank's part. */
    Block block() {
        return block;
    }

    /** Exchanges two planes of u with each neighbour. */
    void exchangeFaces() {
        run.communicationBegins();
        alongX(north, south, block.size(0) - HALO, -HALO);
        alongX(south, north, 0, block.size(0));
        alongY(west, east, block.size(1) - HALO, -HALO);
        alongY(east, west, 0, block.size(1));
        run.communicationEnds();
    }

    private void alongX(int source, int target, int sent, int received) {
        exchange(source, target, sent, sent + HALO, 0, block.size(1), received, 0);
    }

    private void alongY(int source, int target, int sent, int received) {
        exchange(source, target, 0, block.size(0), sent, sent + HALO, 0, received);
    }

    /** Sends the points from i and j on, and receives as many points into another place. */
    private void exchange(int source, int target, int i, int iEnd, int j, int jEnd, int iReceived, int jReceived) {
        int count = (iEnd - i) * (jEnd - j) * block.size(2) * VARIABLES;
        Request receiving = grid.Irecv(incoming, 0, count, MPI.DOUBLE, source, 0);
        if (target != MPI.PROC_NULL) {
            move(outgoing, i, iEnd - i, j, jEnd - j, false);
            grid.Send(outgoing, 0, count, MPI.DOUBLE, target, 0);
        }
        receiving.Wait();
        if (source != MPI.PROC_NULL) {
            move(incoming, iReceived, iEnd - i, jReceived, jEnd - j, true);
        }
    }

    /** Copies between a buffer and the points of u from i and j on, in all planes. */
    private void move(double[] buffer, int i, int iCount, int j, int jCount, boolean intoBlock) {
        int at = 0;
        for (double[][] variable : block.u) {
            for (int k = 0; k < block.size(2); k++) {
                for (int jj = j; jj < j + jCount; jj++) {
                    double[] row = variable[block.row(jj, k)];
                    if (intoBlock) {
                        System.arraycopy(buffer, at, row, i + HALO, iCount);
                    } else {
                        System.arraycopy(row, i + HALO, buffer, at, iCount);
                    }
                    at += iCount;
                }
            }
        }
    }

    /** Receives the right-hand side next to this part, before the lower sweep through a plane. */
    void receiveForLower(int k) {
        run.communicationBegins();
        receiveColumn(north, -1, k);
        receiveRow(west, -1, k);
        run.communicationEnds();
    }

    /** Sends this part's border on, after the lower sweep through a plane. */
    void sendFromLower(int k) {
        run.communicationBegins();
        sendColumn(south, block.size(0) - 1, k);
        sendRow(east, block.size(1) - 1, k);
        run.communicationEnds();
    }

    /** Receives the right-hand side next to this part, before the upper sweep through a plane. */
    void receiveForUpper(int k) {
        run.communicationBegins();
        receiveColumn(south, block.size(0), k);
        receiveRow(east, block.size(1), k);
        run.communicationEnds();
    }

    /** Sends this part's border on, after the upper sweep through a plane. */
    void sendFromUpper(int k) {
        run.communicationBegins();
        sendColumn(north, 0, k);
        sendRow(west, 0, k);
        run.communicationEnds();
    }

    private void receiveColumn(int source, int i, int k) {
        if (source != MPI.PROC_NULL) {
            grid.Recv(incoming, 0, columnLength(), MPI.DOUBLE, source, 0);
            int at = 0;
            for (double[][] r : block.rhs) {
                for (int j = block.from(1); j < block.to(1); j++) {
                    r[block.row(j, k)][i + HALO] = incoming[at++];
                }
            }
        }
    }

    private void sendColumn(int target, int i, int k) {
        if (target != MPI.PROC_NULL) {
            int at = 0;
            for (double[][] r : block.rhs) {
                for (int j = block.from(1); j < block.to(1); j++) {
                    outgoing[at++] = r[block.row(j, k)][i + HALO];
                }
            }
            grid.Send(outgoing, 0, columnLength(), MPI.DOUBLE, target, 0);
        }
    }

    private int columnLength() {
        return VARIABLES * (block.to(1) - block.from(1));
    }

    private void receiveRow(int source, int j, int k) {
        if (source != MPI.PROC_NULL) {
            int count = block.to(0) - block.from(0);
            grid.Recv(incoming, 0, VARIABLES * count, MPI.DOUBLE, source, 0);
            for (int m = 0; m < VARIABLES; m++) {
                System.arraycopy(incoming, m * count, block.rhs[m][block.row(j, k)], block.from(0) + HALO, count);
            }
        }
    }

    private void sendRow(int target, int j, int k) {
        if (target != MPI.PROC_NULL) {
            int count = block.to(0) - block.from(0);
            for (int m = 0; m < VARIABLES; m++) {
                System.arraycopy(block.rhs[m][block.row(j, k)], block.from(0) + HALO, outgoing, m * count, count);
            }
            grid.Send(outgoing, 0, VARIABLES * count, MPI.DOUBLE, target, 0);
        }
    }

    /** Frees the communicator. */
    void free() {
        grid.Free();
    }
}
