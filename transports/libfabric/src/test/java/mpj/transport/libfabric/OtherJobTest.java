package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BooleanSupplier;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;
import mpj.transport.spi.Transport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ranks of two jobs that meet. */
class OtherJobTest {
    private static final long LIMIT = 60_000_000_000L;
    private static final byte[] COMMON_SECRET = {9, 8, 7};
    private static final byte[] SECRET = {1};
    private static final byte[] OTHER_SECRET = {2};
    private static final int INDEX = 5;

    private final Collected here = new Collected();

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    private static Peer peer(byte[] secret) {
        return new Peer(new Job(0, 2, 2, secret).id(), 0);
    }

    /** Makes progress as a thread does that waits for long. */
    private void await(Transport transport, BooleanSupplier done) {
        long deadline = System.nanoTime() + LIMIT;
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> here.packets + ", lost " + here.lost);
            if (!transport.progress(here)) {
                transport.prepareToSleep();
                transport.sleep(1_000_000);
            }
        }
    }

    /** The process goes on without MPI, so its end would not be seen. */
    @Test
    void introducedRankThatLeavesIsLostAfterItsLastPacket() throws InterruptedException {
        Transport transport = Pair.open(0, SECRET, "tcp");
        try (transport) {
            Transport other = Pair.open(0, OTHER_SECRET, "tcp");
            assertTrue(transport.introduce(INDEX, peer(OTHER_SECRET), COMMON_SECRET));
            assertTrue(other.introduce(INDEX, peer(SECRET), COMMON_SECRET));
            Channel channel = other.connect(INDEX, transport.address());
            Thread leaves = Thread.ofPlatform().start(() -> {
                Collected there = new Collected();
                long deadline = System.nanoTime() + LIMIT;
                while (!Pair.offer(channel, 3, 8) && System.nanoTime() < deadline) {
                    other.progress(there);
                }
                other.close();
            });
            await(transport, () -> !here.lost.isEmpty());
            leaves.join();
        }
        assertEquals(1, here.packets.size());
        assertEquals(INDEX, here.packets.getFirst().source());
        assertEquals(1, here.lost.size());
        assertTrue(here.lost.getFirst().startsWith(INDEX + ": ") && here.lost.getFirst().contains("MPI.Finalize"),
            here.lost::toString);
    }
}
