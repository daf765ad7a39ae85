package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How a host without other hosts of a job is found by them later. */
class OwnAddressTest {
    @Test
    void nameIsTakenWithoutUserAndPort() {
        assertEquals("b", OwnAddress.bare("b"));
        assertEquals("b.example.org", OwnAddress.bare("me@b.example.org"));
        assertEquals("b", OwnAddress.bare("b:6749"));
        assertEquals("2001:db8::7", OwnAddress.bare("me@2001:db8::7"));
    }

    @Test
    void hostThatIsAloneHasNone() {
        assertEquals("", OwnAddress.towards(List.of()));
        assertEquals("", OwnAddress.towards(List.of(new Host(Host.LOCAL, 4))));
    }

    @Test
    void namesThatOnlySshKnowsArePassedOver() {
        assertEquals("", OwnAddress.towards(List.of(new Host("no-such-host.invalid", 1), new Host("127.0.0.2", 1))));
    }
}
