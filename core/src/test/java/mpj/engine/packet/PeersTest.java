package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.engine.JobAddresses;
import mpj.transport.spi.Peer;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final int SIZE = 65_536;
    private static final JobAddresses NOWHERE = rank -> new byte[0];

    private final Peers peers = new Peers(SIZE);

    @Test
    void ranksOfTheOwnJobHaveTheirRankAsIndex() {
        assertTrue(peers.isOwn(0));
        assertTrue(peers.isOwn(SIZE - 1));
        assertEquals("rank 65535", peers.name(SIZE - 1));
    }

    @Test
    void othersHaveTheNextInTheOrderInWhichTheyAreMet() {
        Peer high = new Peer(-1, 60_000);
        Peer low = new Peer(5, 0);
        assertFalse(peers.contains(high));
        assertEquals(SIZE, peers.meet(high, NOWHERE));
        assertEquals(SIZE + 1, peers.meet(low, NOWHERE));
        assertEquals(SIZE + 2, peers.meet(new Peer(5, 1), NOWHERE));
        assertEquals(SIZE, peers.meet(new Peer(-1, 60_000), NOWHERE), "met again");
        assertTrue(peers.contains(high));
        assertFalse(peers.isOwn(SIZE));
        assertSame(low, peers.met(SIZE + 1).peer());
        assertEquals("rank 60000 of job ffffffffffffffff", peers.name(SIZE));
    }

    /** A launcher does not know the worlds of a job. A process is in one of them at a time. */
    @Test
    void launchersNameTheLastWorldInWhichAProcessWasMet() {
        long job = 0x1234_5678_0000_0000L;
        assertEquals(-1, peers.index(new Peer(job, 3)));
        peers.meet(new Peer(job | 7, 3), NOWHERE);
        assertEquals(SIZE, peers.index(new Peer(job, 3)));
        peers.meet(new Peer(job | 4, 3), NOWHERE);
        assertEquals(SIZE + 1, peers.index(new Peer(job, 3)));
        assertEquals(-1, peers.index(new Peer(job, 4)));
    }
}
