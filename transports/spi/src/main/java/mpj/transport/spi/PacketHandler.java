package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/** Takes packets as they arrive. */
public interface PacketHandler {

    /**
     * Takes one packet. The payload is valid during the call only.
     *
     * @param source the sender's rank in the job
     * @param envelope the engine's word
     * @param header the section header
     * @param segment the memory that holds the payload
     * @param offset where the payload starts in it
     * @param bytes the payload's size
     */
    void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes);

    /**
     * Takes the news that a peer is lost: nothing more will come from it, and what is committed to it goes nowhere.
     * Called once per peer, from within {@link Transport#progress}, after the last packet that did arrive. From then on
     * its channel is no longer used. A peer that has closed its transport in order is not lost.
     *
     * @param peer its rank in the job
     * @param cause names the peer's host and what happened
     */
    default void lost(int peer, TransportException cause) {
        throw cause;
    }

    /**
     * Takes the news that a read of remote memory has ended.
     *
     * @param cookie as given to {@link RemoteMemory#read}
     * @param failure null if the bytes are there
     */
    default void completed(long cookie, TransportException failure) {
        throw new UnsupportedOperationException("nobody reads remote memory here");
    }
}
