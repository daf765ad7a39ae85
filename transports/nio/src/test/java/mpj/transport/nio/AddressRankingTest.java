package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice among several addresses on which a rank can listen. */
class AddressRankingTest {
    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static List<InetAddress> addresses(String... texts) {
        return List.of(texts).stream().map(AddressRankingTest::address).toList();
    }

    @Test
    void globalComesBeforeLinkLocalAndIpv4BeforeIpv6() {
        assertEquals(addresses("10.9.0.1", "2001:db8::1", "fd00::1", "169.254.7.7", "fe80::1", "127.0.0.1"),
            AddressRanking.ranked(addresses("127.0.0.1", "fe80::1", "2001:db8::1", "169.254.7.7", "fd00::1",
                "10.9.0.1")));
    }

    @Test
    void addressesThatAreAlikeKeepTheirOrder() {
        assertEquals(addresses("192.168.0.2", "10.0.0.1", "203.0.113.1"),
            AddressRanking.ranked(addresses("192.168.0.2", "10.0.0.1", "203.0.113.1")));
    }

    @Test
    void unusableAddressesComeAfterUsableOnes() {
        List<InetAddress> all = addresses("2001:db8::1", "fe80::1", "10.9.0.1");
        assertEquals(address("10.9.0.1"), AddressRanking.best(all, _ -> true));
        assertEquals(address("fe80::1"), AddressRanking.best(all, InetAddress::isLinkLocalAddress));
        assertEquals(address("10.9.0.1"), AddressRanking.best(all, _ -> false));
    }
}
