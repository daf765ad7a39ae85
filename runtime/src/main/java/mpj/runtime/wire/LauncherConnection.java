package mpj.runtime.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import mpj.bindings.Uninterrupted;

/**
 * Messages over a TCP connection between a rank and its launcher. One thread may receive while others send.
 *
 * <p>This is a {@link Socket} and not a SocketChannel, because an interrupt of the thread that is in MPI must not close
 * it. For the same reason a virtual thread never uses the socket itself.
 */
public final class LauncherConnection implements Closeable {
    private static final int CONNECT_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream in;
    private final Frames<Message, Message> frames;

    /** Uses a connected socket, and closes it in the end. */
    public LauncherConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        frames = new Frames<>(Message.KINDS, socket.getOutputStream(), Message.KINDS, in);
    }

    /** Connects a rank to its launcher and says who it is. */
    public static LauncherConnection open(JobEnvironment job) throws IOException {
        // Looking for a proxy takes as long as the connection itself, and no proxy stands before this host.
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            Uninterrupted.callOnSocket(() -> {
                socket.connect(new InetSocketAddress(job.host(), job.port()), CONNECT_MILLIS);
                return null;
            });
            LauncherConnection connection = new LauncherConnection(socket);
            connection.send(new Message.Hello(job.rank(), job.secret()));
            return connection;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends one message, in one write. */
    public void send(Message message) throws IOException {
        Uninterrupted.callOnSocket(() -> {
            frames.send(message);
            return null;
        });
    }

    /**
     * Waits for the next message.
     *
     * @throws EOFException when the other side has closed the connection
     * @throws IOException when the bytes are no message
     */
    public Message receive() throws IOException {
        return Uninterrupted.callOnSocket(frames::receive);
    }

    /**
     * Waits for the first message of a connection that has not proved anything yet. It reads at most as many bytes as a
     * hello has, and does not wait beyond the limit even if they arrive one by one.
     *
     * @throws IOException when the time is over, or anything but a hello arrived
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
        if (new Frames<>(Message.KINDS, null, Message.KINDS, new ByteArrayInputStream(bytes)).receive()
            instanceof Message.Hello hello) {
            return hello;
        }
        throw new ProtocolException("the first message is not a hello");
    }

    /** Limits how long {@link #receive()} waits; 0 for no limit. */
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
}
