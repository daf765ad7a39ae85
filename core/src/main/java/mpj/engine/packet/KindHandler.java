package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.match.Envelope;

/**
 * Handles the packets of some {@linkplain Envelope kinds}. Each part of the engine with a protocol of its own handles
 * the packets of that protocol, and is registered for them with {@link Arrivals#handle}. Called with the engine's lock
 * held.
 */
interface KindHandler {
    /**
     * A packet has arrived.
     *
     * @param source the sender's rank in the job
     * @param envelope its first word
     * @param header its second word
     * @param segment where its payload lies, until this returns
     * @param offset where in it
     * @param bytes the payload's size
     */
    void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes);
}
