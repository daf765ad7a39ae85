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
     * A topology.
     *
     * @param hosts for each rank, any number that it has in common with exactly the ranks of its host
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
     * All ranks on one host.
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
     * A rank's host. Hosts are numbered by their lowest rank.
     *
     * @param rank the rank
     * @return the host's number
     */
    public int host(int rank) {
        return hostOf[rank];
    }

    /**
     * The ranks of a host, ascending.
     *
     * @param host the host's number
     * @return its ranks
     */
    public int[] members(int host) {
        return members[host].clone();
    }

    /**
     * One rank of each host: its lowest, but on the root's host the root.
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
     * Whether there is anything to gain from two levels: several hosts, and one with several ranks.
     *
     * @return true if so
     */
    public boolean hasTwoLevels() {
        return members.length > 1 && members.length < hostOf.length;
    }

    /**
     * Whether the ranks of each host follow one another.
     *
     * @return true if so
     */
    public boolean successive() {
        return IntStream.range(1, hostOf.length).allMatch(rank -> hostOf[rank] >= hostOf[rank - 1]);
    }
}
