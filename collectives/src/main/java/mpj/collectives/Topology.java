package mpj.collectives;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Which ranks share a host. Immutable. */
public final class Topology {
    private final int[] hostOf;
    private final int[][] members;

    /**
     * Makes a topology.
     *
     * @param hosts a number for each rank; two ranks have the same number exactly if they share a host
     */
    public Topology(int[] hosts) {
        Map<Integer, IntStream.Builder> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < hosts.length; rank++) {
            ranks.computeIfAbsent(hosts[rank], _ -> IntStream.builder()).add(rank);
        }
        members = ranks.values().stream().map(builder -> builder.build().toArray()).toArray(int[][]::new);
        hostOf = new int[hosts.length];
        for (int host = 0; host < members.length; host++) {
            for (int rank : members[host]) {
                hostOf[rank] = host;
            }
        }
    }

    /**
     * A topology with all ranks on one host.
     *
     * @param size the number of ranks
     * @return the topology
     */
    public static Topology oneHost(int size) {
        return new Topology(new int[size]);
    }

    /**
     * The number of hosts.
     *
     * @return the number
     */
    public int hosts() {
        return members.length;
    }

    /**
     * A rank's host. Hosts are numbered in the order of their lowest ranks.
     *
     * @param rank the rank
     * @return the host's number
     */
    public int host(int rank) {
        return hostOf[rank];
    }

    /**
     * The ranks of a host, in ascending order.
     *
     * @param host the host's number
     * @return its ranks
     */
    public int[] members(int host) {
        return members[host].clone();
    }

    /**
     * One rank of each host. It is the host's lowest rank, except that the root leads its own host.
     *
     * @param root the root's rank
     * @return the leaders, by host
     */
    public int[] leaders(int root) {
        int[] leaders = new int[members.length];
        Arrays.setAll(leaders, host -> hostOf[root] == host ? root : members[host][0]);
        return leaders;
    }

    /**
     * Whether two levels can help: there are several hosts, and at least one of them has several ranks.
     *
     * @return true if they can
     */
    public boolean hasTwoLevels() {
        return members.length > 1 && members.length < hostOf.length;
    }

    /**
     * Whether the ranks of each host follow one another.
     *
     * @return true if they do
     */
    public boolean successive() {
        return IntStream.range(1, hostOf.length).allMatch(rank -> hostOf[rank] >= hostOf[rank - 1]);
    }
}
