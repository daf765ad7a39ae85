package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.InOrderBinary;

/**
 * Combines up a binary tree whose subtrees contain consecutive ranks, in segments of the parameter's size. The ranks on
 * the left come before those on the right, and both before the node. So operands stay in order, and any operation can
 * be used. The last rank is the root of the tree, and sends the result to the root. Pješivac-Grbović et al.,
 * "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost: about {@code (2(s-1) + 2 log2 p)(α + n/s β + n/s γ)} for s segments; s(p-1) messages, exact, and s more if
 * the root is not the last rank.
 */
public final class InOrderBinaryReduce implements Algorithm {
    @Override
    public String name() {
        return "in-order-binary";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeReduce.writeInOrder(new InOrderBinary(problem.size()), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        InOrderBinary tree = new InOrderBinary(problem.size());
        Cost up = PipelinedReduce.cost(problem, problem.segments(this), Math.min(2, problem.size() - 1), tree.rounds());
        long count = problem.segments(this).count();
        return problem.root() == tree.root() ? up
            : up.then(new Cost(count, problem.bytes(), 1, problem.bytes() / Math.max(1, count), 0));
    }
}
