package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.Transport;

/**
 * Where the payloads of unexpected messages are kept. A source that has too many of them here is asked to announce its
 * messages instead of sending them, until half is taken: so memory stays bounded, and nothing is dropped.
 */
final class UnexpectedMemory {
    /** From so many unmatched bytes of one source on, it is asked to announce. */
    private static final long CONGESTED_BYTES = 4 << 20;

    private final MessagePool pool = new MessagePool();
    private final Destinations destinations;

    UnexpectedMemory(Destinations destinations) {
        this.destinations = destinations;
    }

    void store(Source source, Arrival arrival, long bytes) {
        arrival.stored = pool.take(bytes);
        source.unexpectedBytes += arrival.stored.byteSize();
        if (!source.congested && source.unexpectedBytes > CONGESTED_BYTES) {
            congest(source, true);
        }
    }

    void release(Source source, Arrival arrival) {
        MemorySegment stored = arrival.stored;
        source.unexpectedBytes -= stored.byteSize();
        pool.give(stored);
        arrival.stored = null;
        if (source.congested && source.unexpectedBytes < CONGESTED_BYTES / 2) {
            congest(source, false);
        }
    }

    private void congest(Source source, boolean congested) {
        if (!source.lost) {
            Transport transport = destinations.to(source.rank).transport;
            if (transport != null) {
                source.congested = congested;
                transport.congested(source.rank, congested);
            }
        }
    }

    void close() {
        pool.close();
    }
}
