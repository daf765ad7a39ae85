package mpj.collectives.shared;

import java.util.function.IntFunction;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Combines operands of all ranks that lie in this rank's reach. The last rank's come first and each lower one's are
 * then the left operand, so that every rank that does this has the same result to the last bit, and operations need
 * not commute.
 */
public final class InRankOrder {
    private InRankOrder() {
    }

    /**
     * Combines, into memory of this rank's own.
     *
     * @param operands where the operands of each rank lie
     * @param result where the result goes
     * @param bytes the size of each rank's operands
     * @param problem the reduction
     * @param steps where to write
     */
    public static void combine(IntFunction<Place> operands, Place result, long bytes, Problem problem, Steps steps) {
        int last = problem.size() - 1;
        if (last == 1 && problem.rank() == 1 && problem.commutative()) {
            // Of two, the own operands second: they lie in an array like the result.
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
