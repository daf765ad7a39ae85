package mpj.collectives.barrier;

import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Tree;

/**
 * Signals go up a tree and down again. A rank signals its parent when it has heard from its children, and waits for the
 * answer.
 */
public final class TreeBarrier {
    private TreeBarrier() {
    }

    static void write(Tree tree, Problem problem, Steps steps) {
        gather(tree, problem, steps);
        release(tree, problem, steps);
    }

    /** Goes up: the root returns when all ranks have come. */
    public static void gather(Tree tree, Problem problem, Steps steps) {
        int node = problem.relative();
        int[] children = tree.children(node);
        for (int i = children.length - 1; i >= 0; i--) {
            steps.hear(problem.absolute(children[i]));
        }
        steps.awaitAll();
        if (node != tree.root()) {
            steps.signal(problem.absolute(tree.parent(node)));
        }
    }

    /** Goes down: the other ranks return when the root has come. */
    public static void release(Tree tree, Problem problem, Steps steps) {
        int node = problem.relative();
        if (node != tree.root()) {
            steps.hear(problem.absolute(tree.parent(node)));
            steps.awaitAll();
        }
        for (int child : tree.children(node)) {
            steps.signal(problem.absolute(child));
        }
    }
}
