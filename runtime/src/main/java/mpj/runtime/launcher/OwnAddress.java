package mpj.runtime.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** The address of this host for hosts that have no rank of a job yet. */
final class OwnAddress {
    /** Nothing is sent to this port. */
    private static final int DISCARD = 9;

    private OwnAddress() {
    }

    /**
     * The address from which this host would send to other hosts.
     *
     * @param hosts as the user has named them; this host may be among them
     * @return an address in text form; empty if there are no other hosts, or their names mean nothing to this host
     */
    static String towards(List<Host> hosts) {
        for (Host host : hosts) {
            if (Host.isLocal(host.name())) {
                continue;
            }
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(new InetSocketAddress(InetAddress.getByName(bare(host.name())), DISCARD));
                InetAddress own = socket.getLocalAddress();
                if (!own.isAnyLocalAddress() && !own.isLoopbackAddress()) {
                    return own.getHostAddress().replaceAll("%.*", "");
                }
            } catch (IOException | UncheckedIOException e) {
                continue; // perhaps an alias that only ssh knows
            }
        }
        return "";
    }

    /** The name without the user of ssh, and without the port of a daemon. */
    static String bare(String name) {
        String host = name.substring(name.indexOf('@') + 1);
        int colon = host.lastIndexOf(':');
        return colon < 0 || host.indexOf(':') != colon ? host : host.substring(0, colon);
    }
}
