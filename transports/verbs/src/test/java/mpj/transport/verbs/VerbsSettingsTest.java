package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import mpj.settings.SettingException;
import mpj.transport.spi.Job;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors that are reported without a device. */
class VerbsSettingsTest {

    @ParameterizedTest
    @CsvSource({"mpj.verbs.port,0", "mpj.verbs.port,x", "mpj.verbs.gid,-2", "mpj.verbs.packet,8",
        "mpj.verbs.receives,1", "mpj.verbs.rings,8192", "mpj.verbs.ring.packet,63", "mpj.verbs.ring.after,0",
        "mpj.verbs.read,0"})
    void valuesOutOfRangeAreErrorsThatNameThem(String property, String value) {
        System.setProperty(property, value);
        try {
            String message = assertThrows(SettingException.class, () -> VerbsSettings.fromProperties("")).getMessage();
            assertTrue(message.startsWith("-D" + property + "=" + value + ": expected "), message);
        } finally {
            System.clearProperty(property);
        }
    }

    @Test
    void deviceIsNamedAfterTheColon() {
        assertEquals("mlx5_1", VerbsSettings.fromProperties("mlx5_1").device());
    }

    @Test
    void withoutADeviceTheTransportIsUnavailableAndSaysWhy() {
        Assumptions.assumeFalse(Files.exists(Path.of("/sys/class/infiniband")), "this host has RDMA devices");
        String message = assertThrows(TransportException.class,
            () -> new VerbsProvider().open(new Job(0, 1, 1, new byte[1]), "")).getMessage();
        assertTrue(message.startsWith("transport verbs is unavailable: "), message);
    }

    @ParameterizedTest
    @CsvSource({"256,2,32", "256,64,4", "256,1000,1", "2,2,1", "1000,1000,1"})
    void creditsOfAllPeersNeverExceedTheReceiveQueue(int receives, int size, int credits) {
        assertEquals(credits, Connections.credits(receives, size));
    }

    @Test
    void slotsAreFreedByTheSignaledRequestThatFollows() {
        SendQueueSlots slots = new SendQueueSlots(8);
        slots.posted(false);
        slots.posted(false);
        assertTrue(slots.mustSignal());
        slots.posted(true);
        slots.posted(true);
        assertEquals(4, slots.free());
        slots.completed();
        assertEquals(7, slots.free());
        slots.completed();
        assertEquals(8, slots.free());
        slots.posted(false);
        assertTrue(slots.idle(), "what is not signaled tells nothing");
    }
}
