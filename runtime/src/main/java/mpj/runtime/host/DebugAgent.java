package mpj.runtime.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * The debugger's agent (JDWP) in each rank's JVM. It listens on the loopback interface, as whoever reaches it can run
 * what he likes.
 *
 * @param port of rank 0; each further rank has the next
 * @param suspended the rank that waits for its debugger before it runs, or {@link #ALL}, or {@link #NONE}
 */
public record DebugAgent(int port, int suspended) {
    /** Every rank. */
    public static final int ALL = -1;
    /** No rank. */
    public static final int NONE = -2;

    private static final String PROPERTY = RuntimeProperties.DEBUG.definition("");
    private static final int MOST_PORT = 65_535;

    /** The one that the properties of a program ask for, or null. */
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

    /** The property that asks for it. */
    public String property() {
        return RuntimeProperties.DEBUG.definition(port + "," + suspended);
    }

    /** The option of the JVM that runs these ranks: of one, or of several as threads. Its port is that of the first. */
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
     * How to attach to that JVM, for the user.
     *
     * @param host to be named; empty for this one
     */
    public String advice(List<Integer> ranks, String host) {
        String address = "127.0.0.1:" + port(ranks);
        return "jdb -attach " + address
            + (host.isEmpty() ? "" : ", behind ssh -N -L " + port(ranks) + ":" + address + " " + host)
            + (isSuspended(ranks) ? "; it waits for that" : "");
    }

    /**
     * Makes sure, before any JVM is started, that its port is free.
     *
     * @throws HostException when it is not
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
