package mpj.transport.nio;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Messages of known size over a connection that is being set up. Reads no byte more than the message has. */
final class HandshakeSocket {
    private final SocketChannel channel;
    private ByteBuffer expected = ByteBuffer.allocate(0);

    HandshakeSocket(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Says how long the next message is. */
    void expect(int bytes) {
        expected = ByteBuffer.allocate(bytes);
    }

    /** The next message, or null as long as it has not come in full. */
    byte[] receive() throws IOException {
        if (channel.read(expected) < 0) {
            throw new EOFException("it closed the connection");
        }
        return expected.hasRemaining() ? null : expected.array();
    }

    void send(byte[] message) throws IOException {
        if (channel.write(ByteBuffer.wrap(message)) < message.length) {
            throw new ProtocolException("it takes no greeting");
        }
    }
}
