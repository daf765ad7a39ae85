package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.InOrderBinary;

/**
 * Up a binary tree whose subtrees hold consecutive ranks, those on the left before those on the right before the node,
 * in segments of the parameter's size. Operands stay in order, so any operation will do. The last rank is the tree's
 * root and sends the result to the root. Pješivac-Grbović et al., "Performance analysis of MPI collective operations",
 * 2007.
 *
 * <p>Cost: about {@code (2(s-1) + 2 log2 p)(α + n/s β + n/s γ)} for s segments; s(p-1) messages, exact, and s more
 * where the root is not the last rank.
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
