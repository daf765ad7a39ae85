package mpj.npb.lu;

import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Problem;
import mpj.npb.cfd.RightHandSide;
import mpj.npb.common.Run;

/** One iteration: both sweeps, the change of u, and the right-hand side for the next iteration. */
final class Solver {
    private static final int HALO = Block.HALO;
    private static final double RELAXATION = 1.2;

    private final Block block;
    private final Decomposition decomposition;
    private final RightHandSide operator;
    private final Products[] lower = new Products[Block.AXES];
    private final Products[] upper = new Products[Block.AXES];
    private final Recurrence recurrence;
    private final double timeStep;
    private final double[][] sums;

    Solver(Problem problem, Decomposition decomposition, Run run) {
        this.decomposition = decomposition;
        block = decomposition.block();
        operator = new RightHandSide(problem.edge(), block.size(0));
        timeStep = problem.timeStep();
        for (int axis = 0; axis < Block.AXES; axis++) {
            lower[axis] = new Products(axis, problem, -1, RELAXATION);
            upper[axis] = new Products(axis, problem, 1, RELAXATION);
        }
        sums = new double[Gas.VARIABLES][block.size(0) + 2 * HALO];
        recurrence = new Recurrence(problem, RELAXATION, block.size(0) + 2 * HALO);
        block.force(operator);
    }

    /** Sets u to its first values, and computes the right-hand side. */
    void initialize() {
        block.initialize();
        findRightHandSide();
    }

    private void findRightHandSide() {
        decomposition.exchangeFaces();
        operator.apply(block, 1);
    }

    /** Runs one iteration. */
    void relax() {
        int last = block.size(2) - 1;
        for (int k = 1; k < last; k++) {
            decomposition.receiveForLower(k);
            for (int j = block.from(1); j < block.to(1); j++) {
                sweepLower(j, k);
            }
            decomposition.sendFromLower(k);
        }
        for (int k = last - 1; k > 0; k--) {
            decomposition.receiveForUpper(k);
            for (int j = block.to(1) - 1; j >= block.from(1); j--) {
                sweepUpper(j, k);
            }
            decomposition.sendFromUpper(k);
        }
        block.advance(1 / (RELAXATION * (2 - RELAXATION)));
        findRightHandSide();
    }

    /**
     * Subtracts the products with the changes of the row below and of the row before from the sums of this row. Then it
     * goes along the row from its beginning.
     */
    private void sweepLower(int j, int k) {
        int row = block.row(j, k);
        int from = block.from(0) + HALO;
        int to = block.to(0) + HALO;
        for (int m = 0; m < Gas.VARIABLES; m++) {
            Products.times(sums[m], block.rhs[m][row], timeStep, from, to);
        }
        lower[2].subtract(block, block.row(j, k - 1), sums, from, to);
        lower[1].subtract(block, block.row(j - 1, k), sums, from, to);
        recurrence.forward(block, row, sums, from, to);
    }

    /** Does the same from the other side. */
    private void sweepUpper(int j, int k) {
        int row = block.row(j, k);
        int from = block.from(0) + HALO;
        int to = block.to(0) + HALO;
        for (int m = 0; m < Gas.VARIABLES; m++) {
            Products.times(sums[m], block.rhs[m][row], 0, from, to);
        }
        upper[2].subtract(block, block.row(j, k + 1), sums, from, to);
        upper[1].subtract(block, block.row(j + 1, k), sums, from, to);
        recurrence.backward(block, row, sums, from, to);
    }
}
