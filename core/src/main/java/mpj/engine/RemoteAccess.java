package mpj.engine;

import java.lang.foreign.MemorySegment;

/**
 * The way to memory that a peer has {@linkplain Engine#expose exposed}. Nothing is checked here against the size of
 * that memory: the caller checks, and the peer's device refuses what is outside. Thread-safe.
 */
public interface RemoteAccess {

    /**
     * Whether accesses of this size are faster than messages. Opens the channel to the peer if it is not open yet.
     *
     * @throws EngineException when the peer is lost
     */
    boolean suits(long bytes);

    /**
     * Starts to write the peer's memory.
     *
     * @param from where the bytes are, off the heap; not empty
     * @param at the place of the first byte in the peer's memory
     * @return an operation that is done when the bytes are in the peer's memory, or will never be; null if this memory
     *     cannot be written from, and nothing was started
     */
    Operation write(MemorySegment from, long at);

    /**
     * Starts to read the peer's memory.
     *
     * @param into where the bytes go, off the heap; not empty
     * @param at the place of the first byte in the peer's memory
     * @return an operation that is done when the bytes are there, or will never be; null if they cannot be read into
     *     this memory, and nothing was started
     */
    Operation read(MemorySegment into, long at);
}
