package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Peer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The messages by which ranks connect. */
class SetupMessageTest {
    private static final byte[] SECRET = {1, 2, 3};
    private static final byte[] SECRET_WITH_JOB_7 = {4, 5};

    /** The secrets of a rank whose own job has six ranks, and that knows rank 2 of job 7. */
    private static byte[] secret(Peer peer) {
        if (peer.job() == Introductions.SAME_JOB) {
            return peer.rank() >= 0 && peer.rank() < 6 ? SECRET : null;
        }
        return peer.equals(new Peer(7, 2)) ? SECRET_WITH_JOB_7 : null;
    }

    private static SetupMessage read(byte[] bytes) {
        return SetupMessage.decode(SetupMessageTest::secret, bytes);
    }

    private static SetupMessage message(boolean reply, int number, long address, byte[] gid) {
        return message(new Peer(Introductions.SAME_JOB, Math.floorMod(number, 6)), reply, number, address, gid);
    }

    private static SetupMessage message(Peer from, boolean reply, int number, long address, byte[] gid) {
        return new SetupMessage(reply, from, number + 1, number * 19, number * 23,
            new PeerAddress(reply, 5, (short) number, gid, number ^ 99, number ^ 77), number * 3, number * 5,
            address, ~address, number * 7, new RingsAddress(address + 1, number * 13, number * 17), number * 11, 16);
    }

    @Property(tries = 200)
    void isReadAsItWasWritten(@ForAll boolean reply, @ForAll int number, @ForAll long address,
                              @ForAll @Size(PeerAddress.GID_BYTES) byte[] gid) {
        SetupMessage message = message(reply, number, address, gid);
        SetupMessage read = read(message.encode(SECRET));
        assertEquals(message.from(), read.from());
        assertEquals(message.index(), read.index());
        assertArrayEquals(gid, read.address().gid());
        assertArrayEquals(message.encode(SECRET), read.encode(SECRET));
        assertEquals(message.wordAddress(), read.wordAddress());
        assertEquals(message.rings(), read.rings());
        assertEquals(message.reads(), read.reads());
    }

    @Property(tries = 200)
    void isRefusedWhenAnyByteDiffers(@ForAll @IntRange(max = SetupMessage.BYTES - 1) int at,
                                     @ForAll @ByteRange(min = 1) byte difference) {
        byte[] bytes = message(true, 4, 5, new byte[PeerAddress.GID_BYTES]).encode(SECRET);
        bytes[at] ^= difference;
        assertNull(read(bytes));
    }

    @Property(tries = 50)
    void isRefusedWithAnotherSecretOrLength(@ForAll @IntRange(max = 200) int length) {
        byte[] bytes = message(false, 4, 5, new byte[PeerAddress.GID_BYTES]).encode(SECRET);
        assertNull(SetupMessage.decode(_ -> new byte[] {1, 2}, bytes));
        if (length != bytes.length) {
            assertNull(read(Arrays.copyOf(bytes, length)));
        }
    }

    @Test
    void numbersThatNoRankSendsAreNamed() {
        for (int credits : new int[] {0, -1, Integer.MIN_VALUE, SetupMessage.MOST_CREDITS + 1, Integer.MAX_VALUE}) {
            assertTrue(giving(credits, 16).damage().contains("gives " + credits + " credits"), "credits " + credits);
        }
        assertTrue(giving(1, -1).damage().contains("-1 reads"));
        assertNull(giving(1, 0).damage());
        assertNull(giving(SetupMessage.MOST_CREDITS, 16).damage());
    }

    private static SetupMessage giving(int credits, int reads) {
        return new SetupMessage(false, new Peer(Introductions.SAME_JOB, 4), 5, 4, 16 << 10,
            new PeerAddress(false, 5, (short) 4, new byte[PeerAddress.GID_BYTES], 99, 98), 12, 20, 5, 6, 28,
            new RingsAddress(6, 52, 68), credits, reads);
    }

    @Test
    void comesFromARankOfThisJobOrFromAKnownRankOfAnotherJob() {
        byte[] gid = new byte[PeerAddress.GID_BYTES];
        for (int from : new int[] {-1, Integer.MIN_VALUE, 6, Integer.MAX_VALUE}) {
            assertNull(read(message(new Peer(Introductions.SAME_JOB, from), false, 4, 0, gid).encode(SECRET)));
        }
        Peer known = new Peer(7, 2);
        assertEquals(known, read(message(known, false, 4, 0, gid).encode(SECRET_WITH_JOB_7)).from());
        assertNull(read(message(known, false, 4, 0, gid).encode(SECRET)), "with the secret of this job");
        assertNull(read(message(new Peer(7, 1), false, 4, 0, gid).encode(SECRET_WITH_JOB_7)), "another rank");
        assertNull(read(message(new Peer(8, 2), false, 4, 0, gid).encode(SECRET_WITH_JOB_7)), "another job");
    }
}
