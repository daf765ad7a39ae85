package mpj.transport.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import mpj.bindings.ThisHost;
import mpj.transport.spi.Job;
import mpj.transport.spi.TransportException;

/**
 * Chooses the address to listen on. The user's choice comes first. The next choice is the address by which other hosts
 * reach this one, if the launcher knows it. Otherwise it is the loopback address if all ranks are on this host, and the
 * best address of all if not. The rank listens on no other address.
 */
final class LocalAddress {
    /**
     * The longest wait in nanoseconds. The system takes one or two seconds to check that no other host has an IPv6
     * address.
     */
    private static final long LONGEST_DETECTION = 5_000_000_000L;
    private static final long PAUSE = 50_000_000;

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
            return awaitBest(addresses);
        }
        try {
            InetAddress address = InetAddress.getByName(settings.networkInterface());
            if (NetworkInterface.getByInetAddress(address) != null) {
                return address;
            }
        } catch (UnknownHostException e) {
            // reported below
        }
        throw new TransportException(settings.interfaceProperty() + ": host " + ThisHost.name()
            + " has no such interface or address; " + known());
    }

    private static InetAddress external() throws SocketException {
        List<InetAddress> all = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp() && !each.isLoopback()) {
                all.addAll(addresses(each));
            }
        }
        if (!all.isEmpty()) {
            return awaitBest(all);
        }
        throw new TransportException("transport nio: host " + ThisHost.name() + " has no network interface by "
            + "which other hosts could reach it; " + known());
    }

    /** Waits, if necessary, until the system has checked that no other host has the address. */
    private static InetAddress awaitBest(List<InetAddress> addresses) {
        boolean onlyLinkLocal = addresses.stream().allMatch(InetAddress::isLinkLocalAddress);
        long deadline = System.nanoTime() + LONGEST_DETECTION;
        while (true) {
            InetAddress best = AddressRanking.best(addresses, LocalAddress::isUsable);
            boolean good = best.isLinkLocalAddress() == onlyLinkLocal && isUsable(best);
            if (good || System.nanoTime() - deadline > 0) {
                return best; // if the address cannot be used even now, listening on it fails with the reason
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private static boolean isUsable(InetAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<InetAddress> addresses(NetworkInterface one) {
        return AddressRanking.ranked(one.inetAddresses().toList());
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
