package mpj.runtime.allocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hosts that a resource manager has set aside, in its order, each once.
 *
 * @param manager its name, for the user
 * @param hosts at least one
 */
public record Allocation(String manager, List<AllocatedHost> hosts) {

    /**
     * The allocation in which the process with this environment runs; empty when there is none.
     *
     * @throws AllocationException when there is one, but it cannot be read
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

    /** All slots. */
    public int slots() {
        return hosts.stream().mapToInt(AllocatedHost::slots).sum();
    }

    /** Most managers name a host once for each slot. */
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
