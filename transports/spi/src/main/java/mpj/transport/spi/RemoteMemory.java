package mpj.transport.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads a peer's memory without the peer's help, and writes it. Transports have this if they can do so by fi_read of
 * libfabric, RDMA reads of verbs, or memory that two processes map. A long message then moves without a copy, or with
 * one copy where the processor does the reading. The sender registers its buffer and announces the key. The receiver
 * registers its own buffer, reads, and tells the sender when the read is done.
 *
 * <p>A transport that {@link #writes} also carries out one-sided operations. The target {@linkplain #expose exposes}
 * its window and announces the key. An origin that puts registers its buffer and {@linkplain #write writes}; an origin
 * that gets registers its buffer and reads.
 *
 * <p>Like the methods of {@link Transport}, these are called by one thread at a time. The exception is {@link
 * #allocate}.
 */
public interface RemoteMemory {
    /** The longest key, in bytes. */
    int MAXIMUM_KEY = 32;

    /**
     * The smallest message for which a read is faster than packets.
     *
     * @return bytes, which may change from call to call; smaller messages go in packets
     */
    long threshold();

    /**
     * Says whether a read is faster even than packets that leave before the receiver has matched the message.
     *
     * @return false if only messages beyond {@link Channel#eagerLimit} are to be read
     */
    default boolean readsEarly() {
        return false;
    }

    /**
     * Allocates memory that peers can read. Any thread may call this at any time.
     *
     * @param bytes its size
     * @param arena the arena to which the memory belongs; the memory is freed like other memory of this arena
     * @return memory in which every byte is 0. Null if {@code arena} may allocate it instead, because this transport
     *     reads any memory off the heap, or has no memory to give at present
     */
    default MemorySegment allocate(long bytes, Arena arena) {
        return null;
    }

    /**
     * Says whether peers can read memory on the heap, that is, the memory of a Java array ({@link
     * MemorySegment#ofArray}). They can where a peer is a thread of the same process.
     *
     * @return false if they can read off-heap memory only
     */
    default boolean takesArrays() {
        return false;
    }

    /**
     * Says whether a read may write to memory on the heap.
     *
     * @return false if it may write to off-heap memory only
     */
    default boolean fillsArrays() {
        return takesArrays();
    }

    /**
     * The most that one {@link #read} or {@link #write} moves. The engine moves more in several pieces.
     *
     * @return bytes, a multiple of 8
     */
    long maximumRead();

    /**
     * Registers memory with the device, so that peers may read it. The transport decides whether to keep the
     * registration for the next use, depending on the cost of registering. The number of registrations that it keeps is
     * limited.
     *
     * @param memory memory off the heap, or on it if {@link #takesArrays}; not empty. It stays allocated until the
     *     region is closed
     * @return the registration. Null if the memory cannot be registered, because peers do not see it or because a limit
     *     of locked memory is reached; the message then goes in packets
     */
    MemoryRegion register(MemorySegment memory);

    /**
     * Registers memory with the device, so that reads may write there. In all other respects it is like {@link
     * #register}.
     *
     * @param memory memory off the heap, or on it if {@link #fillsArrays}; not empty. It stays allocated until the
     *     region is closed
     * @return the registration, or null if the memory cannot be registered now
     */
    default MemoryRegion registerTarget(MemorySegment memory) {
        return register(memory);
    }

    /**
     * Copies a peer's registered memory at once, if this process sees that memory. The caller then needs no
     * registration of its own, and no completion is reported.
     *
     * @param peer the peer's index; its channel is open
     * @param key the memory that holds the key, which {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in {@code key}
     * @param to where the bytes go. The copy begins at the start of the peer's region and fills this memory, which has
     *     at most {@link #maximumRead} bytes
     * @return false if the bytes were not copied: the caller then starts a {@link #read}, which reports the reason if
     *     there is one
     */
    default boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment to) {
        return false;
    }

    /**
     * Says whether peers can write each other's memory.
     *
     * @return false if {@link #expose} and {@link #write} may not be called
     */
    default boolean writes() {
        return false;
    }

    /**
     * The smallest put for which a write is faster than a message to the target's process, and the smallest get for
     * which a read is.
     *
     * @return bytes; smaller puts and gets go in messages
     */
    default long oneSidedThreshold() {
        return threshold();
    }

    /**
     * Registers memory so that peers may read and write any part of it. Other than with {@link #register}, the
     * registration ends when the region is closed: from then on, no peer that still knows the key reaches the memory.
     *
     * @param memory memory off the heap, not empty. It stays allocated until the region is closed
     * @return the registration; null if the memory cannot be registered, for example because a limit of locked memory
     *     is reached
     */
    default MemoryRegion expose(MemorySegment memory) {
        throw new UnsupportedOperationException("this transport does not write peers' memory");
    }

    /**
     * Starts to write a peer's {@linkplain #expose exposed} memory. When the write ends, well or badly, {@link
     * PacketHandler#completed} is called once, as for a {@link #read}. If the write has ended well, the bytes are in
     * the peer's memory: the peer sees them in everything that it does after it hears of this end. Until then the local
     * region stays open, and its memory does not change.
     *
     * @param peer the peer's index; its channel is open
     * @param key the memory that holds the key which {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in {@code key}; it is needed during the call only
     * @param offset the first byte to write, counted from the start of the peer's region. The peer's device refuses
     *     bytes outside of the region
     * @param local where the bytes come from: a region from {@link #register}
     * @param localOffset the first byte to take, counted from the start of the local region
     * @param bytes how many bytes, at least 1 and at most {@link #maximumRead}
     * @param cookie identifies this write in {@link PacketHandler#completed}; no read under way has the same cookie
     * @return false when no further write can be started now: the caller then makes progress and tries again
     */
    default boolean write(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                          long bytes, long cookie) {
        throw new UnsupportedOperationException("this transport does not write peers' memory");
    }

    /**
     * Starts to read a peer's registered memory. When the read ends, well or badly, {@link PacketHandler#completed} is
     * called once, from within {@link Transport#progress}. That also happens when the peer is lost meanwhile. Until
     * then the local region stays open, and its memory may change.
     *
     * @param peer the peer's index; its channel is open
     * @param key the memory that holds the key which {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in {@code key}; the key is {@link #MAXIMUM_KEY} bytes long, and needed during
     *     the call only
     * @param offset the first byte to read, counted from the start of the peer's region
     * @param local where the bytes go
     * @param localOffset the place of the first byte, counted from the start of the local region
     * @param bytes how many bytes, at least 1 and at most {@link #maximumRead}
     * @param cookie identifies this read in {@link PacketHandler#completed}
     * @return false when no further read can be started now: the caller then makes progress and tries again
     */
    boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset, long bytes,
                 long cookie);
}
