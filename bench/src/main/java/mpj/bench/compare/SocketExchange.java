package mpj.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The bare ping-pong over a TCP connection on loopback. Both ends poll. The code is written for speed: direct buffers,
 * no delay, no selector. The size of the kernel's buffers decides how fast large messages are, so the kernel's own
 * sizes and large buffers are both tried.
 */
final class SocketExchange implements Limit {
    private static final int EXCHANGES = 1_000;
    private static final int KERNELS_CHOICE = 0;
    private static final int LARGE_BUFFER = 4 << 20;
    /** A message below this size and its echo fit any buffer. */
    private static final int LARGE_MESSAGE = 64 << 10;

    private final PinnedPair pair;

    SocketExchange(PinnedPair pair) {
        this.pair = pair;
    }

    @Override
    public String label() {
        return "socket";
    }

    /** A message of no bytes would not arrive, so one byte is sent in its place. */
    @Override
    public double microseconds(int bytes) {
        double ofKernel = microseconds(bytes, KERNELS_CHOICE);
        return bytes < LARGE_MESSAGE ? ofKernel : Math.min(ofKernel, microseconds(bytes, LARGE_BUFFER));
    }

    private double microseconds(int bytes, int socketBuffer) {
        int length = Math.max(1, bytes);
        try (ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
             SocketChannel first = SocketChannel.open(server.getLocalAddress());
             SocketChannel second = server.accept()) {
            End leading = new End(first, length, socketBuffer);
            End answering = new End(second, length, socketBuffer);
            return pair.halfRoundTrip(Limit.repetitions(bytes, EXCHANGES), exchanges -> {
                for (int i = 0; i < exchanges; i++) {
                    leading.send();
                    leading.receive();
                }
            }, exchanges -> {
                for (int i = 0; i < exchanges; i++) {
                    answering.receive();
                    answering.send();
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One end of the connection. */
    private static final class End {
        private final SocketChannel channel;
        private final ByteBuffer buffer;

        End(SocketChannel channel, int length, int socketBuffer) throws IOException {
            this.channel = channel;
            this.buffer = ByteBuffer.allocateDirect(length);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (socketBuffer != KERNELS_CHOICE) {
                channel.setOption(StandardSocketOptions.SO_SNDBUF, socketBuffer);
                channel.setOption(StandardSocketOptions.SO_RCVBUF, socketBuffer);
            }
            channel.configureBlocking(false);
        }

        void send() {
            buffer.clear();
            try {
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void receive() {
            buffer.clear();
            try {
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer) < 0) {
                        throw new IOException("the other end of the connection is gone");
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
