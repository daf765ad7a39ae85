package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Makes the streams over which frames go, once both ends have proved themselves. */
interface StreamFactory {
    /** See {@link Greeting#certificate}. */
    byte[] certificate();

    /**
     * Makes one.
     *
     * @param channel the connection
     * @param established with whom
     */
    Stream open(SocketChannel channel, Handshake.Established established) throws IOException;

    static StreamFactory of(NioSettings settings) throws IOException {
        return settings.tls() ? new TlsStreams() : new Unencrypted(settings.direct());
    }

    /**
     * Without TLS.
     *
     * @param direct whether bytes go straight between sockets and arrays
     */
    record Unencrypted(boolean direct) implements StreamFactory {
        @Override
        public byte[] certificate() {
            return new byte[Greeting.CERTIFICATE_BYTES];
        }

        @Override
        public Stream open(SocketChannel channel, Handshake.Established established) throws IOException {
            int descriptor = direct ? SocketDescriptor.duplicate(channel) : SocketDescriptor.NONE;
            return descriptor == SocketDescriptor.NONE ? new Stream.Plain(channel)
                : new DescriptorStream(channel, descriptor);
        }
    }
}
