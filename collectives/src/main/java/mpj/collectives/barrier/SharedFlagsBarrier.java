package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.tree.KAry;

/**
 * The ranks of one host raise flags in memory that all of them see. If there are no more ranks than the parameter, each
 * looks at the flags of all others. More ranks use a tree of that arity: flags go up the tree, and its root raises the
 * flag that ends all waits. Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors", 1991.
 *
 * <p>Cost, exact, where α is the time in which a flag is seen: {@code α} for no more ranks than the arity, else
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

    private int arity(Problem problem) {
        return (int) Math.min(problem.parameter(this), Integer.MAX_VALUE);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int arity = arity(problem);
        if (problem.size() <= arity) {
            steps.claim();
            steps.post(READY);
            Rooms.awaitStageOfAll(READY, problem, steps);
            steps.allHaveBegun();
            return;
        }
        KAry tree = new KAry(problem.size(), arity);
        int[] children = tree.children(problem.rank());
        if (children.length == 0) {
            steps.claim();
        }
        for (int child : children) {
            steps.awaitStage(child, READY);
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
        int arity = arity(problem);
        int rounds = 1;
        if (problem.size() > arity) {
            for (int node = problem.size() - 1; node > 0; node = (node - 1) / arity) {
                rounds++;
            }
        }
        return new Cost(0, 0, problem.size() == 1 ? 0 : rounds, 0, 0);
    }
}
