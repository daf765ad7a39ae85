package mpj.runtime.allocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hosts that a resource manager has allocated, in its order, each of them once.
 *
 * @param manager the resource manager's name, for the user
 * @param hosts at least one
 */
public record Allocation(String manager, List<AllocatedHost> hosts) {

    /**
     * Finds the allocation in which the process with this environment runs; empty when there is none.
     *
     * @throws AllocationException when there is an allocation, but it cannot be read
     */
    public static Optional<Allocation> of(Map<String, String> environment) {
        for (ResourceManager manager : ResourceManager.values()) {
            if (manager.isPresent(environment)) {
                List<AllocatedHost> hosts = merged(manager.hosts(environment));
                if (hosts.isEmpty()) {
                    throw new AllocationException(manager + " has allocated no host; --hostfile or --host names some");
                }
                return Optional.of(new Allocation(manager.toString(), hosts));
            }
        }
        return Optional.empty();
    }

    /** The number of slots on all hosts. */
    public int slots() {
        return hosts.stream().mapToInt(AllocatedHost::slots).sum();
    }

    /** Merges repeated hosts: most managers name a host once for each of its slots. */
    private static List<AllocatedHost> merged(List<AllocatedHost> named) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (AllocatedHost host : named) {
            slots.merge(host.name(), host.slots(), Integer::sum);
        }
        List<AllocatedHost> hosts = new ArrayList<>();
        slots.forEach((name, number) -> hosts.add(new AllocatedHost(name, number)));
        return List.copyOf(hosts);
    }
}
