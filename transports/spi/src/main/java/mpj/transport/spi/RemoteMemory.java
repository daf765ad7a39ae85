package mpj.transport.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reading a peer's memory without its help, for transports that can (fi_read of libfabric, RDMA read of verbs, memory
 * that two processes map). A long message then moves without a copy, or with one where the processor reads: the sender
 * registers its buffer and announces the key, the receiver registers its own, reads, and says when it is done.
 *
 * <p>Called like {@link Transport}'s methods, by one thread at a time, except for {@link #allocate}.
 */
public interface RemoteMemory {
    /** The longest key, in bytes. */
    int MAXIMUM_KEY = 32;

    /**
     * From which size on a read is faster than packets.
     *
     * @return bytes, which may change from call to call; smaller messages go in packets
     */
    long threshold();

    /**
     * Whether a read is faster also than packets that leave before the receiver has matched the message.
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
     * @param arena what it is to belong to; the memory is freed as others of this arena are
     * @return memory in which every byte is 0; or null if {@code arena} may as well allocate it itself, since this
     *     transport reads any memory off the heap, or has none to give now
     */
    default MemorySegment allocate(long bytes, Arena arena) {
        return null;
    }

    /**
     * Whether peers can read memory on the heap, too: that of a Java array ({@link MemorySegment#ofArray}). They can
     * where a peer is a thread of the same process.
     *
     * @return false if off-heap memory only
     */
    default boolean takesArrays() {
        return false;
    }

    /**
     * Whether reads may go to memory on the heap.
     *
     * @return false if to off-heap memory only
     */
    default boolean fillsArrays() {
        return takesArrays();
    }

    /**
     * How much one {@link #read} moves at most; the engine reads longer messages piece by piece.
     *
     * @return bytes, a multiple of 8
     */
    long maximumRead();

    /**
     * Makes memory known to the device, so that peers may read it. What registrations cost, and whether they are kept
     * for the next time, is the transport's affair; what it keeps is bounded.
     *
     * @param memory off-heap unless {@link #takesArrays}, not empty; it stays allocated until the region is closed
     * @return the registration, or null if there can be none: memory that peers do not see, or a limit of locked
     *     memory that is reached. The message then goes in packets
     */
    MemoryRegion register(MemorySegment memory);

    /**
     * Makes memory known to the device, so that reads may go there; otherwise as {@link #register}.
     *
     * @param memory off-heap unless {@link #fillsArrays}, not empty; it stays allocated until the region is closed
     * @return the registration, or null if there can be none now
     */
    default MemoryRegion registerTarget(MemorySegment memory) {
        return register(memory);
    }

    /**
     * Copies a peer's registered memory at once, where this process sees it. Then nothing need be registered here, and
     * no end be told.
     *
     * @param peer the peer's index; its channel is open
     * @param key what {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in it
     * @param to where the bytes go: from the start of the peer's region as many as there is room for, at most {@link
     *     #maximumRead}
     * @return false if the bytes are not there: the caller reads, and hears the reason if there is one
     */
    default boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment to) {
        return false;
    }

    /**
     * Starts to read from a peer's registered memory. Its end, good or bad, is told once to
     * {@link PacketHandler#completed} from within {@link Transport#progress}, also when the peer is lost meanwhile;
     * until then the local region stays open and its memory may change.
     *
     * @param peer the peer's index; its channel is open
     * @param key what {@link MemoryRegion#key} wrote at the peer
     * @param keyAt where the key starts in it; it is {@link #MAXIMUM_KEY} bytes long, and needed during the call only
     * @param local where the bytes go
     * @param offset the first byte, from the start of the peer's region, and of the local one
     * @param bytes how many, at least 1 and at most {@link #maximumRead}
     * @param cookie tells this read in {@link PacketHandler#completed}
     * @return false when no further read can be started now: the caller makes progress and tries again
     */
    boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes, long cookie);
}
