package mpj.trace;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many cores the ranks of a host share. If all may run on the same, it is what their JVMs were told, which knows of
 * a container's limit. If each is bound to its own, it is all of these.
 */
final class HostCores {
    private static final class Host {
        private final Set<Integer> ranks = new HashSet<>();
        private final Set<String> lists = new HashSet<>();
        private final BitSet cores = new BitSet();
        private int processors;
    }

    private final Map<String, Host> hosts = new HashMap<>();

    /**
     * What a rank says.
     *
     * @param processors that its JVM may use at a time
     * @param list of the cores that it may run on, as the kernel writes it: 0-3,8; may be empty
     */
    void add(String name, int rank, int processors, String list) {
        Host host = hosts.computeIfAbsent(name, added -> new Host());
        host.ranks.add(rank);
        host.processors = Math.max(host.processors, processors);
        host.lists.add(list);
        for (String range : list.isEmpty() ? new String[0] : list.split(",")) {
            String[] ends = range.split("-");
            host.cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
    }

    /** The hosts that have told. */
    Map<Set<Integer>, Integer> byRanks() {
        Map<Set<Integer>, Integer> cores = new HashMap<>();
        hosts.values().forEach(host -> cores.put(host.ranks,
            host.lists.size() == 1 ? host.processors : host.cores.cardinality()));
        return cores;
    }
}
