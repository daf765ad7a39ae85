package mpj.core.process;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import mpj.bindings.RandomBytes;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * An open port. It listens on all addresses of this host. A thread greets each process that connects. Processes that
 * know the port's secret wait in a queue until the program accepts them. Thread-safe.
 */
final class Port implements Closeable {
    private static final int BACKLOG = 256;
    private static final long RETRY_NANOS = 10_000_000;
    /** Beyond this many connections that have proved nothing yet, the oldest is closed. */
    private static final int MOST_STRANGERS = 64;

    /**
     * An entry of the queue.
     *
     * @param connection the connection of a process; null if no further process will be accepted
     * @param end why no further process will be accepted; null if there is a connection
     */
    private record Arrived(PortConnection connection, EngineException end) {
    }

    private final ServerSocket listener;
    private final PortName name;
    private final BlockingQueue<Arrived> queue = new LinkedBlockingQueue<>();
    private final Set<Socket> strangers = new LinkedHashSet<>();
    private volatile boolean closed;

    private Port(ServerSocket listener, PortName name) {
        this.listener = listener;
        this.name = name;
    }

    /**
     * Opens a port.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_PORT} when this process cannot listen
     */
    static Port open() {
        try {
            byte[] secret = RandomBytes.of(PortName.SECRET_BYTES);
            ServerSocket listener = new ServerSocket(0, BACKLOG);
            Port port = new Port(listener, new PortName(listener.getLocalPort(), secret, addresses()));
            Thread.ofPlatform().daemon().name("mpj-port").start(port::listen);
            return port;
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_PORT, "no port can be opened: " + e.getMessage(), e);
        }
    }

    private static List<InetAddress> addresses() throws SocketException {
        List<InetAddress> all = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp()) {
                each.inetAddresses().filter(address -> !address.isLinkLocalAddress()).forEach(all::add);
            }
        }
        all.sort(Comparator.comparingInt(PortName::rank));
        return all.isEmpty() ? List.of(InetAddress.getLoopbackAddress()) : all;
    }

    PortName name() {
        return name;
    }

    private void listen() {
        while (!closed) {
            try {
                Socket socket = listener.accept();
                admit(socket);
                Thread.ofVirtual().name("mpj-port-greeting").start(() -> greet(socket));
            } catch (IOException e) {
                // The port is closed, or this process has no file descriptors left. Strangers soon give theirs back.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private synchronized void admit(Socket socket) throws IOException {
        strangers.add(socket);
        if (strangers.size() > MOST_STRANGERS) {
            Socket oldest = strangers.iterator().next();
            strangers.remove(oldest);
            oldest.close();
        }
    }

    private void greet(Socket socket) {
        try {
            arrived(socket, PortConnection.accepted(socket, name.secret()));
        } catch (IOException e) {
            try {
                socket.close();
            } catch (IOException alreadyClosed) {
                // A stranger is not told why it is refused.
            }
        } finally {
            synchronized (this) {
                strangers.remove(socket);
            }
        }
    }

    private synchronized void arrived(Socket socket, PortConnection connection) {
        // Before the program can accept it. The program may close the port right afterwards, and with it all strangers.
        strangers.remove(socket);
        if (closed) {
            connection.close();
        } else {
            queue.add(new Arrived(connection, null));
        }
    }

    /**
     * Waits for a process that knows the secret.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_PORT} when the port is closed meanwhile; or that of
     *     {@link #fail}
     */
    PortConnection next() throws InterruptedException {
        Arrived arrived = queue.take();
        if (arrived.connection == null) {
            queue.add(arrived); // for the next thread
            throw arrived.end;
        }
        return arrived.connection;
    }

    /**
     * From now on, {@link #next} does not wait. It returns the processes that have connected by now, and then throws
     * this exception.
     */
    synchronized void fail(EngineException why) {
        if (!closed) {
            queue.add(new Arrived(null, why));
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            listener.close();
            for (Socket stranger : strangers) {
                stranger.close();
            }
        } catch (IOException e) {
            // If a socket cannot be closed, nobody else can use it either.
        }
        for (Arrived each = queue.poll(); each != null; each = queue.poll()) {
            if (each.connection != null) {
                each.connection.close();
            }
        }
        queue.add(new Arrived(null, new EngineException(ErrorClass.ERR_PORT, name.described() + " was closed")));
    }
}
