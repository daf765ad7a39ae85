package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.host.Counted;
import mpj.runtime.host.UsageException;

/**
 * Which rank runs on which host.
 *
 * @param hosts the hosts that have ranks
 */
record Placement(List<HostPlan> hosts) {
    /** No job has more ranks. */
    static final int MOST_RANKS = 1 << 20;

    /**
     * Gives ranks to the slots of hosts. When there are more ranks than slots, further rounds go over all hosts.
     *
     * @throws UsageException when there are more ranks than slots and that is not allowed
     */
    static Placement of(List<Host> hosts, int ranks, Mapping mapping, boolean oversubscribe) {
        int slots = slots(hosts);
        if (ranks > slots && !oversubscribe) {
            throw new UsageException("-np " + ranks + ": the " + Counted.of(hosts.size(), "host", "has", "have") + " "
                + Counted.of(slots, "slot") + "; give them more (HOST:N, or HOST slots=N in the hostfile), or allow it"
                + " with --oversubscribe");
        }
        long most = hosts.stream().mapToLong(Host::maxSlots).sum();
        if (ranks > most) {
            throw new UsageException("-np " + ranks + ": the hosts take "
                + Counted.of(most, "rank") + " at most, as max_slots in the hostfile says");
        }
        List<List<Integer>> ofHosts = new ArrayList<>();
        hosts.forEach(host -> ofHosts.add(new ArrayList<>()));
        for (int next = 0, round = 1; next < ranks; round++) {
            next = mapping.order() == Mapping.Order.NODE ? byNode(hosts, ofHosts, next, ranks, round)
                : bySlot(hosts, ofHosts, next, ranks);
        }
        List<HostPlan> plans = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            if (!ofHosts.get(i).isEmpty()) {
                plans.add(new HostPlan(plans.size(), hosts.get(i).name(), List.copyOf(ofHosts.get(i)), 0));
            }
        }
        return new Placement(plans);
    }

    /** The number of slots on all hosts. */
    static int slots(List<Host> hosts) {
        return (int) Math.min(Integer.MAX_VALUE, hosts.stream().mapToLong(Host::slots).sum());
    }

    /** Whether all ranks run where mpjrun does. */
    boolean isOnThisHost() {
        return hosts.size() == 1 && Host.isLocal(hosts.getFirst().name());
    }

    /** The number of ranks that run where mpjrun does, with those of its other jobs. */
    int ranksOfThisHost() {
        return hosts.stream().filter(host -> Host.isLocal(host.name())).mapToInt(HostPlan::allRanks).sum();
    }

    /** The host of a rank. */
    HostPlan hostOf(int rank) {
        for (HostPlan host : hosts) {
            if (host.ranks().contains(rank)) {
                return host;
            }
        }
        throw new IllegalArgumentException("no host has rank " + rank);
    }

    private static int bySlot(List<Host> hosts, List<List<Integer>> ofHosts, int first, int ranks) {
        int next = first;
        for (int i = 0; i < hosts.size(); i++) {
            int room = hosts.get(i).maxSlots() - ofHosts.get(i).size();
            for (int slot = 0; slot < Math.min(hosts.get(i).slots(), room) && next < ranks; slot++) {
                ofHosts.get(i).add(next++);
            }
        }
        return next;
    }

    /**
     * Gives one rank to each host that has a slot left. When there are more ranks than slots, further rounds go over
     * all slots.
     */
    private static int byNode(List<Host> hosts, List<List<Integer>> ofHosts, int first, int ranks, int round) {
        int next = first;
        boolean all = first >= slots(hosts);
        for (int i = 0; i < hosts.size() && next < ranks; i++) {
            if ((all || round <= hosts.get(i).slots()) && ofHosts.get(i).size() < hosts.get(i).maxSlots()) {
                ofHosts.get(i).add(next++);
            }
        }
        return next;
    }
}
