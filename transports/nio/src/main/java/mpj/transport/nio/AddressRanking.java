package mpj.transport.nio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Ranks a host's addresses by how well other hosts can use them: global addresses first, then link-local, then
 * loopback, and IPv4 before IPv6 among each. Addresses that rank equally keep their order.
 */
final class AddressRanking {
    private static final Comparator<InetAddress> BEST_FIRST = Comparator.comparing(InetAddress::isLoopbackAddress)
        .thenComparing(InetAddress::isLinkLocalAddress).thenComparing(address -> !(address instanceof Inet4Address));

    private AddressRanking() {
    }

    static List<InetAddress> ranked(List<InetAddress> addresses) {
        return addresses.stream().sorted(BEST_FIRST).toList();
    }

    /**
     * The best address that can be used; if none can be used, the best of all.
     *
     * @param addresses at least one
     * @param usable whether the system lets this process listen on the address. It does not while it still checks
     *     whether another host has the address, nor if another host has it
     */
    static InetAddress best(List<InetAddress> addresses, Predicate<InetAddress> usable) {
        List<InetAddress> ranked = ranked(addresses);
        return ranked.stream().filter(usable).findFirst().orElse(ranked.getFirst());
    }
}
