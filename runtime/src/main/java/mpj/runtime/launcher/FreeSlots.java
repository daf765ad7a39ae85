package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.runtime.host.UsageException;

/** The slots of a launcher's hosts that no running job has taken. */
final class FreeSlots {
    /** Stands for the number of ranks of a host that is lost, and takes no more. */
    static final int LOST = Integer.MAX_VALUE;

    private final HostOptions options;
    /** Whether more ranks than slots are allowed. */
    private final boolean unlimited;
    private final Map<String, Integer> used;
    /** As {@link #used} was at first. */
    private final Map<String, Integer> others;

    /**
     * @param options the hosts; if none are named, this host takes any number of ranks
     * @param used the number of ranks that run on each host; {@link #LOST} for a lost host
     */
    FreeSlots(HostOptions options, Map<String, Integer> used) {
        this.options = options;
        this.unlimited = options.hosts().isEmpty() || options.oversubscribe();
        this.used = new HashMap<>(used);
        this.others = Map.copyOf(used);
    }

    /**
     * The hosts with the given names, or all hosts, with the slots that are free.
     *
     * @param names the names, with commas between them; null for all hosts
     * @param origin what the user has given the names to, for the error
     * @throws UsageException when the job has no host of such a name
     */
    List<Host> hosts(String names, String origin) {
        List<Host> named = options.hosts().isEmpty() ? List.of(new Host(Host.LOCAL, 1)) : options.hosts();
        if (names != null) {
            Set<String> wanted = new HashSet<>();
            for (String name : names.split(",")) {
                String canonical = Host.canonical(name.strip());
                if (named.stream().noneMatch(host -> host.name().equals(canonical))) {
                    throw new UsageException(origin + "=" + names + ": " + name.strip() + " is none of the job's"
                        + " hosts, which are " + String.join(", ", named.stream().map(Host::name).toList()));
                }
                wanted.add(canonical);
            }
            named = named.stream().filter(host -> wanted.contains(host.name())).toList();
        }
        List<Host> free = new ArrayList<>();
        for (Host host : named) {
            int ranks = used.getOrDefault(host.name(), 0);
            if (ranks == LOST) {
                continue;
            }
            int most = host.maxSlots() == Integer.MAX_VALUE ? host.maxSlots() : host.maxSlots() - ranks;
            int slots = Math.min(most, unlimited ? Math.max(1, host.slots() - ranks) : host.slots() - ranks);
            if (slots > 0) {
                free.add(new Host(host.name(), slots, most));
            }
        }
        return free;
    }

    /** The number of ranks that ran on a host before any slot was {@linkplain #take taken} here. */
    int others(String host) {
        return others.getOrDefault(host, 0);
    }

    /** The number of ranks that these hosts take. */
    int room(List<Host> hosts) {
        long room = hosts.stream().mapToLong(unlimited ? Host::maxSlots : Host::slots).sum();
        return (int) Math.min(Integer.MAX_VALUE, room);
    }

    /** Takes slots for the ranks of a placement. */
    void take(Placement placement) {
        placement.hosts().forEach(host -> used.merge(host.name(), host.ranks().size(), Integer::sum));
    }

    /** Whether more ranks than slots are allowed. */
    boolean isUnlimited() {
        return unlimited;
    }
}
