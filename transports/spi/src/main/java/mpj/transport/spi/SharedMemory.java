package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * Memory that several ranks see, for transports that lead to ranks of the same host or process: collectives among them
 * go through it. One rank creates it and hands the others its key, and each of those attaches to it. It lasts until no
 * rank holds its segment any more, and no longer than these ranks do, however they end. A rank that posts something
 * there wakes those that sleep with {@link Channel#wake}.
 *
 * <p>Any thread may call these methods at any time.
 */
public interface SharedMemory {
    /** Memory that was created, and can be found by its key. */
    interface Created extends AutoCloseable {
        /**
         * What other ranks attach with.
         *
         * @return the key
         */
        byte[] key();

        /**
         * The memory.
         *
         * @return the segment, in which every byte is 0 at first
         */
        MemorySegment memory();

        /** From now on nobody can attach to it; who has goes on. */
        @Override
        void close();
    }

    /**
     * Creates memory, and sets it aside, so that nobody who touches it finds that the host has no more.
     *
     * @param bytes its size
     * @return the memory
     * @throws TransportException when there is not so much
     */
    Created create(long bytes);

    /**
     * Attaches to what another rank has created and not closed yet.
     *
     * @param key its key
     * @param bytes its size
     * @return the memory
     * @throws TransportException when it cannot be found
     */
    MemorySegment attach(byte[] key, long bytes);
}
