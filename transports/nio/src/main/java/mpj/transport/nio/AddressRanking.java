package mpj.transport.nio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which of a host's addresses others can use best: global before link-local before loopback, and IPv4 first among
 * them. Of addresses that are alike, the order stays as it was.
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
     * The best that can be used; if none can, the best of all.
     *
     * @param addresses at least one
     * @param usable whether the system lets this process listen there. It does not as long as it still looks whether
     *     another host has the address, or if one has
     */
    static InetAddress best(List<InetAddress> addresses, Predicate<InetAddress> usable) {
        List<InetAddress> ranked = ranked(addresses);
        return ranked.stream().filter(usable).findFirst().orElse(ranked.getFirst());
    }
}
