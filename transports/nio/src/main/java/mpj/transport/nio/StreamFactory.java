package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Makes the streams that carry frames, once both ends have proved themselves. */
interface StreamFactory {
    /** The digest of this end's certificate. See {@link Greeting#certificate}. */
    byte[] certificate();

    /**
     * Makes a stream.
     *
     * @param channel the connection
     * @param established the handshake's outcome, which names the peer
     */
    Stream open(SocketChannel channel, Handshake.Established established) throws IOException;

    static StreamFactory of(NioSettings settings) throws IOException {
        return settings.tls() ? new TlsStreams() : new Unencrypted(settings.direct());
    }

    /**
     * Makes streams without TLS.
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
