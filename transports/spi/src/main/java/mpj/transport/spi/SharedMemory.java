package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * Memory that several ranks see, for transports between ranks of the same host or process. Collectives among such ranks
 * go through it. One rank creates the memory and hands its key to the other ranks, and each of these attaches to the
 * memory. The memory lasts until each of the ranks has given it back or has ended, in whatever way it ended. A rank
 * that writes something there for others rings the {@linkplain Transport#doorbell doorbells} of those that sleep.
 *
 * <p>Any thread may call these methods at any time.
 */
public interface SharedMemory {
    /**
     * One rank's hold on shared memory. If the rank forgets the attachment without closing it, the memory is given back
     * some time later, and at the latest when the transport is closed.
     */
    interface Attachment extends AutoCloseable {
        /**
         * The memory.
         *
         * @return the segment. No thread of the rank may use it after this attachment is closed
         */
        MemorySegment memory();

        /** Gives the memory back. The other ranks keep it. A second call does nothing. */
        @Override
        void close();
    }

    /** Memory that this rank has created, and that other ranks can find by its key. */
    interface Created extends AutoCloseable {
        /**
         * The key with which other ranks attach.
         *
         * @return the key
         */
        byte[] key();

        /**
         * The attachment of the rank that has created the memory.
         *
         * @return the attachment; every byte of the memory is 0 at first
         */
        Attachment attachment();

        /**
         * Lets no further rank attach. The ranks that are attached keep the memory, and so does the rank that has
         * created it.
         */
        @Override
        void close();
    }

    /**
     * Creates memory, and reserves it, so that no rank finds at its first access that the host has run out of memory.
     *
     * @param bytes its size
     * @return the memory
     * @throws TransportException when there is not enough memory
     */
    Created create(long bytes);

    /**
     * Attaches to memory that another rank has created and not closed yet.
     *
     * @param key its key
     * @param bytes its size
     * @return the memory
     * @throws TransportException when it cannot be found
     */
    Attachment attach(byte[] key, long bytes);
}
