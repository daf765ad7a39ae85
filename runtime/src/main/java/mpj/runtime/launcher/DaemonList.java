package mpj.runtime.launcher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mpj.runtime.host.UsageException;

/** The daemons of a job, {@code HOST:PORT,HOST:PORT}, each of which takes the same part of the ranks. */
final class DaemonList {
    private DaemonList() {
    }

    /** A host for each, named as it is written. */
    static List<Host> of(CommandLine line) {
        if (line.has(Option.HOST) || line.has(Option.HOSTFILE)) {
            throw new UsageException("--daemon names the hosts; leave --host and --hostfile out");
        }
        Set<String> addresses = new LinkedHashSet<>();
        for (String list : line.all(Option.DAEMON)) {
            for (String address : list.split(",", -1)) {
                if (!address.matches("[^:].*:\\d{1,5}")) {
                    throw new UsageException("--daemon " + list + ": \"" + address
                        + "\" is malformed; expected HOST:PORT");
                }
                addresses.add(address);
            }
        }
        int slots = Math.max(1, Math.ceilDiv(ranks(line.last(Option.RANKS), addresses.size()), addresses.size()));
        return addresses.stream().map(address -> new Host(address, slots)).toList();
    }

    /** What is no number is refused where -np is read. */
    private static int ranks(String given, int otherwise) {
        return given != null && given.matches("\\d{1,9}") ? Integer.parseInt(given) : otherwise;
    }
}
