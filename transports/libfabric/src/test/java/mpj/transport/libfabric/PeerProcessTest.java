package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PeerProcessTest {

    @Test
    void lackOfDescriptorsIsNotTheEndOfAPeer() throws Exception {
        PeerProcess peer = PeerProcess.current();
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        PeerProcess ended = new PeerProcess(peer.host(), process.pid(), peer.started());
        assertTrue(peer.alive());
        assertFalse(ended.alive());
        try (NoDescriptors _ = new NoDescriptors()) {
            assertTrue(peer.alive());
            assertFalse(ended.alive());
        }
    }
}
