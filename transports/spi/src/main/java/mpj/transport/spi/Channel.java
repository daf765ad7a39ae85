package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * The way out to one peer. A packet is sent in three steps: {@link #reserve} a place for its payload, write the payload
 * into the {@link #buffer} at the offset returned, and {@link #commit}.
 *
 * <p>Packets arrive in the order of their commits. A packet of at most {@link #maximumPayload} bytes arrives whole. A
 * larger packet is part of a longer message, and may arrive in several pieces. Each piece has the envelope and the
 * header of the whole packet, and the size of each piece but the last is a multiple of 8 bytes.
 */
public interface Channel {
    /** What {@link #reserve} returns when the channel is full. */
    long FULL = -1;

    /**
     * The largest message that fits in one packet.
     *
     * @return its size in bytes
     */
    long maximumPayload();

    /**
     * The size of the packets into which a longer message is cut.
     *
     * @param bytes the message's size
     * @return the payload of each packet but the last, in bytes, a multiple of 8
     */
    long fragment(long bytes);

    /**
     * The largest message that should leave before its receiver has matched it. A message that arrives before its
     * receive is copied once more. A message that waits for the match takes one more round trip. Both ends of the
     * channel have the same limit.
     *
     * @return bytes, a multiple of 8
     */
    default long eagerLimit() {
        return 64 << 10;
    }

    /**
     * Reserves a place for one packet.
     *
     * @param bytes the payload's size, at most {@link #maximumPayload} or the {@linkplain #fragment(long) fragment} of
     *     its message
     * @return where in {@link #buffer} the payload goes. {@link #FULL} if there is no room: the caller then makes
     *     progress and tries again
     */
    long reserve(long bytes);

    /**
     * The memory that holds the place reserved last. It may be different memory after each reservation.
     *
     * @return the segment
     */
    MemorySegment buffer();

    /**
     * Sends the packet that was reserved last.
     *
     * @param bytes the payload's size, as reserved
     * @param envelope the engine's envelope word, delivered unchanged
     * @param header the section header, delivered unchanged
     */
    void commit(long bytes, long envelope, long header);

    /**
     * Sends the packet that was reserved last, when the caller intends to commit another packet soon (FI_MORE of
     * libfabric). The transport may hold this packet back in order to send both together, but not beyond the next
     * {@link Transport#progress}. Any number of these calls may follow each other.
     *
     * @param bytes the payload's size, as reserved
     * @param envelope the engine's envelope word, delivered unchanged
     * @param header the section header, delivered unchanged
     */
    default void commitBeforeMore(long bytes, long envelope, long header) {
        commit(bytes, envelope, header);
    }

    /**
     * How many bytes of a message in this kind of memory one {@link #send} takes.
     *
     * @param memory the user's memory, on the heap or off it
     * @return bytes, a multiple of 8; 0 if the payloads must be written into the {@link #buffer}
     */
    default long sendable(MemorySegment memory) {
        return 0;
    }

    /**
     * Sends one packet straight from the user's memory. The effect is that of reserving, writing and committing the
     * packet. The packet may be longer than {@link #maximumPayload}, and then arrives as such a packet does. The memory
     * is no longer needed when this method returns.
     *
     * @param memory holds the payload
     * @param offset where the payload starts
     * @param bytes its size, at most {@link #sendable}
     * @param envelope the engine's envelope word, delivered unchanged
     * @param header the section header, delivered unchanged
     * @return false when the channel is full: the caller then makes progress and tries again
     * @throws IllegalStateException when the memory was closed meanwhile; the receiver then gets zeros
     */
    default boolean send(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        throw new UnsupportedOperationException("payloads must be written into the channel's buffer");
    }

    /**
     * Says whether a message in this kind of memory should leave by {@link #sendInPlace}.
     *
     * @param memory the user's memory, on the heap or off it
     * @param bytes the message's size
     * @return true if it should
     */
    default boolean sendsInPlace(MemorySegment memory, long bytes) {
        return false;
    }

    /**
     * Sends a whole message straight from the user's memory. Unlike {@link #send}, it needs the memory until nothing is
     * {@link #pending}. The receiver's transport asks its engine for the {@linkplain PacketHandler#destination
     * destination}.
     *
     * @param memory holds the payload; {@link #sendsInPlace} is true for this memory
     * @param offset where the payload starts
     * @param bytes its size
     * @param envelope the engine's envelope word, delivered unchanged
     * @param header the section header, delivered unchanged
     * @return false when the channel is full
     */
    default boolean sendInPlace(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        throw new UnsupportedOperationException("the channel takes payloads that it may keep only");
    }

    /**
     * Says whether the peer asks for announcements instead of messages. See {@link Transport#congested}.
     *
     * @return true while it does
     */
    boolean congested();

    /**
     * Says whether committed packets wait for {@link Transport#progress} of this process, because the socket was full
     * or the network's library has yet to send them. A blocking send does not return before these packets have left,
     * because nothing else moves them while the program computes.
     *
     * @return true while packets wait; false also once the peer is lost
     */
    default boolean pending() {
        return false;
    }
}
