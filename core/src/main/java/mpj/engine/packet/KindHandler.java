package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.match.Envelope;
import mpj.transport.spi.PacketHandler;

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

    /**
     * Where the payload of a packet belongs that has not arrived yet: see {@link PacketHandler#destination}. This does
     * not throw: a packet that makes no sense has no such place, and {@link #packet} refuses it when it has come.
     *
     * @return memory for the payload; null if the payload must come as a packet, as all payloads do by default
     */
    default MemorySegment destination(int source, long envelope, long header, long bytes) {
        return null;
    }

    /** Whether that memory may still be written: see {@link PacketHandler#awaits}. */
    default boolean awaits(int source, long envelope, long header) {
        return true;
    }

    /**
     * More of a payload has arrived in its destination: see {@link PacketHandler#arrived}. If the sender is lost
     * meanwhile, the rest of the payload may never come.
     */
    default void arrived(int source, long envelope, long header, long bytes) {
        throw new UnsupportedOperationException("no packet of kind " + Envelope.kind(envelope) + " has a destination");
    }
}
