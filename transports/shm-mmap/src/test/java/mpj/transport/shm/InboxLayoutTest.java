package mpj.transport.shm;

import static mpj.transport.ring.ChannelLayout.LINE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import mpj.transport.ring.ChannelLayout;
import org.junit.jupiter.api.Test;

/** No two parts share memory, and no two writers share a cache line. */
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
        take(taken, InboxLayout.FREE_AT, InboxLayout.FREE_WORDS * Long.BYTES);
        assertTrue(InboxLayout.SLOTS_TAKEN_AT + Integer.BYTES <= InboxLayout.SENDERS_AT + LINE);
        assertEquals(0, InboxLayout.FREE_AT % Long.BYTES, "an atomic access is aligned");
        assertTrue(InboxLayout.CHANNEL_BYTES_AT + Long.BYTES <= InboxLayout.LEFT_AT);
        assertTrue(InboxLayout.LEFT_AT + Integer.BYTES <= LINE);
        assertTrue(taken.length() <= InboxLayout.HEADER_BYTES);
    }

    @Test
    void slotsFollowTheHeaderAndEachOtherAndBeginAtPages() {
        assertEquals(InboxLayout.HEADER_BYTES, InboxLayout.channelAt(0));
        for (int slot : new int[] {0, 1, 7, 1000, 65_535}) {
            assertEquals(InboxLayout.channelAt(slot) + ChannelLayout.CHANNEL_BYTES, InboxLayout.channelAt(slot + 1));
            assertEquals(0, InboxLayout.channelAt(slot) % ChannelLayout.PAGE, "a mapping starts at a page");
        }
    }

    @Test
    void firstSlotsHaveABitEach() {
        BitSet taken = new BitSet();
        for (int slot = 0; InboxLayout.canBeFreed(slot); slot++) {
            int word = InboxLayout.freeWord(slot);
            assertTrue(word < InboxLayout.FREE_WORDS);
            int bit = word * Long.SIZE + Long.numberOfTrailingZeros(InboxLayout.freeBit(slot));
            assertEquals(1, Long.bitCount(InboxLayout.freeBit(slot)));
            assertFalse(taken.get(bit), "slot " + slot);
            taken.set(bit);
        }
        assertEquals(InboxLayout.FREE_WORDS * Long.SIZE, taken.cardinality());
    }

    @Test
    void senderIsNotedInItsOwnLineOfTheChannel() {
        assertEquals(InboxLayout.SENDER_JOB_AT + Long.BYTES, InboxLayout.SENDER_RANK_AT);
        assertEquals(InboxLayout.SENDER_RANK_AT + Integer.BYTES, InboxLayout.SENDER_PROCESS_AT);
        assertTrue(InboxLayout.SENDER_JOB_AT + InboxLayout.SENDER_BYTES <= ChannelLayout.SENDER_AT + LINE);
    }
}
