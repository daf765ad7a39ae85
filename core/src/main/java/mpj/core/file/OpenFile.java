package mpj.core.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * An open file, as one rank reads, writes and locks it. Thread-safe. An interrupt of a thread disturbs no call, and
 * stays set. A call of a file that was closed throws {@link java.nio.channels.ClosedChannelException}.
 */
interface OpenFile extends AutoCloseable {
    /** Writes the whole of a memory off the heap. */
    void write(MemorySegment memory, long position) throws IOException;

    /** Reads into memory off the heap until it is full, or the file ends. Returns how many bytes it has read. */
    long read(MemorySegment memory, long position) throws IOException;

    long size() throws IOException;

    /** Sets the size of the file. New bytes read as zeros. */
    void size(long bytes) throws IOException;

    /**
     * Has the system set space aside for the file's first bytes. Existing bytes keep their content, and new ones are
     * zeros. Returns false, and does nothing, if the system cannot do this here.
     */
    boolean allocate(long bytes) throws IOException;

    /** Has the system write the file to its device. */
    void force() throws IOException;

    /** A lock that is held. */
    interface Held {
        void release() throws IOException;
    }

    /**
     * Waits for a lock of some bytes, against all other holders of locks: other processes, other open files of this
     * process, and other threads that use this one.
     *
     * @param shared whether others may have such a lock at the same time; the file must be open for reading then, and
     *     otherwise for writing
     */
    Held lock(long start, long length, boolean shared) throws IOException;

    @Override
    void close() throws IOException;
}
