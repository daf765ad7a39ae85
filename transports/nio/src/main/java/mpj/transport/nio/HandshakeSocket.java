package mpj.transport.nio;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Messages of known size over a connection that is being set up. It reads no byte beyond the message. */
final class HandshakeSocket {
    private final SocketChannel channel;
    private ByteBuffer expected = ByteBuffer.allocate(0);

    HandshakeSocket(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Sets the length of the next message. */
    void expect(int bytes) {
        expected = ByteBuffer.allocate(bytes);
    }

    /** The next message, or null as long as it is not complete. */
    byte[] receive() throws IOException {
        if (channel.read(expected) < 0) {
            throw new EOFException("it closed the connection");
        }
        return expected.hasRemaining() ? null : expected.array();
    }

    void send(byte[] message) throws IOException {
        if (channel.write(ByteBuffer.wrap(message)) < message.length) {
            throw new ProtocolException("it does not read the greeting");
        }
    }
}
