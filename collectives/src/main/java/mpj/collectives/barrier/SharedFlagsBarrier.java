package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.tree.KNomial;

/**
 * The ranks of one host raise flags in memory that all of them see. If there are no more ranks than the parameter, each
 * looks at the flags of all others. More ranks use a k-nomial tree of that radix: flags go up the tree, and its root
 * raises the flag that ends all waits. The ranks below a node are neighbours. So if ranks are bound in order, most
 * flags stay within a cache that the ranks share. Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
 * shared-memory multiprocessors", 1991.
 *
 * <p>Cost, exact, where α is the time in which a flag is seen: {@code α} for no more ranks than the radix, else
 * {@code (d+1) α} for a tree of depth d; no messages.
 */
public final class SharedFlagsBarrier implements Algorithm {
    private static final int READY = 1;

    @Override
    public String name() {
        return "shared-flags";
    }

    @Override
    public long parameter() {
        return 16;
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.shared() > 0;
    }

    private int radix(Problem problem) {
        return Math.clamp(problem.parameter(this), 2, Integer.MAX_VALUE);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int radix = radix(problem);
        if (problem.size() <= radix) {
            steps.claim();
            steps.post(READY);
            Rooms.awaitStageOfAll(READY, problem, steps);
            steps.allHaveBegun();
            return;
        }
        KNomial tree = new KNomial(problem.size(), radix);
        int[] children = tree.children(problem.rank());
        if (children.length == 0) {
            steps.claim();
        }
        // The smallest subtrees come last in the array, and are ready first.
        for (int i = children.length - 1; i >= 0; i--) {
            steps.awaitStage(children[i], READY);
        }
        if (problem.rank() == tree.root()) {
            steps.post(Steps.ENDED);
        } else {
            steps.post(READY);
            steps.awaitStage(tree.root(), Steps.ENDED);
        }
        steps.allHaveBegun();
    }

    @Override
    public Cost cost(Problem problem) {
        int radix = radix(problem);
        int rounds = problem.size() <= radix ? 1 : new KNomial(problem.size(), radix).depth() + 1;
        return new Cost(0, 0, problem.size() == 1 ? 0 : rounds, 0, 0);
    }
}
