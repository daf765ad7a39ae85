package mpj.collectives.barrier;

import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Tree;

/** Up a tree and down again: a rank tells its parent when it has heard from its children, and waits for the answer. */
public final class TreeBarrier {
    private TreeBarrier() {
    }

    static void write(Tree tree, Problem problem, Steps steps) {
        gather(tree, problem, steps);
        release(tree, problem, steps);
    }

    /** Up: the root returns when all have come. */
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

    /** Down: the others return when the root is here. */
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
