package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.match.Envelope;

/**
 * Handles the packets of some {@linkplain Envelope kinds}. Each part of the engine with a protocol of its own handles
 * the packets of that protocol, and is registered for them with {@link PacketIntake#handle}. Called with the engine's
 * lock held.
 */
interface KindHandler {
    /**
     * A packet has arrived.
     *
     * @param source the sender's rank in the job
     * @param envelope the packet's first word
     * @param header the packet's second word
     * @param segment holds the packet's payload until this method returns
     * @param offset where in the segment the payload begins
     * @param bytes the payload's size
     */
    void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes);
}
