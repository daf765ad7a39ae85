package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.settings.SettingException;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that the user may choose but that cannot be met. */
class RefusalTest {

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    @AfterEach
    void asksForNoAnnouncement() {
        for (String name : new String[] {"domain", "interface", "packet", "queue", "read"}) {
            System.clearProperty("mpj.libfabric." + name);
        }
    }

    private static void assertRefused(String provider, String... parts) {
        String message = assertThrows(TransportException.class, () -> Pair.open(0, Pair.SECRET, provider)).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "no '" + part + "' in: " + message);
        }
    }

    @Test
    void unknownProviderIsNamedWithTheKnownOnes() {
        assertRefused("nosuch", "-Dmpj.transport=libfabric:nosuch", "no provider nosuch", "tcp", "--fabrics");
    }

    @Test
    void unknownDomainIsNamedWithTheKnownOnes() {
        System.setProperty("mpj.libfabric.domain", "nosuch0");
        assertRefused("sockets", "-Dmpj.libfabric.domain=nosuch0", "no such domain", "lo");
    }

    @Test
    void unknownInterfaceIsNamed() {
        System.setProperty("mpj.libfabric.interface", "nosuch0");
        assertRefused("sockets", "-Dmpj.libfabric.interface=nosuch0");
    }

    @ParameterizedTest
    @CsvSource({"packet, 100", "packet, many", "queue, -1", "read, 0"})
    void numberOutOfItsRangeIsNamed(String property, String value) {
        System.setProperty("mpj.libfabric." + property, value);
        String message =
            assertThrows(SettingException.class, () -> Pair.open(0, Pair.SECRET, "tcp")).getMessage();
        assertTrue(message.startsWith("-Dmpj.libfabric." + property + "=" + value + ": expected "), message);
    }
}
