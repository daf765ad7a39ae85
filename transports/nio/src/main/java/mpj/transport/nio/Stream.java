package mpj.transport.nio;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;

/** The bytes between this process and a peer whose identity is proved. Never blocks. */
interface Stream extends Closeable {

    /**
     * Reads what has come.
     *
     * @return the number of bytes, 0 if there are none now, -1 at the end
     */
    int read(MemorySegment into, long offset, long bytes) throws IOException;

    /**
     * Writes what there is room for.
     *
     * @param more whether more is written at once: these bytes may leave together with it
     * @return the number of bytes
     */
    int write(MemorySegment from, long offset, long bytes, boolean more) throws IOException;

    /** {@link #read} into memory off the heap of the caller's own, which it does not close meanwhile. */
    default int readOwn(MemorySegment into, long offset, long bytes) throws IOException {
        return read(into, offset, bytes);
    }

    /** {@link #write} out of memory off the heap of the caller's own, which it does not close meanwhile. */
    default int writeOwn(MemorySegment from, long offset, long bytes, boolean more) throws IOException {
        return write(from, offset, bytes, more);
    }

    /** Whether memory on the heap may be read into and written from without another copy. */
    boolean takesArrays();

    /** Whether a read may bring something. Asked while nothing comes: where it can, it costs less than a read. */
    default boolean mayRead() {
        return true;
    }

    /** Whether a read would bring something that the socket no longer has. */
    default boolean hasReadable() {
        return false;
    }

    /** Whether something that was written waits for room in the socket; the next write sends it first. */
    default boolean hasUnsent() {
        return false;
    }

    /** What a selector watches. */
    SocketChannel channel();

    @Override
    default void close() throws IOException {
        channel().close();
    }

    /** A stream without encryption, on any platform. */
    record Plain(SocketChannel channel) implements Stream {
        @Override
        public int read(MemorySegment into, long offset, long bytes) throws IOException {
            return channel.read(into.asSlice(offset, bytes).asByteBuffer());
        }

        @Override
        public int write(MemorySegment from, long offset, long bytes, boolean more) throws IOException {
            return channel.write(from.asSlice(offset, bytes).asByteBuffer());
        }

        @Override
        public boolean takesArrays() {
            return false;
        }
    }
}
