package mpj.engine.detector;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import mpj.bindings.ThisHost;

/**
 * Where a rank takes the datagrams of the detector. The rank publishes this as lines of text.
 *
 * @param host the name of its host
 * @param sockets the addresses by which others may reach it; they have the same port
 */
record HeartbeatAddress(String host, List<InetSocketAddress> sockets) {
    /** At most this many addresses of a host are tried. */
    private static final int MOST = 4;

    /**
     * The addresses of this host by which the ranks of the job may reach it, the best first.
     *
     * @param oneHost whether all ranks of the job are on this host
     * @param known the address that the launcher knows; empty if it knows none
     */
    static List<InetAddress> ofThisHost(boolean oneHost, String known) throws SocketException, UnknownHostException {
        if (!known.isEmpty()) {
            return List.of(InetAddress.getByName(known));
        }
        if (oneHost) {
            return List.of(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        }
        List<InetAddress> all = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp() && !each.isLoopback()) {
                each.inetAddresses().filter(address -> !address.isLinkLocalAddress()).forEach(all::add);
            }
        }
        all.sort(Comparator.comparing(address -> !(address instanceof Inet4Address)));
        return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
    }

    static HeartbeatAddress of(List<InetAddress> addresses, int port) {
        return new HeartbeatAddress(ThisHost.name(),
            addresses.stream().map(address -> new InetSocketAddress(address, port)).toList());
    }

    byte[] encode() {
        List<String> lines = new ArrayList<>();
        lines.add(host);
        for (InetSocketAddress each : sockets) {
            // A zone such as %eth0 has a meaning only on the host itself.
            lines.add(each.getAddress().getHostAddress().replaceAll("%.*", "") + " " + each.getPort());
        }
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    /** Null if the text is not an address of this version's form. */
    static HeartbeatAddress decode(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        List<InetSocketAddress> sockets = new ArrayList<>();
        try {
            for (int i = 1; i < lines.length && i <= MOST; i++) {
                String[] parts = lines[i].split(" ", 2);
                sockets.add(new InetSocketAddress(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1])));
            }
        } catch (UnknownHostException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
        return new HeartbeatAddress(lines[0], sockets);
    }
}
