package mpj.runtime.host;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * Answers the ranks of one host on a loopback port. A connection must prove the job's secret in its first message,
 * within a time limit. Otherwise it is closed without an answer. However many such connections there are, the ranks can
 * connect.
 */
public final class BootstrapServer implements Closeable {
    private static final int HELLO_MILLIS = 10_000;
    private static final long RETRY_NANOS = 10_000_000L;
    private static final int BACKLOG = 1_024;
    /** The limit for connections that have proved nothing yet. Beyond the limit, the oldest is closed. */
    private static final int MAX_STRANGERS = 256;

    private final ServerSocket listener;
    private final HostJob job;
    private final KeyValueExchange exchange;
    private final LossNews losses = new LossNews();
    private final Viewers viewers;
    private final JobClock clock;
    private final LauncherRequests requests;
    private final Consumer<JobEvent> events;
    private final Set<Socket> strangers = new LinkedHashSet<>();
    private final Map<Integer, RankConnections> ranks = new HashMap<>();

    private BootstrapServer(ServerSocket listener, HostJob job, KeyValueExchange exchange, Viewers viewers,
                            JobClock clock, LauncherRequests requests, Consumer<JobEvent> events) {
        this.listener = listener;
        this.job = job;
        this.exchange = exchange;
        this.viewers = viewers;
        this.clock = clock;
        this.requests = requests;
        this.events = events;
        for (int rank : job.ranks()) {
            ranks.put(rank, new RankConnections());
        }
    }

    /** Begins to listen. When a rank reports an abort or a failure, that becomes an event. */
    public static BootstrapServer start(HostJob job, KeyValueExchange exchange, Viewers viewers, JobClock clock,
                                        LauncherRequests requests, Consumer<JobEvent> events) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
        BootstrapServer server = new BootstrapServer(listener, job, exchange, viewers, clock, requests, events);
        daemon("mpjrun-accept", server::accept);
        return server;
    }

    /** The port on the loopback interface. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * A rank is lost, and the other ranks go on without it. Tells the ranks of this host, and fences no longer wait for
     * it.
     */
    public void lost(int rank, String how) {
        exchange.lost(rank);
        losses.tell(new Message.Lost(rank, how, false));
    }

    /**
     * A rank has ended with exit code 0. Fences that wait for it are refused.
     *
     * @param fences the number of fences that it had reached
     * @param how what the rank left out of MPI; the ranks of this host are then told that it is lost. Otherwise empty
     */
    public void ended(int rank, int fences, String how) {
        exchange.ended(rank, fences, how);
        if (!how.isEmpty()) {
            losses.tell(new Message.Lost(rank, how, true));
        }
    }

    /** A rank of another job of this launcher is lost. */
    public void lostElsewhere(long otherJob, int rank, String how, boolean left) {
        losses.tell(new Message.LostElsewhere(otherJob, rank, how, left));
    }

    /** The facts that a rank's connections tell about it. */
    RankConnections connections(int rank) {
        return ranks.get(rank);
    }

    /** Closes all connections and accepts no more. The ranks then end, as if this process had ended. */
    void cut() {
        try {
            listener.close();
        } catch (IOException e) {
            // The connection is closed in spite of this.
        }
        ranks.values().forEach(RankConnections::cut);
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
                begin(socket);
            } catch (IOException | OutOfMemoryError e) {
                // The socket is closed, or this process has no file descriptors or threads left. Strangers soon give
                // theirs back.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void begin(Socket socket) throws IOException {
        try {
            daemon("mpjrun-connection", () -> serve(socket));
        } catch (OutOfMemoryError e) { // the system allows no further thread
            forget(socket);
            socket.close();
            throw e;
        }
    }

    private void forget(Socket stranger) {
        synchronized (strangers) {
            strangers.remove(stranger);
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
        try (socket; LauncherConnection connection = new LauncherConnection(socket)) {
            Message.Hello hello = identify(connection, socket);
            if (hello == null) {
                return;
            }
            if (hello.rank() == Message.Hello.VIEWER) {
                viewers.serve(connection);
                return;
            }
            RankConnections rank = ranks.get(hello.rank());
            rank.opened(connection);
            try {
                while (true) {
                    answer(hello.rank(), rank, connection, connection.receive());
                }
            } finally {
                rank.closed(connection);
            }
        } catch (IOException e) {
            // The rank has closed the connection or ended, or it was no rank. The end of a rank's process says
            // everything that the job needs.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the hello of a rank of this host or of a viewer; returns null for a stranger. */
    private Message.Hello identify(LauncherConnection connection, Socket socket) throws IOException {
        try {
            Message.Hello hello = connection.receiveHello(HELLO_MILLIS);
            boolean known = MessageDigest.isEqual(job.secret(), hello.secret())
                && (ranks.containsKey(hello.rank()) || hello.rank() == Message.Hello.VIEWER);
            return known ? hello : null;
        } finally {
            forget(socket);
        }
    }

    private void answer(int rank, RankConnections connections, LauncherConnection connection, Message message)
        throws IOException, InterruptedException {
        Message answer = switch (message) {
            case Message.Put put -> {
                connections.joined();
                yield exchange.put(rank, put.key(), put.value());
            }
            case Message.Get get -> get(get);
            case Message.Fence fence -> {
                connections.joined();
                yield exchange.fence(rank);
            }
            case Message.Finalized finalized -> {
                connections.finalized();
                yield new Message.Done();
            }
            case Message.Abort abort -> {
                events.accept(new JobEvent.Aborted(rank, abort.code(), abort.line()));
                yield new Message.Done();
            }
            case Message.Failed failed -> {
                events.accept(new JobEvent.FailedToStart(rank, failed.line()));
                yield new Message.Done();
            }
            case Message.Exiting exit -> {
                connections.exiting();
                losses.endsListening(rank);
                yield new Message.Done();
            }
            case Message.Ended ended -> {
                connections.ended();
                events.accept(new JobEvent.Exited(List.of(rank), 0, true, connections.stage(), exchange.reached(rank),
                    ""));
                yield new Message.Done();
            }
            case Message.Listen listen -> {
                losses.listens(rank, connection);
                connections.listening(connection);
                yield null;
            }
            case Message.Tolerate tolerate -> {
                events.accept(new JobEvent.Tolerates(rank));
                yield new Message.Done();
            }
            case Message.Unreachable(int other, String how) -> {
                events.accept(new JobEvent.Unreachable(rank, other, how));
                yield new Message.Done();
            }
            case Message.Lifeline lifeline -> {
                connections.lifeline(connection);
                yield null;
            }
            case Message.Report report -> new Message.Refused("not a request");
            case Message.Waits waits -> {
                connections.answered(connection, waits.state());
                yield null;
            }
            case Message.Told told -> told(rank, told);
            case Message.AskClock ask -> clock.compare();
            case Message.Clock time -> new Message.Refused("not a request");
            case Message.Spawn spawn -> requests.answer(rank, spawn);
            case Message.Detach detach -> requests.answer(rank, detach);
            case Message.Publish publish -> requests.answer(rank, publish);
            case Message.LookUp lookUp -> requests.answer(rank, lookUp);
            case Message.Withdraw withdraw -> requests.answer(rank, withdraw);
            case Message.AskMove ask -> requests.answer(rank, ask);
            case Message.Leave leave -> requests.answer(rank, leave);
            case Message.Spawned spawned -> new Message.Refused("not a request");
            case Message.Unnamed unnamed -> new Message.Refused("not a request");
            case Message.LostElsewhere lost -> new Message.Refused("not a request");
            case Message.Look look -> new Message.Refused("not a rank's request");
            case Message.Move move -> new Message.Refused("not a rank's request");
            case Message.Hello hello -> new Message.Refused("a second hello");
            case Message.Lost lost -> new Message.Refused("not a request");
            case Message.Done done -> new Message.Refused("not a request");
            case Message.Value value -> new Message.Refused("not a request");
            case Message.Refused refused -> new Message.Refused("not a request");
            case Message.Inspect inspect -> new Message.Refused("not a rank's request");
        };
        if (answer != null) {
            connection.send(answer);
        }
    }

    private Message told(int rank, Message.Told told) {
        Topic topic = Topic.named(told.topic());
        if (topic == null) {
            return new Message.Refused("nobody here knows what " + told.topic() + " is");
        }
        events.accept(new JobEvent.Told(rank, topic, told.text()));
        return new Message.Done();
    }

    private Message get(Message.Get get) throws InterruptedException {
        try {
            return exchange.get(get.rank(), get.key()).get();
        } catch (ExecutionException e) {
            return new Message.Refused(e.getCause().toString());
        }
    }
}
