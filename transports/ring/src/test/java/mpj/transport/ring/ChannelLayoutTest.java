package mpj.transport.ring;

import static mpj.transport.ring.ChannelLayout.LINE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** No two parts share memory, and no two writers share a cache line. */
class ChannelLayoutTest {
    private static void take(BitSet taken, long from, long bytes) {
        assertEquals(-1, overlap(taken, from, bytes), "bytes " + from + " to " + (from + bytes) + " are taken twice");
        taken.set((int) from, (int) (from + bytes));
    }

    private static int overlap(BitSet taken, long from, long bytes) {
        int next = taken.nextSetBit((int) from);
        return next >= from + bytes ? -1 : next;
    }

    @Test
    void partsOfAChannelLieInLinesOfTheirOwn() {
        BitSet taken = new BitSet();
        take(taken, ChannelLayout.CELLS_TAKEN_AT, LINE);
        assertTrue(ChannelLayout.GIVEN_BACK_AT + Long.BYTES <= ChannelLayout.CONGESTED_AT + LINE);
        take(taken, ChannelLayout.CONGESTED_AT, LINE);
        for (int n = 0; n < ChannelLayout.CELLS; n++) {
            assertEquals(0, ChannelLayout.cellAt(n) % LINE);
            take(taken, ChannelLayout.cellAt(n), ChannelLayout.CELL);
        }
        assertEquals(0, ChannelLayout.GIVEN_AT % LINE);
        take(taken, ChannelLayout.GIVEN_AT, ChannelLayout.GIVEN * Short.BYTES);
        for (int block = 0; block < ChannelLayout.BLOCKS; block++) {
            assertEquals(0, ChannelLayout.blockAt(block) % LINE);
            take(taken, ChannelLayout.blockAt(block),
                block < ChannelLayout.SMALL_BLOCKS ? ChannelLayout.SMALL_BYTES : ChannelLayout.LARGE_BYTES);
        }
        assertTrue(taken.length() <= ChannelLayout.CHANNEL_BYTES);
        assertTrue(ChannelLayout.blockAt(ChannelLayout.SMALL_BLOCKS + ChannelLayout.FIRST_LARGE_BLOCKS)
            <= ChannelLayout.FIRST_BYTES);
        assertEquals(0, ChannelLayout.CHANNEL_BYTES % ChannelLayout.PAGE);
        assertEquals(1, Integer.bitCount(ChannelLayout.GIVEN));
        assertTrue(ChannelLayout.GIVEN >= 2 * ChannelLayout.BLOCKS);
        assertEquals(1, Integer.bitCount(ChannelLayout.CELLS));
    }

    @Test
    void partsOfACellLieBesideEachOther() {
        BitSet taken = new BitSet();
        take(taken, 0, Long.BYTES);
        take(taken, ChannelLayout.CELL_ENVELOPE, Long.BYTES);
        take(taken, ChannelLayout.CELL_HEADER, Long.BYTES);
        take(taken, ChannelLayout.CELL_PAYLOAD, ChannelLayout.CELL_PAYLOAD_BYTES);
        assertEquals(ChannelLayout.CELL, taken.cardinality());
    }

    @Test
    void cellsAreUsedInTurn() {
        for (long n : new long[] {0, 1, ChannelLayout.CELLS - 1, 1L << 32, (1L << 32) + 5}) {
            assertEquals(ChannelLayout.cellAt(n), ChannelLayout.cellAt(n + ChannelLayout.CELLS));
            assertTrue(ChannelLayout.cellAt(n) != ChannelLayout.cellAt(n + 1));
        }
    }
}
