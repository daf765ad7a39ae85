package mpj.bench.compare;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A message and a flag through memory that two cores share: the message is copied in, the flag is released and
 * acquired, and the message is copied out. There is no envelope, no matching, and no pipelining of the copies. A short
 * message lies in the flag's own cache line.
 */
final class SharedMemoryExchange implements Limit {
    private static final VarHandle FLAG = ValueLayout.JAVA_LONG.varHandle();
    private static final int EXCHANGES = 10_000;
    private static final long LINES = 128;
    private static final long MESSAGE_OFFSET = Long.BYTES;

    private final PinnedPair pair;

    SharedMemoryExchange(PinnedPair pair) {
        this.pair = pair;
    }

    @Override
    public String label() {
        return "shared memory";
    }

    @Override
    public double microseconds(int bytes) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment there = arena.allocate(MESSAGE_OFFSET + bytes, LINES);
            MemorySegment back = arena.allocate(MESSAGE_OFFSET + bytes, LINES);
            MemorySegment first = arena.allocate(Math.max(1, bytes), LINES);
            MemorySegment second = arena.allocate(Math.max(1, bytes), LINES);
            long[] led = {0};
            long[] echoed = {0};
            return pair.halfRoundTrip(Limit.repetitions(bytes, EXCHANGES),
                exchanges -> led[0] = lead(there, back, first, bytes, led[0], exchanges),
                exchanges -> echoed[0] = echo(there, back, second, bytes, echoed[0], exchanges));
        }
    }

    private static long lead(MemorySegment there, MemorySegment back, MemorySegment own, long bytes, long from,
                             int exchanges) {
        long last = from + exchanges;
        for (long i = from + 1; i <= last; i++) {
            MemorySegment.copy(own, 0, there, MESSAGE_OFFSET, bytes);
            FLAG.setRelease(there, 0L, i);
            while ((long) FLAG.getAcquire(back, 0L) != i) {
                Thread.onSpinWait();
            }
            MemorySegment.copy(back, MESSAGE_OFFSET, own, 0, bytes);
        }
        return last;
    }

    private static long echo(MemorySegment there, MemorySegment back, MemorySegment own, long bytes, long from,
                             int exchanges) {
        long last = from + exchanges;
        for (long i = from + 1; i <= last; i++) {
            while ((long) FLAG.getAcquire(there, 0L) != i) {
                Thread.onSpinWait();
            }
            MemorySegment.copy(there, MESSAGE_OFFSET, own, 0, bytes);
            MemorySegment.copy(own, 0, back, MESSAGE_OFFSET, bytes);
            FLAG.setRelease(back, 0L, i);
        }
        return last;
    }
}
