package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * The way out to one peer. A packet is written in three steps: {@link #reserve} a place for its payload, write the
 * payload into the {@link #buffer} at the offset returned, {@link #commit}. Packets arrive in the order of their
 * commits, and whole, but for those of more than {@link #maximumPayload} bytes, which are parts of a longer message:
 * they may arrive in several pieces, each with the envelope and header of all, and of a multiple of 8 bytes but for the
 * last.
 */
public interface Channel {
    /** What {@link #reserve} returns when the channel is full. */
    long FULL = -1;

    /**
     * The largest message that goes as one packet.
     *
     * @return bytes
     */
    long maximumPayload();

    /**
     * How a longer message is cut up.
     *
     * @param bytes the message's size
     * @return the payload of each packet but the last, in bytes, a multiple of 8
     */
    long fragment(long bytes);

    /**
     * Up to which size a longer message had best leave before the receiver has matched it: what comes too early is
     * copied once more, what waits takes a round trip longer. The same at both ends.
     *
     * @return bytes, a multiple of 8
     */
    default long eagerLimit() {
        return 64 << 10;
    }

    /**
     * Finds a place for one packet.
     *
     * @param bytes the payload's size, at most {@link #maximumPayload} or the {@linkplain #fragment(long) fragment}
     *     of its message
     * @return where in {@link #buffer} the payload goes, or {@link #FULL}: the caller makes progress and tries again
     */
    long reserve(long bytes);

    /**
     * The memory in which the place lies that was reserved last. A channel may have another after each reservation.
     *
     * @return the segment
     */
    MemorySegment buffer();

    /**
     * Sends the packet that was reserved last.
     *
     * @param bytes the payload's size, as reserved
     * @param envelope the engine's word, delivered as it is
     * @param header the section header, delivered as it is
     */
    void commit(long bytes, long envelope, long header);

    /**
     * As {@link #commit}, by a caller that means to commit another packet at once (FI_MORE of libfabric): this one may
     * wait for it, so that both leave together, but no longer than to the next {@link Transport#progress}.
     *
     * @param bytes the payload's size, as reserved
     * @param envelope the engine's word, delivered as it is
     * @param header the section header, delivered as it is
     */
    default void commitBeforeMore(long bytes, long envelope, long header) {
        commit(bytes, envelope, header);
    }

    /**
     * How much of a message in such memory one {@link #send} takes.
     *
     * @param memory the user's, on the heap or off it
     * @return bytes, a multiple of 8; 0 if its payloads must be written into the {@link #buffer}
     */
    default long sendable(MemorySegment memory) {
        return 0;
    }

    /**
     * Sends one packet straight from the user's memory, as if reserved, written and committed. It may be longer than
     * {@link #maximumPayload} and arrives as such a packet does. When this returns, the memory is no longer needed.
     *
     * @param memory holds the payload
     * @param offset where it starts
     * @param bytes its size, at most {@link #sendable}
     * @param envelope the engine's word, delivered as it is
     * @param header the section header, delivered as it is
     * @return false when the channel is full: the caller makes progress and tries again
     * @throws IllegalStateException when the memory was closed meanwhile; zeros go instead
     */
    default boolean send(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        throw new UnsupportedOperationException("payloads must be written into the channel's buffer");
    }

    /**
     * Whether a message in such memory had best leave by {@link #sendInPlace}.
     *
     * @param memory the user's, on the heap or off it
     * @param bytes the message's size
     * @return true if it can
     */
    default boolean sendsInPlace(MemorySegment memory, long bytes) {
        return false;
    }

    /**
     * Sends a whole message straight from the user's memory, as {@link #send} does, but needs the memory until nothing
     * is {@link #pending}. The receiver is asked for its {@linkplain PacketHandler#destination destination}.
     *
     * @param memory holds the payload; one for which {@link #sendsInPlace} is true
     * @param offset where it starts
     * @param bytes its size
     * @param envelope the engine's word, delivered as it is
     * @param header the section header, delivered as it is
     * @return false when the channel is full
     */
    default boolean sendInPlace(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        throw new UnsupportedOperationException("the channel takes payloads that it may keep only");
    }

    /**
     * Whether the peer asks for announcements instead of messages, see {@link Transport#congested}.
     *
     * @return true while it does
     */
    boolean congested();

    /**
     * Wakes the peer if it sleeps, as a packet would. For transports with {@link SharedMemory}.
     */
    default void wake() {
        throw new UnsupportedOperationException("peers that share no memory are woken by packets");
    }

    /**
     * Whether packets that were committed wait for {@link Transport#progress} of this process: the socket was full, or
     * the network's library has yet to send them. A blocking send does not return before they have left, as nobody else
     * sees to them while the program computes.
     *
     * @return true while they do; false, too, once the peer is lost
     */
    default boolean pending() {
        return false;
    }
}
