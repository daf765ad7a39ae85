package mpj.npb.cfd;

import mpj.npb.common.Messages;
import mpj.npb.common.Run;

/**
 * Brings the halos of all cells up to date. All neighbours of a rank's cells on one side belong to one rank, so one
 * message has their faces. The six messages are under way together.
 */
public final class FaceExchange {
    private static final int HALO = Block.HALO;
    private static final int SIDES = 2 * Block.AXES;

    private final MultiPartition partition;
    private final Block[] cells;
    private final Messages ranks;
    private final Run run;
    /** For each of the six sides: before and after the cells along each axis. */
    private final double[][] outgoing = new double[SIDES][];
    private final double[][] incoming = new double[SIDES][];
    private final Object[] requests = new Object[2 * SIDES];

    /** Makes the buffers, and a copy of the run's communicator. */
    public FaceExchange(MultiPartition partition, Run run) {
        this.partition = partition;
        this.run = run;
        cells = partition.cells();
        ranks = run.messages().duplicate();
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
            // The opposite side of a neighbour's cells is as large as this side of these cells.
            incoming[side] = new double[length];
        }
    }

    private static boolean hasNeighbour(Block cell, int side) {
        return side % 2 == 0 ? !cell.isFirst(side / 2) : !cell.isLast(side / 2);
    }

    /** Exchanges the faces of u. A single rank has nothing to exchange. */
    public void exchange() {
        if (partition.layers() == 1) {
            return;
        }
        for (int side = 0; side < SIDES; side++) {
            move(side, outgoing[side], false);
        }
        run.communicationBegins();
        for (int side = 0; side < SIDES; side++) {
            requests[side] = ranks.receive(incoming[side], incoming[side].length, neighbour(side), side ^ 1);
        }
        for (int side = 0; side < SIDES; side++) {
            requests[SIDES + side] = ranks.send(outgoing[side], outgoing[side].length, neighbour(side), side);
        }
        for (Object request : requests) {
            ranks.await(request);
        }
        run.communicationEnds();
        for (int side = 0; side < SIDES; side++) {
            move(side, incoming[side], true);
        }
    }

    private int neighbour(int side) {
        return side % 2 == 0 ? partition.predecessor(side / 2) : partition.successor(side / 2);
    }

    /** Copies between a buffer and the points at one side of all cells: points in the halo, or points inside of it. */
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
        ranks.free();
    }
}
