package mpj.transport.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads a peer's memory without the peer's help. Transports have this if they can do so by fi_read of libfabric, RDMA
 * reads of verbs, or memory that two processes map. A long message then moves without a copy, or with one copy where
 * the processor does the reading. The sender registers its buffer and announces the key. The receiver registers its own
 * buffer, reads, and tells the sender when the read is done.
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
     * The most that one {@link #read} moves. The engine reads longer messages in several pieces.
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
     * Starts to read a peer's registered memory. When the read ends, well or badly, {@link PacketHandler#completed} is
     * called once, from within {@link Transport#progress}. That also happens when the peer is lost meanwhile. Until
     * then the local region stays open, and its memory may change.
     *
     * @param peer the peer's index; its channel is open
     * @param key the memory that holds the key which {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in {@code key}; the key is {@link #MAXIMUM_KEY} bytes long, and needed during
     *     the call only
     * @param local where the bytes go
     * @param offset the first byte, counted from the start of the peer's region and equally of the local one
     * @param bytes how many bytes, at least 1 and at most {@link #maximumRead}
     * @param cookie identifies this read in {@link PacketHandler#completed}
     * @return false when no further read can be started now: the caller then makes progress and tries again
     */
    boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes, long cookie);
}
