package mpj.runtime.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;

/**
 * Messages over a TCP connection between a rank and its launcher. One thread may receive while others send.
 *
 * <p>A {@link Socket}, not a SocketChannel: an interrupt of the thread that happens to be in MPI must not close it.
 */
public final class Connection implements Closeable {
    private static final int CONNECT_MILLIS = 10_000;

    private final Socket socket;
    private final DataInputStream in;

    /** Speaks over a connected socket, which it then owns. */
    public Connection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Connects a rank to its launcher and says who it is. */
    public static Connection open(JobEnvironment job) throws IOException {
        // No proxy is asked for the way to the own host, which would take as long as the connection does.
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(new InetSocketAddress(job.host(), job.port()), CONNECT_MILLIS);
            Connection connection = new Connection(socket);
            connection.send(new Message.Hello(job.rank(), job.secret()));
            return connection;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends one message, in one write. */
    public void send(Message message) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(64);
        DataOutputStream out = new DataOutputStream(frame);
        out.writeInt(0);
        out.writeByte(message.kind());
        message.write(out);
        byte[] bytes = frame.toByteArray();
        int length = bytes.length - Integer.BYTES;
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[i] = (byte) (length >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
        }
        synchronized (socket) {
            socket.getOutputStream().write(bytes);
        }
    }

    /**
     * Waits for the next message.
     *
     * @throws EOFException when the other side has closed
     * @throws IOException when what came is no message
     */
    public Message receive() throws IOException {
        return receive(Message.MAX_BYTES);
    }

    /**
     * Waits for the first message of a connection that has proved nothing yet: no more than a hello's bytes are read,
     * and for no longer than the time limit, however the sender dribbles.
     *
     * @throws IOException when the time is over, or anything but a hello came
     */
    public Message.Hello receiveHello(int limitMillis) throws IOException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        byte[] bytes = new byte[Integer.BYTES + Message.Hello.BYTES];
        for (int have = 0; have < bytes.length;) {
            long left = (deadline - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                throw new ProtocolException("no hello within " + limitMillis + " ms");
            }
            socket.setSoTimeout((int) left);
            int got = in.read(bytes, have, bytes.length - have);
            if (got < 0) {
                throw new EOFException();
            }
            have += got;
        }
        socket.setSoTimeout(0);
        Connection.Frame frame = new Frame(new DataInputStream(new ByteArrayInputStream(bytes)), Message.Hello.BYTES);
        if (frame.read() instanceof Message.Hello hello) {
            return hello;
        }
        throw new ProtocolException("the first message is not a hello");
    }

    private Message receive(int maxBytes) throws IOException {
        return new Frame(in, maxBytes).read();
    }

    /** Limits how long {@link #receive()} waits; 0 for ever. */
    public void timeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** This end's address. */
    public InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** A length-prefixed message in a stream; the length is checked before anything is allocated. */
    private record Frame(DataInputStream in, int maxBytes) {
        Message read() throws IOException {
            int length = in.readInt();
            if (length < 1 || length > maxBytes) {
                throw new ProtocolException("a message of " + length + " bytes; the limit is " + maxBytes);
            }
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            DataInputStream fields = new DataInputStream(new ByteArrayInputStream(bytes, 1, length - 1));
            Message message = Message.read(bytes[0], fields);
            if (fields.available() > 0) {
                throw new ProtocolException("bytes after the end of a message of kind " + bytes[0]);
            }
            return message;
        }
    }
}
