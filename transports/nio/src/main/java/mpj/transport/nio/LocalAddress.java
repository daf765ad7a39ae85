package mpj.transport.nio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import mpj.transport.spi.Job;
import mpj.transport.spi.TransportException;

/**
 * Chooses the address to listen on: the user's; else that by which, as the launcher knows, other hosts reach this one;
 * else, when all ranks are on this host, the loopback address. No other address is listened on.
 */
final class LocalAddress {
    private LocalAddress() {
    }

    static InetAddress choose(NioSettings settings, Job job) {
        try {
            if (settings.networkInterface() != null) {
                return named(settings);
            }
            if (!job.hostAddress().isEmpty()) {
                return InetAddress.getByName(job.hostAddress());
            }
            return job.localSize() == job.size() ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1}) : external();
        } catch (SocketException | UnknownHostException e) {
            throw new TransportException("transport nio cannot find this host's addresses: " + e.getMessage(), e);
        }
    }

    private static InetAddress named(NioSettings settings) throws SocketException {
        NetworkInterface found = NetworkInterface.getByName(settings.networkInterface());
        if (found != null) {
            List<InetAddress> addresses = addresses(found);
            if (addresses.isEmpty()) {
                throw new TransportException(settings.interfaceProperty() + ": this interface has no address; "
                    + known());
            }
            return addresses.getFirst();
        }
        try {
            InetAddress address = InetAddress.getByName(settings.networkInterface());
            if (NetworkInterface.getByInetAddress(address) != null) {
                return address;
            }
        } catch (UnknownHostException e) {
            // named below
        }
        throw new TransportException(settings.interfaceProperty() + ": host " + PeerAddress.hostName()
            + " has no such interface or address; " + known());
    }

    private static InetAddress external() throws SocketException {
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp() && !each.isLoopback() && !addresses(each).isEmpty()) {
                return addresses(each).getFirst();
            }
        }
        throw new TransportException("transport nio: host " + PeerAddress.hostName() + " has no network interface by "
            + "which other hosts could reach it; " + known());
    }

    /** Its addresses, those that other hosts can use first, and IPv4 first among them. */
    private static List<InetAddress> addresses(NetworkInterface one) {
        return one.inetAddresses().sorted(Comparator.comparing(InetAddress::isLinkLocalAddress)
            .thenComparing(address -> !(address instanceof Inet4Address))).toList();
    }

    private static String known() throws SocketException {
        StringJoiner names = new StringJoiner(", ");
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            List<String> addresses = new ArrayList<>();
            addresses(each).forEach(address -> addresses.add(address.getHostAddress()));
            names.add(each.getName() + " " + addresses);
        }
        return "there are " + names;
    }
}
