package mpj.transport.shm;

import static mpj.transport.ring.ChannelLayout.LINE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import mpj.transport.ring.ChannelLayout;
import org.junit.jupiter.api.Test;

/** No two things share memory, and no two writers a cache line. */
class InboxLayoutTest {
    private static void take(BitSet taken, long from, long bytes) {
        assertEquals(-1, overlap(taken, from, bytes), "bytes " + from + " to " + (from + bytes) + " are taken twice");
        taken.set((int) from, (int) (from + bytes));
    }

    private static int overlap(BitSet taken, long from, long bytes) {
        int next = taken.nextSetBit((int) from);
        return next >= from + bytes ? -1 : next;
    }

    @Test
    void partsOfTheHeaderLieInLinesOfTheirOwn() {
        BitSet taken = new BitSet();
        take(taken, 0, LINE);
        take(taken, InboxLayout.DOORBELL_AT, LINE);
        take(taken, InboxLayout.SENDERS_AT, LINE);
        for (int channels : new int[] {1, 2, 900, 1000, 5000}) {
            BitSet each = (BitSet) taken.clone();
            take(each, InboxLayout.SENDER_RANKS_AT, 4L * channels);
            assertTrue(each.length() <= InboxLayout.headerBytes(channels));
            assertEquals(0, InboxLayout.headerBytes(channels) % InboxLayout.PAGE, "a mapping starts at a page");
        }
        assertTrue(InboxLayout.CHANNEL_BYTES_AT + Long.BYTES <= LINE);
    }

    @Test
    void channelsFollowEachOther() {
        for (int channels : new int[] {1, 2, 8, 1000}) {
            assertTrue(InboxLayout.channelAt(channels, 0) >= InboxLayout.headerBytes(channels));
            for (int sender = 0; sender < channels; sender++) {
                assertEquals(InboxLayout.channelAt(channels, sender) + ChannelLayout.CHANNEL_BYTES,
                    InboxLayout.channelAt(channels, sender + 1));
            }
            assertEquals(InboxLayout.channelAt(channels, channels), InboxLayout.inboxBytes(channels));
        }
    }
}
