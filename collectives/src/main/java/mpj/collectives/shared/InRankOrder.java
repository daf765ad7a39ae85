package mpj.collectives.shared;

import java.util.function.IntFunction;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Combines the operands of all ranks, which this rank can read. The result begins as the last rank's operands, and each
 * lower rank's operands then become the left operand. So every rank that does this gets the same result to the last
 * bit, and operations need not commute.
 */
public final class InRankOrder {
    private InRankOrder() {
    }

    /**
     * Combines the operands, and puts the result into this rank's own memory.
     *
     * @param operands the place of each rank's operands
     * @param result the place for the result
     * @param bytes the size of each rank's operands
     * @param problem the reduction
     * @param steps takes the steps
     */
    public static void combine(IntFunction<Place> operands, Place result, long bytes, Problem problem, Steps steps) {
        int last = problem.size() - 1;
        if (last == 1 && problem.rank() == 1 && problem.commutative()) {
            // With two ranks, this rank's own operands come second, because they lie in an array like the result.
            steps.copy(operands.apply(0), result, bytes);
            steps.reduce(operands.apply(1), result, bytes);
            return;
        }
        steps.copy(operands.apply(last), result, bytes);
        for (int rank = last - 1; rank >= 0; rank--) {
            steps.reduce(operands.apply(rank), result, bytes);
        }
    }
}
