package mpj.bench.compare;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The bare exchange of a flag between two cores through shared memory. Its time tells how far apart the two cores are
 * at the moment.
 */
final class FlagExchange {
    private static final VarHandle FLAG = ValueLayout.JAVA_LONG.varHandle();
    private static final int EXCHANGES = 4_000;
    /** The distance is two cache lines, because the prefetcher of some processors fetches lines in pairs. */
    private static final long ECHO_OFFSET = 128;

    private final PinnedPair pair;

    FlagExchange(PinnedPair pair) {
        this.pair = pair;
    }

    /** The time of half a round trip in microseconds. */
    double microseconds() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment flags = arena.allocate(2 * ECHO_OFFSET, ECHO_OFFSET);
            long[] led = {0};
            long[] echoed = {0};
            return pair.halfRoundTrip(EXCHANGES,
                exchanges -> led[0] = lead(flags, led[0], exchanges),
                exchanges -> echoed[0] = echo(flags, echoed[0], exchanges));
        }
    }

    // The counters are local variables of static methods. As fields, they would double the measured time.

    private static long lead(MemorySegment flags, long from, int exchanges) {
        long last = from + exchanges;
        for (long i = from + 1; i <= last; i++) {
            FLAG.setRelease(flags, 0L, i);
            while ((long) FLAG.getAcquire(flags, ECHO_OFFSET) != i) {
                Thread.onSpinWait();
            }
        }
        return last;
    }

    private static long echo(MemorySegment flags, long from, int exchanges) {
        long last = from + exchanges;
        for (long i = from + 1; i <= last; i++) {
            while ((long) FLAG.getAcquire(flags, 0L) != i) {
                Thread.onSpinWait();
            }
            FLAG.setRelease(flags, ECHO_OFFSET, i);
        }
        return last;
    }
}
