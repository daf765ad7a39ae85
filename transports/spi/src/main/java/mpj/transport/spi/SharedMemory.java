package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * Memory that several ranks see, for transports that lead to ranks of the same host or process: collectives among them
 * go through it. One rank creates it and hands the others its key, and each of those attaches to it. It lasts until
 * each of these ranks has given it back, or has ended, however it does. A rank that posts something there wakes those
 * that sleep with {@link Channel#wake}.
 *
 * <p>Any thread may call these methods at any time.
 */
public interface SharedMemory {
    /**
     * What one rank has of such memory. One that the rank forgets without closing it is given back some time later, at
     * the latest when the transport is closed.
     */
    interface Attachment extends AutoCloseable {
        /**
         * The memory.
         *
         * @return the segment, which none of the rank's threads may use any more once this is closed
         */
        MemorySegment memory();

        /** Gives it back; other ranks go on. Does nothing the second time. */
        @Override
        void close();
    }

    /** Memory that was created, and can be found by its key. */
    interface Created extends AutoCloseable {
        /**
         * What other ranks attach with.
         *
         * @return the key
         */
        byte[] key();

        /**
         * What the rank that has created it has of it.
         *
         * @return the memory, in which every byte is 0 at first
         */
        Attachment attachment();

        /** From now on nobody can attach to it; who has goes on, also the rank that has created it. */
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
    Attachment attach(byte[] key, long bytes);
}
