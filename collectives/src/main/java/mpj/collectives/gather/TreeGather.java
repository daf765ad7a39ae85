package mpj.collectives.gather;

import mpj.collectives.Blocks;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Gathers up a k-nomial tree, counted from the root. A node's own block and the blocks below it are one message. At the
 * root the blocks go straight to their places, except the message that wraps around from the last rank to the first.
 */
final class TreeGather {
    private TreeGather() {
    }

    static void write(KNomial tree, Problem problem, Steps steps) {
        int node = problem.relative();
        Blocks blocks = new Blocks.Equal(problem.bytes());
        if (node == tree.root()) {
            writeRoot(tree, problem, blocks, steps);
        } else if (tree.subtree(node) == 1) {
            steps.send(problem.absolute(tree.parent(node)), Place.SEND, problem.bytes());
        } else {
            Place own = steps.work(BlockTree.subtree(tree, node, blocks));
            steps.copy(Place.SEND, own, problem.bytes());
            BlockTree.gather(tree, node, own.plus(-blocks.at(node)), blocks,
                steps.among(problem::absolute, Place.SEND, Place.RECEIVE));
        }
    }

    private static void writeRoot(KNomial tree, Problem problem, Blocks blocks, Steps steps) {
        int[] children = tree.children(tree.root());
        Place wrapped = Place.WORK;
        int wrapping = 0;
        for (int i = children.length - 1; i >= 0; i--) {
            int child = children[i];
            Place place = Place.RECEIVE.plus(blocks.at(problem.absolute(child)));
            if (problem.absolute(child) + tree.subtree(child) > problem.size()) {
                wrapped = steps.work(BlockTree.subtree(tree, child, blocks));
                wrapping = child;
                place = wrapped;
            }
            steps.receive(problem.absolute(child), place, BlockTree.subtree(tree, child, blocks));
        }
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.root())), problem.bytes());
        steps.awaitAll();
        if (wrapping > 0) {
            int first = problem.absolute(wrapping);
            long before = blocks.length(first, problem.size() - first);
            steps.copy(wrapped, Place.RECEIVE.plus(blocks.at(first)), before);
            steps.copy(wrapped.plus(before), Place.RECEIVE, BlockTree.subtree(tree, wrapping, blocks) - before);
        }
    }
}
