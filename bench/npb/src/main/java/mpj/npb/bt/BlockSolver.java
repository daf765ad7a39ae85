package mpj.npb.bt;

import mpj.npb.cfd.AlternatingDirections;
import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Lines;
import mpj.npb.cfd.MultiPartition;
import mpj.npb.cfd.Pipeline;
import mpj.npb.cfd.Problem;
import mpj.npb.common.Run;

/** Solves the systems of all lines. */
final class BlockSolver implements AlternatingDirections.Solver {
    private final Pipeline pipeline;
    private final Sweep[] sweeps = new Sweep[Block.AXES];

    BlockSolver(Problem problem, MultiPartition partition, Run run) {
        int layers = partition.layers();
        Lines[][] lines = partition.lines((cell, axis) -> new double[][][] {cell.inverseDensity, cell.velocity[0],
            cell.velocity[1], cell.velocity[2], cell.kinetic, cell.u[Gas.ENERGY]});
        // The axes share the blocks above the diagonal, which an elimination leaves for its substitution.
        Elements[][] above = new Elements[layers][];
        for (int layer = 0; layer < layers; layer++) {
            int rows = 0;
            int length = 0;
            for (Lines[] ofAxis : lines) {
                rows = Math.max(rows, ofAxis[layer].rows());
                length = Math.max(length, ofAxis[layer].rowLength());
            }
            above[layer] = new Elements[rows];
            for (int row = 0; row < rows; row++) {
                above[layer][row] = Elements.ofLength(length);
            }
        }
        for (int axis = 0; axis < Block.AXES; axis++) {
            sweeps[axis] = new Sweep(axis, problem, lines[axis], above);
        }
        pipeline = new Pipeline(partition, lines, Sweep.FORWARD, run);
    }

    @Override
    public void begin() {
        // The systems are in the variables themselves, so nothing is changed back.
    }

    @Override
    public void solve(int axis) {
        pipeline.sweep(axis, sweeps[axis]);
    }

    @Override
    public void free() {
        pipeline.free();
    }
}
