package mpj.engine.match;

import java.lang.foreign.MemorySegment;

/**
 * Keeps the payloads of unexpected messages. If it keeps too many bytes of one source, it asks that source to announce
 * its messages instead of sending them, until less than half of the limit is kept. So memory stays bounded, and nothing
 * is dropped.
 */
public final class UnexpectedMemory {
    /** A source with more unmatched bytes than this is asked to announce its messages. */
    private static final long CONGESTED_BYTES = 4 << 20;

    private final MessagePool pool = new MessagePool();
    private final Congestion congestion;

    public UnexpectedMemory(Congestion congestion) {
        this.congestion = congestion;
    }

    public void store(Source source, Arrival arrival, long bytes) {
        arrival.stored = pool.take(bytes);
        source.unexpectedBytes += arrival.stored.byteSize();
        if (!source.congested && source.unexpectedBytes > CONGESTED_BYTES) {
            congest(source, true);
        }
    }

    public void release(Source source, Arrival arrival) {
        MemorySegment stored = arrival.stored;
        source.unexpectedBytes -= stored.byteSize();
        pool.give(stored);
        arrival.stored = null;
        if (source.congested && source.unexpectedBytes < CONGESTED_BYTES / 2) {
            congest(source, false);
        }
    }

    private void congest(Source source, boolean congested) {
        if (!source.lost && congestion.tell(source.rank, congested)) {
            source.congested = congested;
        }
    }

    public void close() {
        pool.close();
    }
}
