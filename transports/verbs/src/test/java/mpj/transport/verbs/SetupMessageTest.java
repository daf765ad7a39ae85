package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The messages by which ranks connect. */
class SetupMessageTest {
    private static final byte[] SECRET = {1, 2, 3};

    private static SetupMessage message(boolean reply, int number, long address, byte[] gid) {
        return new SetupMessage(reply, number, number + 1, new PeerAddress(reply, 5, (short) number, gid, number ^ 99),
            number * 3, number * 5, address, ~address, number * 7,
            new RingsAddress(address + 1, number * 13, number * 17), number * 11, 16);
    }

    @Property(tries = 200)
    void isReadAsItWasWritten(@ForAll boolean reply, @ForAll int number, @ForAll long address,
                              @ForAll @Size(PeerAddress.GID_BYTES) byte[] gid) {
        SetupMessage message = message(reply, number, address, gid);
        SetupMessage read = SetupMessage.decode(SECRET, message.encode(SECRET));
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
        assertNull(SetupMessage.decode(SECRET, bytes));
    }

    @Property(tries = 50)
    void isRefusedWithAnotherSecretOrLength(@ForAll @IntRange(max = 200) int length) {
        byte[] bytes = message(false, 4, 5, new byte[PeerAddress.GID_BYTES]).encode(SECRET);
        assertNull(SetupMessage.decode(new byte[] {1, 2}, bytes));
        if (length != bytes.length) {
            assertNull(SetupMessage.decode(SECRET, Arrays.copyOf(bytes, length)));
        }
    }

    @Test
    void concernsItsReceiverAloneAndOnlyFromARankOfTheJob() {
        for (int from : new int[] {-1, Integer.MIN_VALUE, 6, Integer.MAX_VALUE}) {
            SetupMessage message = message(false, from, 0, new byte[PeerAddress.GID_BYTES]);
            assertFalse(message.isFor(from + 1, 6), "rank " + from);
        }
        assertTrue(message(false, 4, 0, new byte[PeerAddress.GID_BYTES]).isFor(5, 6));
        assertFalse(message(false, 4, 0, new byte[PeerAddress.GID_BYTES]).isFor(4, 6));
    }
}
