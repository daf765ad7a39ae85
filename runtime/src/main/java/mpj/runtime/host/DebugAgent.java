package mpj.runtime.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * The debugger's agent (JDWP) in each rank's JVM. It listens only on the loopback interface, because whoever reaches it
 * can run any code.
 *
 * @param port of rank 0; each further rank has the next port
 * @param suspended the rank that waits for its debugger before it runs, or {@link #ALL}, or {@link #NONE}
 */
public record DebugAgent(int port, int suspended) {
    /** Every rank. */
    public static final int ALL = -1;
    /** No rank. */
    public static final int NONE = -2;

    private static final String PROPERTY = RuntimeProperties.DEBUG.definition("");
    private static final int MOST_PORT = 65_535;

    /** The agent that a program's properties ask for, or null. */
    public static DebugAgent of(List<String> properties) {
        DebugAgent agent = null;
        for (String property : properties) {
            if (property.startsWith(PROPERTY)) {
                String[] parts = property.substring(PROPERTY.length()).split(",");
                agent = new DebugAgent(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        }
        return agent;
    }

    /** The property that asks for this agent. */
    public String property() {
        return RuntimeProperties.DEBUG.definition(port + "," + suspended);
    }

    /**
     * The option for a JVM that runs these ranks. There are several ranks when they are threads; the JVM then has the
     * port of the first.
     */
    String option(List<Integer> ranks) {
        return "-agentlib:jdwp=transport=dt_socket,server=y,quiet=y,suspend=" + (isSuspended(ranks) ? "y" : "n")
            + ",address=127.0.0.1:" + port(ranks);
    }

    private boolean isSuspended(List<Integer> ranks) {
        return suspended == ALL || ranks.contains(suspended);
    }

    private int port(List<Integer> ranks) {
        return port + ranks.getFirst();
    }

    /**
     * Tells the user how to attach to that JVM.
     *
     * @param host the host to name; empty for this one
     */
    public String advice(List<Integer> ranks, String host) {
        String address = "127.0.0.1:" + port(ranks);
        return "jdb -attach " + address
            + (host.isEmpty() ? "" : ", after ssh -N -L " + port(ranks) + ":" + address + " " + host)
            + (isSuspended(ranks) ? "; the JVM waits for the debugger" : "");
    }

    /**
     * Checks, before any JVM is started, that the port is free.
     *
     * @throws HostException when the port is in use
     */
    void check(List<Integer> ranks, String host) {
        if (port(ranks) > MOST_PORT) {
            throw new HostException("--debug " + port + ": rank " + ranks.getFirst() + " would have port " + port(ranks)
                + ", and the highest is " + MOST_PORT + "; take a lower one");
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port(ranks)));
        } catch (IOException e) {
            throw new HostException("--debug " + port + ": port " + port(ranks) + " of host " + host + ", for rank "
                + ranks.getFirst() + ", cannot be used: " + e.getMessage() + "; take another with --debug PORT");
        }
    }
}
