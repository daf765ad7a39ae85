package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.engine.packet.TransportChoice;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

/** No transport is installed in this test. */
class MissingArtifactTest {

    private static void assertSays(String transport, String expected) {
        String message = assertThrows(TransportException.class, () -> TransportChoice.of(transport)).getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void programWithoutTransportIsToldWhichArtifactsThereAre() {
        assertSays(null, "add at run time org.mpj:mpj-transport-shm, org.mpj:mpj-transport-threads, "
            + "org.mpj:mpj-transport-nio or all three");
        assertSays("shm", "add at run time org.mpj:mpj-transport-shm");
    }
}
