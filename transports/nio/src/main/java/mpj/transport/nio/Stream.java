package mpj.transport.nio;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;

/** The bytes between this process and a peer that has proved its identity. No method blocks. */
interface Stream extends Closeable {

    /**
     * Reads bytes that have come.
     *
     * @return the number of bytes, 0 if there are none now, -1 at the end
     */
    int read(MemorySegment into, long offset, long bytes) throws IOException;

    /**
     * Writes as many bytes as there is room for.
     *
     * @param more whether more is written immediately afterwards, so that these bytes may leave together with that
     * @return the number of bytes
     */
    int write(MemorySegment from, long offset, long bytes, boolean more) throws IOException;

    /** Does a {@link #read} into the caller's own memory off the heap, which the caller does not close meanwhile. */
    default int readOwn(MemorySegment into, long offset, long bytes) throws IOException {
        return read(into, offset, bytes);
    }

    /** Does a {@link #write} from the caller's own memory off the heap, which the caller does not close meanwhile. */
    default int writeOwn(MemorySegment from, long offset, long bytes, boolean more) throws IOException {
        return write(from, offset, bytes, more);
    }

    /** Whether memory on the heap can be read into and written from without another copy. */
    boolean takesArrays();

    /**
     * Whether a read may bring something. This is asked while nothing comes. Where the stream can tell, that costs less
     * than a read.
     */
    default boolean mayRead() {
        return true;
    }

    /** Whether a read would bring something that is no longer in the socket. */
    default boolean hasReadable() {
        return false;
    }

    /** Whether bytes that were written wait for room in the socket. The next write sends them first. */
    default boolean hasUnsent() {
        return false;
    }

    /** The channel that a selector watches. */
    SocketChannel channel();

    @Override
    default void close() throws IOException {
        channel().close();
    }

    /** A stream without encryption, for any platform. */
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
