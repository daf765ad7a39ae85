package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/** Takes packets as they arrive. */
public interface PacketHandler {

    /**
     * Takes one packet. The payload is valid during the call only.
     *
     * @param source the sender's index
     * @param envelope the engine's envelope word
     * @param header the section header
     * @param segment the memory that holds the payload
     * @param offset where the payload starts in {@code segment}
     * @param bytes the payload's size
     */
    void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes);

    /**
     * Asks where a payload belongs that has not arrived yet. A transport asks this about a packet that is longer than
     * {@link Channel#maximumPayload}, or that was {@linkplain Channel#sendInPlace sent in place}. If the transport can,
     * it reads the payload straight to that place and reports it to {@link #arrived}; else it hands the packet to
     * {@link #packet}. In both cases no other packet of that sender is handed over in between.
     *
     * @param source the sender's index
     * @param envelope the engine's envelope word
     * @param header the section header
     * @param bytes the payload's size
     * @return memory of at least that size, on the heap or off it; null if the payload must come as a packet
     */
    default MemorySegment destination(int source, long envelope, long header, long bytes) {
        return null;
    }

    /**
     * Whether the rest of a packet may still be read to its {@link #destination}. A transport asks this each time
     * before it reads there: the operation may have failed in between, and its memory is the program's again. If not,
     * the transport hands over the rest as a packet.
     *
     * @param source the sender's index
     * @param envelope the engine's envelope word
     * @param header the section header
     * @return whether the memory may be written
     */
    default boolean awaits(int source, long envelope, long header) {
        return true;
    }

    /**
     * Reports that more of a packet has arrived in its {@link #destination}.
     *
     * @param source the sender's index
     * @param envelope the engine's envelope word
     * @param header the section header
     * @param bytes how many more bytes
     */
    default void arrived(int source, long envelope, long header, long bytes) {
        throw new UnsupportedOperationException("nothing was to be read to a place of its own");
    }

    /**
     * Reports that a peer is lost. Nothing more will come from it, and packets committed to it go nowhere. This is
     * called once per peer, from within {@link Transport#progress}, after the last packet that did arrive. From then on
     * the peer's channel is no longer used. A rank of this process's job that has closed its transport in order is not
     * lost, because all ranks of a job close theirs together. A process of another job is.
     *
     * @param peer the peer's index
     * @param cause names the peer's host and what happened
     */
    default void lost(int peer, TransportException cause) {
        throw cause;
    }

    /**
     * Reports that a read of remote memory has ended.
     *
     * @param cookie the value given to {@link RemoteMemory#read}
     * @param failure null if the bytes are there
     */
    default void completed(long cookie, TransportException failure) {
        throw new UnsupportedOperationException("nobody reads remote memory here");
    }
}
