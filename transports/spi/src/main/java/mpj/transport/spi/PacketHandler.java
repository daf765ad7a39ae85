package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/** Takes packets as they arrive. */
public interface PacketHandler {

    /**
     * Takes one packet. The payload is valid during the call only.
     *
     * @param source the sender's index
     * @param envelope the engine's word
     * @param header the section header
     * @param segment the memory that holds the payload
     * @param offset where the payload starts in it
     * @param bytes the payload's size
     */
    void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes);

    /**
     * Where the payload of a packet belongs that is longer than {@link Channel#maximumPayload}, or was
     * {@linkplain Channel#sendInPlace sent in place}, and has not arrived yet: a transport that can, reads it there,
     * and says so with {@link #arrived} instead of {@link #packet}. Whichever it is, no other packet of that sender is
     * handed over in between.
     *
     * @param source the sender's index
     * @param envelope the engine's word
     * @param header the section header
     * @param bytes the payload's size
     * @return memory of at least that size, on the heap or off it; null for what must come as a packet
     */
    default MemorySegment destination(int source, long envelope, long header, long bytes) {
        return null;
    }

    /**
     * Takes note that more of a packet has arrived in its {@link #destination}.
     *
     * @param source the sender's index
     * @param envelope the engine's word
     * @param header the section header
     * @param bytes how much more
     */
    default void arrived(int source, long envelope, long header, long bytes) {
        throw new UnsupportedOperationException("nothing was to be read to a place of its own");
    }

    /**
     * Takes the news that a peer is lost: nothing more will come from it, and what is committed to it goes nowhere.
     * Called once per peer, from within {@link Transport#progress}, after the last packet that did arrive. From then on
     * its channel is no longer used. A peer that has closed its transport in order is not lost.
     *
     * @param peer its index
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
