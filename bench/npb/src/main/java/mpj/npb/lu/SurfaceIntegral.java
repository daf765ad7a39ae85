package mpj.npb.lu;

import mpi.MPI;
import mpj.npb.cfd.Block;
import mpj.npb.common.Run;

/** The integral of pressure over the surface of a box in the cube, by the trapezoid rule. */
final class SurfaceIntegral {
    /** By axis: the first points of the box, and how far its last points are from the end. */
    private static final int[] FIRST = {1, 1, 2};
    private static final int[] FROM_END = {2, 3, 2};

    private SurfaceIntegral() {
    }

    static double of(Block block, Run run) {
        double sum = 0;
        for (int k = 0; k < block.size(2); k++) {
            for (int j = 0; j < block.size(1); j++) {
                for (int i = 0; i < block.size(0); i++) {
                    int[] weights = {weight(block, 0, i), weight(block, 1, j), weight(block, 2, k)};
                    for (int axis = 0; axis < Block.AXES; axis++) {
                        // The point is on one of the two sides across the axis. The points between these sides lie
                        // inside the surface.
                        if (weights[axis] == 1) {
                            sum += weights[(axis + 1) % Block.AXES] * weights[(axis + 2) % Block.AXES]
                                * block.pressure[block.row(j, k)][i + Block.HALO];
                        }
                    }
                }
            }
        }
        double[] all = new double[1];
        run.ranks().Allreduce(new double[] {sum}, 0, all, 0, 1, MPI.DOUBLE, MPI.SUM);
        double distance = 1.0 / (block.edge() - 1);
        return 0.25 * distance * distance * all[0];
    }

    /** The weight of a point: 1 at the ends of the box along an axis, 2 between them, 0 outside. */
    private static int weight(Block block, int axis, int index) {
        int global = block.low(axis) + index;
        int last = block.edge() - FROM_END[axis];
        if (global < FIRST[axis] || global > last) {
            return 0;
        }
        return global == FIRST[axis] || global == last ? 1 : 2;
    }
}
