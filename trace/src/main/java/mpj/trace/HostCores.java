package mpj.trace;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The number of cores that the ranks of a host share. If all ranks may run on the same cores, it is the number that
 * their JVMs report, which takes a container's limit into account. If each rank is bound to its own cores, it is the
 * number of all these cores.
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
     * Adds the report of a rank.
     *
     * @param processors the number of processors that the rank's JVM may use at a time
     * @param list the list of the cores on which the rank may run, in the kernel's form, such as 0-3,8; may be empty
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

    /** The number of cores for the ranks of each host that has reported. */
    Map<Set<Integer>, Integer> byRanks() {
        Map<Set<Integer>, Integer> cores = new HashMap<>();
        hosts.values().forEach(host -> cores.put(host.ranks,
            host.lists.size() == 1 ? host.processors : host.cores.cardinality()));
        return cores;
    }
}
