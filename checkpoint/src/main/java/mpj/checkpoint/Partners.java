package mpj.checkpoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who keeps whose state: each rank has one partner, which keeps the rank's state, and is the partner of one rank.
 *
 * @param keeper the partner of a rank
 * @param kept the rank whose partner it is
 */
record Partners(int keeper, int kept) {
    /**
     * Chooses the partners of a rank. The partner is on another host, unless one host has more than half of the ranks.
     * In this case as many ranks as possible have a partner on another host.
     *
     * @param hosts the host of each rank
     */
    static Partners of(List<String> hosts, int rank) {
        Map<String, List<Integer>> byHost = new LinkedHashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            byHost.computeIfAbsent(hosts.get(i), _ -> new ArrayList<>()).add(i);
        }
        List<List<Integer>> groups = new ArrayList<>(byHost.values());
        groups.sort(Comparator.comparing((List<Integer> group) -> group.size()).reversed());
        List<Integer> order = groups.stream().flatMap(List::stream).toList();
        // The step leads beyond each host, because no host has more ranks than the first.
        int step = groups.size() == 1 ? 1 : groups.getFirst().size();
        List<Integer> moved = new ArrayList<>(order);
        Collections.rotate(moved, -step);
        return new Partners(moved.get(order.indexOf(rank)), order.get(moved.indexOf(rank)));
    }
}
