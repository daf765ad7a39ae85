package mpj.collectives.scatter;

import mpj.collectives.Blocks;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.gather.BlockTree;
import mpj.collectives.tree.KNomial;

/**
 * Scatters down a k-nomial tree, counted from the root. The blocks of a node and of the nodes below it are one message.
 * At the root the blocks leave from where they are, except those that wrap around from the last rank to the first.
 */
final class TreeScatter {
    private TreeScatter() {
    }

    static void write(KNomial tree, Problem problem, Steps steps) {
        int node = problem.relative();
        Blocks blocks = new Blocks.Equal(problem.bytes());
        if (node == tree.root()) {
            writeRoot(tree, problem, blocks, steps);
        } else if (tree.subtree(node) == 1) {
            steps.receive(problem.absolute(tree.parent(node)), Place.RECEIVE, problem.bytes());
        } else {
            Place own = steps.work(BlockTree.subtree(tree, node, blocks));
            BlockTree.scatter(tree, node, own.plus(-blocks.at(node)), blocks,
                steps.among(problem::absolute, Place.SEND, Place.RECEIVE));
            steps.copy(own, Place.RECEIVE, problem.bytes());
        }
    }

    private static void writeRoot(KNomial tree, Problem problem, Blocks blocks, Steps steps) {
        for (int child : tree.children(tree.root())) {
            int first = problem.absolute(child);
            long bytes = BlockTree.subtree(tree, child, blocks);
            Place place = Place.SEND.plus(blocks.at(first));
            if (first + tree.subtree(child) > problem.size()) {
                Place wrapped = steps.work(bytes);
                long before = blocks.length(first, problem.size() - first);
                steps.copy(place, wrapped, before);
                steps.copy(Place.SEND, wrapped.plus(before), bytes - before);
                place = wrapped;
            }
            steps.send(first, place, bytes);
        }
        steps.copy(Place.SEND.plus(blocks.at(problem.root())), Place.RECEIVE, problem.bytes());
    }
}
