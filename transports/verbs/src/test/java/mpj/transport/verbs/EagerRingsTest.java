package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Packets that are written into a peer's ring, over a device. */
class EagerRingsTest {
    private static final int PACKETS = Integer.getInteger("tests.verbs.packets", 20_000);
    private static final int ROUNDS = PACKETS / 10;
    /** A duration of some hundreds of microseconds. */
    private static final int MOST_SPINS = 10_000;

    @BeforeEach
    void assumeDevice() {
        Devices.assume();
        System.setProperty("mpj.verbs.ring.after", "4");
    }

    @AfterEach
    void clear() {
        System.clearProperty("mpj.verbs.ring.after");
        System.clearProperty("mpj.verbs.rings");
    }

    private static boolean hasRing(Ends ends, int from, int to) {
        return ((VerbsChannel) ends.channel(from, to)).hasRing();
    }

    /** Sends until the receiver opens a ring. Returns how many packets that took. */
    private static int sendUntilRing(Ends ends, int from, int to) {
        int sent = 0;
        while (!hasRing(ends, from, to)) {
            int packet = sent;
            ends.await("room for packet " + packet, () -> ends.send(from, to, packet, 8));
            ends.await("packet " + packet, () -> ends.got[to].envelopes.size() > packet);
            assertTrue(++sent < 100, "no ring after " + sent + " packets");
        }
        return sent;
    }

    @Test
    void packetsThatAreWrittenAndPacketsThatAreSentArriveInOrder() {
        try (Ends ends = new Ends(2)) {
            Random random = new Random(8);
            int[] sent = new int[2];
            while (sent[0] < PACKETS || sent[1] < PACKETS) {
                int from = random.nextInt(2);
                long bytes = random.nextInt(3) > 0 ? random.nextInt(300) : random.nextInt(4000);
                for (int burst = random.nextInt(40); burst >= 0 && sent[from] < PACKETS; burst--) {
                    if (ends.send(from, 1 - from, sent[from], bytes)) {
                        sent[from]++;
                    }
                }
                ends.progress(random.nextInt(2));
            }
            ends.await("all packets", () -> ends.got[0].envelopes.size() == PACKETS
                && ends.got[1].envelopes.size() == PACKETS);
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(hasRing(ends, rank, 1 - rank));
                assertNull(ends.got[rank].wrong);
                assertEquals(LongStream.range(0, PACKETS).boxed().toList(), ends.got[rank].envelopes);
            }
        }
    }

    @Test
    void aPeerThatTakesNothingGetsNoMoreThanItsRingHolds() {
        try (Ends ends = new Ends(2)) {
            int before = sendUntilRing(ends, 0, 1);
            int sent = before;
            for (int i = 0; i < 1000; i++) {
                sent += ends.send(0, 1, sent, 8) ? 1 : 0;
                ends.progress(0);
            }
            int all = sent;
            assertTrue(all - before <= IncomingRing.PLACES + 32, "it was sent " + (all - before));
            ends.await("what was sent", () -> ends.got[1].envelopes.size() == all);
            assertEquals(LongStream.range(0, all).boxed().toList(), ends.got[1].envelopes);
        }
    }

    @Test
    void withoutRingsEverythingIsSent() {
        System.setProperty("mpj.verbs.rings", "0");
        try (Ends ends = new Ends(2)) {
            for (int i = 0; i < 100; i++) {
                int packet = i;
                ends.await("room for packet " + packet, () -> ends.send(0, 1, packet, 8));
            }
            ends.await("all packets", () -> ends.got[1].envelopes.size() == 100);
            assertFalse(hasRing(ends, 0, 1));
        }
    }

    @Test
    void aBusierPeerGetsTheRing() {
        System.setProperty("mpj.verbs.rings", "1");
        try (Ends ends = new Ends(3)) {
            int first = sendUntilRing(ends, 0, 2);
            int packet = 0;
            while (!hasRing(ends, 1, 2)) {
                int number = first + packet;
                ends.await("room for packet " + packet, () -> ends.send(1, 2, number, 8));
                ends.await("packet " + packet, () -> ends.got[2].envelopes.size() > number);
                assertTrue(++packet < 200, "the ring stays with the quiet peer");
            }
            assertFalse(hasRing(ends, 0, 2));
            int before = ends.got[2].envelopes.size();
            for (int from = 0; from < 2; from++) {
                int rank = from;
                ends.await("room", () -> ends.send(rank, 2, rank, 8));
            }
            ends.await("packets of both", () -> ends.got[2].envelopes.size() == before + 2);
            assertNull(ends.got[2].wrong);
        }
    }

    @Test
    void aRingThatIsHandedOnHoldsNoPacketOfItsLastPeer() {
        System.setProperty("mpj.verbs.rings", "1");
        try (Ends ends = new Ends(3)) {
            int first = 0;
            // The ring keeps the last 32 packets of this peer, whose numbers include those of the next peer's packets.
            for (sendUntilRing(ends, 0, 2); ends.got[2].envelopes.size() < IncomingRing.PLACES; ) {
                first = ends.got[2].envelopes.size();
                int number = first;
                ends.await("room for packet " + number, () -> ends.send(0, 2, number, 8));
                ends.await("packet " + number, () -> ends.got[2].envelopes.size() > number);
            }
            for (int packet = 0; packet < IncomingRing.PLACES; packet++) {
                int number = first + 1 + packet;
                ends.await("room for packet " + packet, () -> ends.send(1, 2, number, 8));
                ends.await("packet " + packet, () -> ends.got[2].envelopes.size() > number);
            }
            assertTrue(hasRing(ends, 1, 2), "the ring stays with the quiet peer");
            assertEquals(LongStream.range(0, 2 * IncomingRing.PLACES).boxed().toList(), ends.got[2].envelopes);
        }
    }

    /**
     * One rank sends at any moment while the other rank falls asleep. If that rank misses the packet, nothing wakes it.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void noPacketIsSleptThrough() throws InterruptedException {
        try (Ends ends = new Ends(2)) {
            int first = sendUntilRing(ends, 0, 1);
            AtomicLong answered = new AtomicLong(first);
            Thread sender = Thread.ofPlatform().daemon().start(() -> {
                Random random = new Random(1);
                int sent = 0;
                while (sent < ROUNDS) {
                    for (int pause = random.nextInt(MOST_SPINS); pause > 0; pause--) {
                        Thread.onSpinWait();
                    }
                    for (int burst = random.nextInt(5); burst >= 0 && sent < ROUNDS; sent++, burst--) {
                        while (!ends.send(0, 1, first + sent, 8)) {
                            ends.progress(0);
                        }
                    }
                    // The receiver behaves like a rank that computes: only its device answers in the meantime.
                    while (answered.get() < first + sent) {
                        LockSupport.parkNanos(10_000);
                    }
                }
            });
            while (ends.got[1].envelopes.size() < first + ROUNDS) {
                if (!ends.progress(1)) {
                    ends.ends[1].prepareToSleep();
                    ends.ends[1].sleep(TimeUnit.HOURS.toNanos(1));
                }
                answered.set(ends.got[1].envelopes.size());
            }
            sender.join();
            assertEquals(LongStream.range(0, first + ROUNDS).boxed().toList(), ends.got[1].envelopes);
        }
    }

    @Test
    void aRingIsOpenedAgainWhenItsOwnerStaysAwake() {
        try (Ends ends = new Ends(2)) {
            int sent = sendUntilRing(ends, 0, 1);
            ends.ends[1].prepareToSleep();
            ends.await("the ring to be closed", () -> !hasRing(ends, 0, 1));
            for (int i = 0; i < 10; i++) {
                int packet = sent + i;
                ends.await("room", () -> ends.send(0, 1, packet, 8));
                ends.await("packet", () -> ends.got[1].envelopes.size() > packet);
            }
            assertFalse(hasRing(ends, 0, 1), "a thread is about to sleep");
            ends.ends[1].sleep(1000);
            for (int i = 0; i < 10; i++) {
                int packet = sent + 10 + i;
                ends.await("room", () -> ends.send(0, 1, packet, 8));
                ends.await("packet", () -> ends.got[1].envelopes.size() > packet);
            }
            ends.await("the ring", () -> hasRing(ends, 0, 1));
        }
    }
}
