package mpj.runtime.host;

import static java.util.Comparator.comparingInt;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The NUMA nodes of this host, each with those of its cores that mpjrun may use. A node without such cores is left out.
 * A host whose kernel describes no nodes has one node.
 */
final class NumaNodes {
    private static final String PREFIX = "node";

    private final List<BitSet> nodes;

    private NumaNodes(List<BitSet> nodes) {
        this.nodes = nodes;
    }

    /**
     * Reads the description of the kernel.
     *
     * @param folder has a folder for each node: node0, node1, ...
     * @param allowed the cores that mpjrun may use
     */
    static NumaNodes read(Path folder, BitSet allowed) {
        List<Path> descriptions = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
            entries.forEach(descriptions::add);
        } catch (IOException | DirectoryIteratorException e) {
            return new NumaNodes(List.of(allowed)); // no such folder: a kernel without NUMA, or another system
        }
        descriptions.sort(comparingInt(NumaNodes::number));
        List<BitSet> nodes = new ArrayList<>();
        BitSet left = (BitSet) allowed.clone();
        for (Path description : descriptions) {
            BitSet cores = CpuList.read(description.resolve("cpulist"));
            cores.and(left);
            left.andNot(cores);
            if (!cores.isEmpty()) {
                nodes.add(cores);
            }
        }
        if (!left.isEmpty() && !nodes.isEmpty()) {
            nodes.getFirst().or(left); // cores that the kernel lists nowhere
        }
        return new NumaNodes(nodes.isEmpty() ? List.of(allowed) : nodes);
    }

    private static int number(Path description) {
        String digits = description.getFileName().toString().substring(PREFIX.length());
        return digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }

    int count() {
        return nodes.size();
    }

    BitSet cores(int node) {
        return nodes.get(node);
    }

    /** The node of a core. */
    int nodeOf(int core) {
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).get(core)) {
                return node;
            }
        }
        return 0;
    }

    /**
     * The node for a rank that is bound to no core. Each node gets a share of the ranks that is as large as its share
     * of the cores, and neighbours among the ranks share a node.
     *
     * @param index of the rank among the ranks of this host
     * @param ranks the number of ranks of this host
     */
    int nodeOf(int index, int ranks) {
        long all = nodes.stream().mapToInt(BitSet::cardinality).sum();
        long core = index * all / ranks;
        for (int node = 0; node < nodes.size(); node++) {
            core -= nodes.get(node).cardinality();
            if (core < 0) {
                return node;
            }
        }
        return 0;
    }
}
