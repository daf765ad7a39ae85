package mpj.npb.sp;

import java.util.IdentityHashMap;
import java.util.Map;
import mpj.npb.cfd.AlternatingDirections;
import mpj.npb.cfd.Block;
import mpj.npb.cfd.Lines;
import mpj.npb.cfd.MultiPartition;
import mpj.npb.cfd.Pipeline;
import mpj.npb.cfd.Problem;
import mpj.npb.common.Run;

/** Solves the systems of all lines. The variables are changed before, between and after the axes. */
final class PentadiagonalSolver implements AlternatingDirections.Solver {
    private static final int HALO = Block.HALO;

    private final Block[] cells;
    /** The speed of sound in each cell. */
    private final Map<Block, double[][]> sound = new IdentityHashMap<>();
    private final Pipeline pipeline;
    private final Sweep[] sweeps = new Sweep[Block.AXES];

    PentadiagonalSolver(Problem problem, MultiPartition partition, Run run) {
        cells = partition.cells();
        for (Block cell : cells) {
            sound.put(cell, cell.field());
        }
        Lines[][] lines = partition.lines((cell, axis) ->
            new double[][][] {cell.velocity[axis], cell.inverseDensity, sound.get(cell)});
        Factors[] factors = new Factors[cells.length];
        for (int layer = 0; layer < factors.length; layer++) {
            factors[layer] = new Factors(lines, layer);
        }
        for (int axis = 0; axis < Block.AXES; axis++) {
            sweeps[axis] = new Sweep(axis, problem, lines[axis], factors);
        }
        pipeline = new Pipeline(partition, lines, Sweep.FORWARD, run);
    }

    @Override
    public void begin() {
        for (Block cell : cells) {
            double[][] c = sound.get(cell);
            for (int k = -1; k <= cell.size(2); k++) {
                for (int j = -1; j <= cell.size(1); j++) {
                    int row = cell.row(j, k);
                    Systems.sound(c[row], cell.pressure[row], cell.inverseDensity[row], HALO - 1,
                        cell.size(0) + HALO + 1);
                }
            }
            double[][][] r = cell.rhs;
            double[][][] v = cell.velocity;
            for (int k = cell.from(2); k < cell.to(2); k++) {
                for (int j = cell.from(1); j < cell.to(1); j++) {
                    int row = cell.row(j, k);
                    Eigenvectors.begin(r[0][row], r[1][row], r[2][row], r[3][row], r[4][row], v[0][row], v[1][row],
                        v[2][row], cell.kinetic[row], cell.inverseDensity[row], c[row], cell.from(0) + HALO,
                        cell.to(0) + HALO);
                }
            }
        }
    }

    @Override
    public void solve(int axis) {
        pipeline.sweep(axis, sweeps[axis]);
        for (Block cell : cells) {
            int from = cell.from(0) + HALO;
            int to = cell.to(0) + HALO;
            for (int k = cell.from(2); k < cell.to(2); k++) {
                for (int j = cell.from(1); j < cell.to(1); j++) {
                    change(axis, cell, sound.get(cell), cell.row(j, k), from, to);
                }
            }
        }
    }

    /** Changes from the eigenvectors of an axis to those of the next axis, or back to the variables. */
    private static void change(int axis, Block cell, double[][] sound, int row, int from, int to) {
        double[][][] r = cell.rhs;
        double[][][] v = cell.velocity;
        switch (axis) {
            case 0 -> Eigenvectors.fromXToY(r[0][row], r[1][row], r[2][row], r[3][row], r[4][row], from, to);
            case 1 -> Eigenvectors.fromYToZ(r[0][row], r[1][row], r[2][row], r[3][row], r[4][row], from, to);
            default -> Eigenvectors.end(r[0][row], r[1][row], r[2][row], r[3][row], r[4][row], v[0][row], v[1][row],
                v[2][row], cell.kinetic[row], cell.u[0][row], sound[row], from, to);
        }
    }

    @Override
    public void free() {
        pipeline.free();
    }
}
