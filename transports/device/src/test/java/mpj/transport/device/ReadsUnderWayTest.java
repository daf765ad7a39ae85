package mpj.transport.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

class ReadsUnderWayTest {
    private static final int MOST = 3;
    private static final TransportException LOST = new TransportException("lost");

    private final ReadsUnderWay<String> reads = new ReadsUnderWay<>(MOST);
    /** The cookies of the reads whose ends were reported, and why each has failed. */
    private final List<Long> ended = new ArrayList<>();
    private final List<TransportException> failures = new ArrayList<>();
    private final PacketHandler handler = new PacketHandler() {
        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            throw new AssertionError("no packets here");
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            ended.add(cookie);
            failures.add(failure);
        }
    };

    private int begin(String source, long cookie) {
        int place = reads.next();
        reads.begin(source, cookie);
        return place;
    }

    @Test
    void placesAreUsedAgain() {
        int first = begin("a", 1);
        begin("a", 2);
        begin("b", 3);
        assertTrue(reads.isFull());
        reads.end(first, null, handler);
        assertFalse(reads.isFull());
        assertEquals(first, begin("b", 4));
        assertEquals(List.of(1L), ended);
        assertNull(failures.getFirst());
    }

    @Test
    void readsOfALostPeerEndOnce() {
        int first = begin("a", 1);
        int other = begin("b", 2);
        int second = begin("a", 3);
        reads.lost("a", LOST, handler);
        assertEquals(List.of(1L, 3L), ended.stream().sorted().toList());
        assertEquals(List.of(LOST, LOST), failures);
        assertTrue(reads.isFull(), "the device has not finished with them");
        assertNull(reads.source(first));
        assertEquals("b", reads.source(other));

        reads.end(first, LOST, handler);
        reads.end(second, null, handler);
        assertEquals(2, ended.size());
        assertFalse(reads.isFull());
        reads.end(other, null, handler);
        assertEquals(2L, ended.getLast());
    }
}
