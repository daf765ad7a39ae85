package mpj.transport.nio;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bytes between this process and a peer whose identity is proved. Never blocks. */
interface Stream extends Closeable {

    /** As {@link SocketChannel#read(ByteBuffer)}. */
    int read(ByteBuffer into) throws IOException;

    /** As {@link SocketChannel#write(ByteBuffer)}. */
    int write(ByteBuffer from) throws IOException;

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

    /** A stream without encryption. */
    record Plain(SocketChannel channel) implements Stream {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            return channel.write(from);
        }
    }
}
