package mpj.npb.cfd;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.npb.common.Run;

/**
 * Brings the halos of all cells up to date. What a rank's cells have for one side goes to one rank, in one message; the
 * six messages are under way together.
 */
public final class FaceExchange {
    private static final int HALO = Block.HALO;
    private static final int SIDES = 2 * Block.AXES;

    private final MultiPartition partition;
    private final Block[] cells;
    private final Intracomm ranks;
    private final Run run;
    /** Of each side, before and after along each axis. */
    private final double[][] outgoing = new double[SIDES][];
    private final double[][] incoming = new double[SIDES][];
    private final Request[] requests = new Request[2 * SIDES];

    /** Makes buffers; the communicator is a copy of the run's. */
    public FaceExchange(MultiPartition partition, Run run) {
        this.partition = partition;
        this.run = run;
        cells = partition.cells();
        ranks = (Intracomm) run.ranks().clone();
        for (int side = 0; side < SIDES; side++) {
            int length = 0;
            for (Block cell : cells) {
                if (hasNeighbour(cell, side)) {
                    int points = HALO;
                    for (int axis = 0; axis < Block.AXES; axis++) {
                        points *= axis == side / 2 ? 1 : cell.size(axis);
                    }
                    length += points * Gas.VARIABLES;
                }
            }
            outgoing[side] = new double[length];
            // The other side of a neighbour's cells is as large as this side of these.
            incoming[side] = new double[length];
        }
    }

    private static boolean hasNeighbour(Block cell, int side) {
        return side % 2 == 0 ? !cell.isFirst(side / 2) : !cell.isLast(side / 2);
    }

    /** Exchanges the faces of u. With one rank there are none. */
    public void exchange() {
        if (partition.layers() == 1) {
            return;
        }
        for (int side = 0; side < SIDES; side++) {
            move(side, outgoing[side], false);
        }
        run.communicationBegins();
        for (int side = 0; side < SIDES; side++) {
            requests[side] = ranks.Irecv(incoming[side], 0, incoming[side].length, MPI.DOUBLE, neighbour(side),
                side ^ 1);
        }
        for (int side = 0; side < SIDES; side++) {
            requests[SIDES + side] = ranks.Isend(outgoing[side], 0, outgoing[side].length, MPI.DOUBLE,
                neighbour(side), side);
        }
        Request.Waitall(requests);
        run.communicationEnds();
        for (int side = 0; side < SIDES; side++) {
            move(side, incoming[side], true);
        }
    }

    private int neighbour(int side) {
        return side % 2 == 0 ? partition.predecessor(side / 2) : partition.successor(side / 2);
    }

    /** Between a buffer and what lies at a side of all cells: in the halo, or inside of it. */
    private void move(int side, double[] buffer, boolean intoHalo) {
        int at = 0;
        for (Block cell : cells) {
            if (hasNeighbour(cell, side)) {
                int axis = side / 2;
                int[] from = new int[Block.AXES];
                int[] to = {cell.size(0), cell.size(1), cell.size(2)};
                if (side % 2 == 0) {
                    from[axis] = intoHalo ? -HALO : 0;
                } else {
                    from[axis] = cell.size(axis) - (intoHalo ? 0 : HALO);
                }
                to[axis] = from[axis] + HALO;
                at = move(cell, from, to, buffer, at, intoHalo);
            }
        }
    }

    private static int move(Block cell, int[] from, int[] to, double[] buffer, int start, boolean intoHalo) {
        int at = start;
        int first = from[0] + HALO;
        int count = to[0] - from[0];
        for (int m = 0; m < Gas.VARIABLES; m++) {
            for (int k = from[2]; k < to[2]; k++) {
                for (int j = from[1]; j < to[1]; j++) {
                    double[] row = cell.u[m][cell.row(j, k)];
                    if (intoHalo) {
                        System.arraycopy(buffer, at, row, first, count);
                    } else {
                        System.arraycopy(row, first, buffer, at, count);
                    }
                    at += count;
                }
            }
        }
        return at;
    }

    /** Frees the communicator. */
    public void free() {
        ranks.Free();
    }
}
