package mpj.runtime.pmi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The node of each rank, as a PMI server publishes it under PMI_process_mapping. The text
 * {@code (vector,(0,2,4),(2,1,1))} means that ranks 0 to 3 are on node 0, ranks 4 to 7 on node 1, and rank 8 on node 2.
 * If there are more ranks, the pattern repeats.
 *
 * @param blocks in the order of ranks
 */
public record ProcessMapping(List<Block> blocks) {
    /** The server's name for the mapping. */
    public static final String KEY = "PMI_process_mapping";

    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");

    /**
     * A number of nodes that each have the same number of consecutive ranks.
     *
     * @param firstNode the number of the first node
     * @param nodes the number of nodes
     * @param ranks the number of ranks on each node
     */
    record Block(int firstNode, int nodes, int ranks) {
    }

    /** Reads the server's text. There are no blocks when the text is missing or has another form. */
    public static ProcessMapping parse(String text) {
        List<Block> blocks = new ArrayList<>();
        if (text != null && text.startsWith("(vector,")) {
            Matcher matcher = BLOCK.matcher(text);
            while (matcher.find()) {
                Block block = new Block(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(3)));
                if (block.nodes() > 0 && block.ranks() > 0) {
                    blocks.add(block);
                }
            }
        }
        return new ProcessMapping(List.copyOf(blocks));
    }

    /** The number of ranks on the node of a rank, in a job of this size; -1 when the mapping does not tell. */
    public int localSize(int rank, int size) {
        if (blocks.isEmpty()) {
            return -1;
        }
        int[] nodes = nodes(size);
        int local = 0;
        for (int node : nodes) {
            if (node == nodes[rank]) {
                local++;
            }
        }
        return local;
    }

    private int[] nodes(int size) {
        int[] nodes = new int[size];
        int rank = 0;
        while (rank < size) {
            for (Block block : blocks) {
                for (int i = 0; i < block.nodes() * block.ranks() && rank < size; i++) {
                    nodes[rank++] = block.firstNode() + i / block.ranks();
                }
            }
        }
        return nodes;
    }
}
