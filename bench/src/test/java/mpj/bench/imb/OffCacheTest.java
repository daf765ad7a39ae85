package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OffCacheTest {
    @Test
    void minusOneIsEightMegabytesInLinesOfSixtyFour() {
        assertEquals(new OffCache(8 << 20, 64), OffCache.parse("-1"));
        assertEquals(new OffCache(5 << 19, 128), OffCache.parse("2.5,128"));
    }

    @Test
    void otherWordsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> OffCache.parse("-2"));
        assertThrows(IllegalArgumentException.class, () -> OffCache.parse("1,2,3"));
        assertThrows(IllegalArgumentException.class, () -> OffCache.parse("8,0"));
    }

    @Property
    void everyMessageLiesWithinTheBufferAndALineFromTheNext(@ForAll @IntRange(max = 100_000) int messageBytes,
            @ForAll @IntRange(min = 1, max = 1000) int iterations, @ForAll @IntRange(max = 1 << 20) int cacheBytes) {
        OffCache offCache = new OffCache(cacheBytes, 64);
        Cycle cycle = offCache.cycle(messageBytes, iterations, 1);
        long bufferBytes = offCache.bufferBytes(messageBytes, iterations);
        int offset = 0;
        for (int i = 0; i < iterations; i++) {
            int end = offset + messageBytes;
            int next = cycle.next(offset);
            if (end > bufferBytes || next != 0 && next < end + 64) {
                throw new AssertionError("message " + i + " at " + offset + ", next at " + next + ", buffer of "
                    + bufferBytes);
            }
            offset = next;
        }
    }
}
