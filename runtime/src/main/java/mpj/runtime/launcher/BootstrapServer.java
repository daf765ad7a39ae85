package mpj.runtime.launcher;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.wire.Connection;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Message;

/**
 * Answers the ranks of one job on a loopback port. A connection that does not prove the job's secret in its first
 * message, in time, is dropped without an answer; however many such there are, ranks get through.
 */
final class BootstrapServer implements Closeable {
    private static final int HELLO_MILLIS = 10_000;
    private static final long RETRY_NANOS = 10_000_000L;
    private static final int BACKLOG = 1_024;
    /** Connections that have proved nothing yet; when there are more, the oldest goes. */
    private static final int MAX_STRANGERS = 256;

    private final ServerSocket listener;
    private final byte[] secret;
    private final int size;
    private final KeyValueExchange exchange;
    private final Survivors survivors = new Survivors();
    private final BlockingQueue<JobEvent> events;
    private final Set<Socket> strangers = new LinkedHashSet<>();
    private final int[] connections;
    private final BitSet exiting = new BitSet();

    private BootstrapServer(ServerSocket listener, byte[] secret, int size, BlockingQueue<JobEvent> events) {
        this.listener = listener;
        this.secret = secret;
        this.size = size;
        this.events = events;
        exchange = new KeyValueExchange(size);
        connections = new int[size];
    }

    /** Begins to listen. Aborts and failures that ranks report become events. */
    static BootstrapServer start(int size, byte[] secret, BlockingQueue<JobEvent> events) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
        BootstrapServer server = new BootstrapServer(listener, secret, size, events);
        daemon("mpjrun-accept", server::accept);
        return server;
    }

    /** The environment that leads a rank here. */
    JobEnvironment environment(int rank) {
        return new JobEnvironment("127.0.0.1", listener.getLocalPort(), rank, size, secret);
    }

    /** Fences do not wait for this rank any more, but fail. */
    void ended(int rank) {
        exchange.ended(rank);
    }

    /** Whether these ranks, and there are some, go on when others are lost. */
    boolean survive(BitSet ranks) {
        return survivors.include(ranks);
    }

    /** Tells the others that a rank is lost; fences do not wait for it any more. */
    void lost(int rank, String how) {
        exchange.lost(rank);
        survivors.tell(new Message.Lost(rank, how));
    }

    /**
     * Whether a rank whose process has ended had said that it was exiting. Waits, up to a limit, for what it sent
     * before its end.
     */
    synchronized boolean saidExiting(int rank, long limitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        while (!exiting.get(rank) && connections[rank] > 0) {
            long left = (deadline - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return exiting.get(rank);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private static void daemon(String name, Runnable task) {
        Thread.ofPlatform().daemon().name(name).start(task);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                admit(socket);
                daemon("mpjrun-connection", () -> serve(socket));
            } catch (IOException e) {
                // Closed, or out of file descriptors for the moment: strangers give theirs back in time.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void admit(Socket socket) throws IOException {
        synchronized (strangers) {
            strangers.add(socket);
            if (strangers.size() > MAX_STRANGERS) {
                Socket oldest = strangers.iterator().next();
                strangers.remove(oldest);
                oldest.close();
            }
        }
    }

    private void serve(Socket socket) {
        try (socket; Connection connection = new Connection(socket)) {
            int rank = identify(connection, socket);
            if (rank < 0) {
                return;
            }
            count(rank, 1);
            try {
                while (true) {
                    connection.send(answer(rank, connection.receive(), connection));
                }
            } finally {
                count(rank, -1);
            }
        } catch (IOException e) {
            // The rank has closed or ended, or was none: its process's end tells the job all that matters.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The rank at the other end; -1 for a stranger. */
    private int identify(Connection connection, Socket socket) throws IOException {
        try {
            Message.Hello hello = connection.receiveHello(HELLO_MILLIS);
            boolean known = MessageDigest.isEqual(secret, hello.secret()) && hello.rank() >= 0 && hello.rank() < size;
            return known ? hello.rank() : -1;
        } finally {
            synchronized (strangers) {
                strangers.remove(socket);
            }
        }
    }

    private Message answer(int rank, Message request, Connection connection) throws InterruptedException {
        return switch (request) {
            case Message.Put put -> exchange.put(rank, put.key(), put.value());
            case Message.Get get -> exchange.get(get.rank(), get.key());
            case Message.Fence fence -> exchange.fence(rank);
            case Message.Abort abort -> {
                events.add(new JobEvent.Aborted(rank, abort.code(), abort.line()));
                yield new Message.Done();
            }
            case Message.Failed failed -> {
                events.add(new JobEvent.FailedToStart(rank, failed.line()));
                yield new Message.Done();
            }
            case Message.Exiting exit -> {
                noteExiting(rank);
                yield new Message.Done();
            }
            case Message.Tolerate tolerate -> {
                survivors.add(rank, connection);
                yield new Message.Done();
            }
            case Message.Hello hello -> new Message.Refused("a second hello");
            case Message.Lost lost -> new Message.Refused("not a request");
            case Message.Done done -> new Message.Refused("not a request");
            case Message.Value value -> new Message.Refused("not a request");
            case Message.Refused refused -> new Message.Refused("not a request");
        };
    }

    private synchronized void noteExiting(int rank) {
        exiting.set(rank);
        notifyAll();
    }

    private synchronized void count(int rank, int change) {
        connections[rank] += change;
        notifyAll();
    }
}
