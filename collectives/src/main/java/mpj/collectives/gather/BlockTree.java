package mpj.collectives.gather;

import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Moves blocks up or down a k-nomial tree. The nodes below a node follow that node, so their blocks are one message.
 * Each node has memory for the blocks of its subtree, one after the other.
 */
public final class BlockTree {
    private BlockTree() {
    }

    /**
     * Brings all blocks to node 0.
     *
     * @param base the place of block 0, or the place where it would be
     */
    public static void gather(KNomial tree, int node, Place base, Blocks blocks, Steps steps) {
        int[] children = tree.children(node);
        for (int i = children.length - 1; i >= 0; i--) {
            steps.receive(children[i], base.plus(blocks.at(children[i])), subtree(tree, children[i], blocks));
        }
        steps.awaitAll();
        if (node != tree.root()) {
            steps.send(tree.parent(node), base.plus(blocks.at(node)), subtree(tree, node, blocks));
            steps.awaitAll();
        }
    }

    /**
     * Brings each node's block from node 0 to the node.
     *
     * @param base the place of block 0, or the place where it would be
     */
    public static void scatter(KNomial tree, int node, Place base, Blocks blocks, Steps steps) {
        if (node != tree.root()) {
            steps.receive(tree.parent(node), base.plus(blocks.at(node)), subtree(tree, node, blocks));
            steps.awaitAll();
        }
        for (int child : tree.children(node)) {
            steps.send(child, base.plus(blocks.at(child)), subtree(tree, child, blocks));
        }
        steps.awaitAll();
    }

    /** The bytes of the blocks of a node and of the nodes below it. */
    public static long subtree(KNomial tree, int node, Blocks blocks) {
        return blocks.length(node, tree.subtree(node));
    }

    /** The cost, exact for blocks of one size. Node 0 sends or receives all blocks but its own. */
    public static Cost cost(KNomial tree, Blocks blocks) {
        long messages = 0;
        long bytes = 0;
        for (int node = 1; node < tree.size(); node++) {
            long subtree = subtree(tree, node, blocks);
            bytes += subtree;
            messages += subtree > 0 ? 1 : 0;
        }
        long path = blocks.length(0, tree.size()) - blocks.length(0);
        return new Cost(messages, bytes, messages == 0 ? 0 : tree.rounds(), path, 0);
    }
}
