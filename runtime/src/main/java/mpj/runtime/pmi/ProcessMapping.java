package mpj.runtime.pmi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which node each rank is on, as a PMI server tells it under PMI_process_mapping: {@code (vector,(0,2,4),(2,1,1))} says
 * that ranks 0 to 3 are on node 0, 4 to 7 on node 1, 8 on node 2, and begins again where ranks are left.
 *
 * @param blocks in the order of ranks
 */
public record ProcessMapping(List<Block> blocks) {
    /** The server's name for it. */
    public static final String KEY = "PMI_process_mapping";

    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");

    /**
     * So many nodes, each with so many consecutive ranks.
     *
     * @param firstNode its number
     * @param nodes how many
     * @param ranks of each node
     */
    record Block(int firstNode, int nodes, int ranks) {
    }

    /** What a server said; no blocks when that is nothing, or of another form. */
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

    /** How many ranks of a job of that size are on the node of a rank; -1 when that is not known. */
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
