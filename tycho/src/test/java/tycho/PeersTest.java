package tycho;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final UUID ONE = new UUID(0, 1);

    private final Peers peers = new Peers(new UUID(0, 0), null, null, null);
    private long now;

    private void tick(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            peers.tick(now);
        }
    }

    /** Otherwise a client would keep something of each client that it has ever met. */
    @Test
    void aPeerWithoutStreamsIsForgottenAfterAWhile() {
        Peer peer = peers.of(ONE);
        tick(50);
        assertSame(peer, peers.of(ONE));
        tick(50);
        assertSame(peer, peers.of(ONE));
        tick(70);
        assertNotSame(peer, peers.of(ONE));
    }

    @Test
    void aPeerWithAStreamIsKept() {
        Peer peer = peers.of(ONE);
        Runnable stream = () -> { };
        peer.onNewPath(stream);
        tick(500);
        assertSame(peer, peers.of(ONE));
        peer.forget(stream);
        tick(70);
        assertNotSame(peer, peers.of(ONE));
    }
}
