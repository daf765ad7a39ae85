package mpj.runtime.launcher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mpj.runtime.host.UsageException;

/** The daemons of a job, {@code HOST:PORT,HOST:PORT}. Each of them gets the same number of ranks. */
final class DaemonList {
    private static final int HIGHEST_PORT = 65_535;

    private DaemonList() {
    }

    /** Makes a host for each daemon, named as the user has written it. */
    static List<Host> of(CommandLine line) {
        if (line.has(Option.HOST) || line.has(Option.HOSTFILE)) {
            throw new UsageException("--daemon names the hosts; leave --host and --hostfile out");
        }
        Set<String> addresses = new LinkedHashSet<>();
        for (String list : line.all(Option.DAEMON)) {
            for (String address : list.split(",", -1)) {
                if (!address.matches("[^:].*:\\d{1,5}") || port(address) > HIGHEST_PORT) {
                    throw new UsageException("--daemon " + list + ": \"" + address
                        + "\" is malformed; expected HOST:PORT, with a port up to " + HIGHEST_PORT);
                }
                addresses.add(address);
            }
        }
        int slots = Math.max(1, Math.ceilDiv(ranks(line.last(Option.RANKS), addresses.size()), addresses.size()));
        return addresses.stream().map(address -> new Host(address, slots)).toList();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Only reads numbers; another word is refused where -np is read. */
    private static int ranks(String given, int otherwise) {
        return given != null && given.matches("\\d{1,9}") ? Integer.parseInt(given) : otherwise;
    }
}
