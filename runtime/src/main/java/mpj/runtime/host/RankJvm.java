package mpj.runtime.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A JVM of a host, before it is started.
 *
 * @param ranks the ranks that it runs, in the order in which they get the host's cores
 * @param threads for ranks that are threads, the core that each rank binds itself to: a negative number for none
 * @param cores the cores that the JVM may use; none if it is not bound
 */
record RankJvm(List<Integer> ranks, List<Integer> threads, BitSet cores) {

    /** A JVM for each rank. */
    static List<RankJvm> ofEach(List<Integer> ranks, CoreBinding binding) {
        List<RankJvm> jvms = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            jvms.add(new RankJvm(List.of(ranks.get(i)), List.of(), binding.cores(i)));
        }
        return jvms;
    }

    /**
     * The JVMs of ranks that are threads. Neighbours among the ranks share a JVM.
     *
     * @param nodes the folder in which the kernel describes the NUMA nodes
     */
    static List<RankJvm> ofThreads(List<Integer> ranks, RanksPerJvm perJvm, CoreBinding binding, Path nodes) {
        if (perJvm.ofNode()) {
            return ofNodes(ranks, binding, NumaNodes.read(nodes, CoreBinding.isSupported() ? CoreBinding.allowed()
                : new BitSet()));
        }
        List<RankJvm> jvms = new ArrayList<>();
        for (int first = 0; first < ranks.size();) {
            int end = (int) Math.min(ranks.size(), (long) first + perJvm.most());
            RankJvm jvm = new RankJvm(ranks.subList(first, end), new ArrayList<>(), new BitSet());
            for (; first < end; first++) {
                jvm.threads.add(binding.core(first));
            }
            jvms.add(jvm);
        }
        return jvms;
    }

    /** A JVM for each node. It may use the cores of its node; if there is only one node, the JVM is not bound. */
    private static List<RankJvm> ofNodes(List<Integer> ranks, CoreBinding binding, NumaNodes nodes) {
        Map<Integer, RankJvm> jvms = new TreeMap<>();
        for (int i = 0; i < ranks.size(); i++) {
            int core = binding.core(i);
            RankJvm jvm = jvms.computeIfAbsent(core < 0 ? nodes.nodeOf(i, ranks.size()) : nodes.nodeOf(core),
                node -> new RankJvm(new ArrayList<>(), new ArrayList<>(),
                    nodes.count() == 1 ? new BitSet() : nodes.cores(node)));
            jvm.ranks.add(ranks.get(i));
            jvm.threads.add(core);
        }
        return List.copyOf(jvms.values());
    }

    /** Whether its ranks bind themselves to cores. */
    boolean bindsThreads() {
        return threads.stream().anyMatch(core -> core >= 0);
    }
}
