package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.allocation.Allocation;
import mpj.runtime.allocation.AllocationException;
import mpj.runtime.host.ShellWords;
import mpj.runtime.host.UsageException;

/**
 * The hosts on which the ranks run, and how ranks get there.
 *
 * @param hosts the named or allocated hosts; none for a job on this host
 * @param daemons whether the hosts are addresses of daemons
 * @param mapping how ranks are mapped to hosts
 * @param oversubscribe whether more ranks than slots, or than cores, are allowed
 * @param ssh words of the command that starts something on a host
 * @param waitMillis how long to try a host that is not up yet; 0 to try once
 * @param fanout how many agents one agent starts itself
 */
record HostOptions(List<Host> hosts, boolean daemons, Mapping mapping, boolean oversubscribe, List<String> ssh,
                   long waitMillis, int fanout) {
    /** With these options ssh never asks for anything, and notices within a minute that a host is gone. */
    private static final List<String> SSH = List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20",
        "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4");
    private static final int FANOUT = 32;

    /** @throws UsageException when the options, or the words of a resource manager, are malformed */
    static HostOptions of(CommandLine line, Map<String, String> environment) {
        boolean daemons = line.has(Option.DAEMON);
        List<Host> hosts = daemons ? DaemonList.of(line) : HostList.of(line);
        // Over ssh, agents start other agents. The agents of daemons are all started from here.
        int fanout = daemons ? hosts.size() : fanout(line.last(Option.SSH_FANOUT));
        Mapping mapping = Mapping.of(line.last(Option.MAP_BY));
        return new HostOptions(mapping.hosts(hosts.isEmpty() ? allocated(environment) : hosts), daemons, mapping,
            line.has(Option.OVERSUBSCRIBE), ssh(line.last(Option.SSH)), Seconds.millis(line, Option.WAIT_FOR_HOSTS),
            fanout);
    }

    /** The same hosts for ranks that are not bound to cores. */
    HostOptions unbound() {
        return new HostOptions(hosts, daemons, mapping.unbound(), oversubscribe, ssh, waitMillis, fanout);
    }

    /** The hosts that a resource manager has allocated to this job; none without a resource manager. */
    private static List<Host> allocated(Map<String, String> environment) {
        List<Host> hosts = new ArrayList<>();
        try {
            Allocation.of(environment).ifPresent(allocation -> allocation.hosts().forEach(host -> hosts.add(Host.of(
                Host.canonical(host.name()), Integer.toString(host.slots()),
                "the allocation of " + allocation.manager()))));
        } catch (AllocationException e) {
            throw new UsageException(e.getMessage());
        }
        return hosts;
    }

    private static List<String> ssh(String given) {
        if (given == null) {
            return SSH;
        }
        List<String> words = ShellWords.split(given);
        if (words.isEmpty()) {
            throw new UsageException("--ssh: the command is empty");
        }
        return words;
    }

    private static int fanout(String given) {
        try {
            int fanout = given == null ? FANOUT : Integer.parseInt(given);
            if (fanout >= 1) {
                return fanout;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("--ssh-fanout " + given + ": expected a whole number of at least 1");
        }
        throw new UsageException("--ssh-fanout " + given + ": expected at least 1");
    }
}
