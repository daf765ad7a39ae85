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

    static StreamFactory of(Settings settings) throws IOException {
        return settings.tls() ? new TlsStreams() : new Unencrypted();
    }

    /** Without TLS. */
    record Unencrypted() implements StreamFactory {
        @Override
        public byte[] certificate() {
            return new byte[Greeting.CERTIFICATE_BYTES];
        }

        @Override
        public Stream open(SocketChannel channel, Handshake.Established established) {
            return new Stream.Plain(channel);
        }
    }
}
