package mpj.runtime.daemon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import mpj.runtime.agent.Agent;
import mpj.runtime.daemon.AuthorizedKeys.User;
import mpj.runtime.wire.Frames;

/**
 * Lets known keys in and starts their agents. To a stranger it says no more than TLS's handshake, in which its own key
 * stands without a name.
 */
final class DaemonServer implements AutoCloseable {
    /** From the connection to the end of the request; a handshake takes some milliseconds. */
    static final long STRANGER_MILLIS = 10_000;

    private static final int BACKLOG = 128;
    private static final long RETRY_NANOS = 10_000_000;

    private final ServerSocket listener;
    private final SSLContext tls;
    private final PublicKey own;
    private final AuthorizedKeys keys;
    private final AgentCommand command;
    private final boolean asOthers;
    private final Strangers strangers;
    private final RunningAgents agents = new RunningAgents();
    private final CountDownLatch stopped = new CountDownLatch(1);

    private DaemonServer(ServerSocket listener, OwnKey self, AuthorizedKeys keys, AgentCommand command,
                         boolean asOthers, long strangerMillis) throws IOException {
        this.asOthers = asOthers;
        this.listener = listener;
        this.own = self.pair().getPublic();
        this.keys = keys;
        this.command = command;
        this.strangers = new Strangers(strangerMillis);
        this.tls = self.tls(new KeyTrust(key -> key.equals(own) || keys.find(key).isPresent()));
    }

    /**
     * Begins to listen.
     *
     * @param asOthers whether agents run as the users of the system whom the list of keys names, as those of root do
     */
    static DaemonServer start(InetSocketAddress address, OwnKey self, AuthorizedKeys keys, AgentCommand command,
                              boolean asOthers, long strangerMillis) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            listener.bind(address, BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        DaemonServer server = new DaemonServer(listener, self, keys, command, asOthers, strangerMillis);
        Thread.ofPlatform().daemon().name("mpjd-accept").start(server::accept);
        return server;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How many connections have not said who they are. */
    int strangers() {
        return strangers.count();
    }

    /** How many agents run. */
    int agents() {
        return agents.count();
    }

    /** Returns when somebody who may has asked for the end. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Strangers.Stranger stranger = strangers.admit(socket, socket.getInetAddress());
                Thread.ofPlatform().daemon().name("mpjd-connection").start(() -> serve(socket, stranger));
            } catch (IOException e) {
                // Closed, or out of file descriptors for the moment: strangers give theirs back in time.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void serve(Socket socket, Strangers.Stranger stranger) {
        try (socket) {
            int first = socket.getInputStream().read();
            if (first < 0) {
                return;
            }
            stranger.spoke();
            SSLSocket connection = (SSLSocket) tls.getSocketFactory().createSocket(socket,
                new ByteArrayInputStream(new byte[] {(byte) first}), true);
            connection.setNeedClientAuth(true);
            connection.setEnabledProtocols(new String[] {"TLSv1.3"});
            connection.startHandshake();
            // A resumed session has passed no trust manager: the key is looked up here, whatever came before.
            PublicKey key = connection.getSession().getPeerCertificates()[0].getPublicKey();
            Optional<User> user = keys.find(key);
            if (!key.equals(own) && user.isEmpty()) {
                return;
            }
            stranger.isKnown();
            Frames<DaemonAnswer, DaemonRequest> frames = new Frames<>(DaemonAnswer.KINDS,
                connection.getOutputStream(), DaemonRequest.KINDS, connection.getInputStream());
            frames.send(new DaemonAnswer.Welcome());
            DaemonRequest request = frames.receive();
            stranger.left();
            if (key.equals(own)) {
                answer(request, frames);
            } else {
                answer(request, user.orElseThrow(), connection, frames);
            }
        } catch (IOException e) {
            return; // a stranger, or gone: nobody is owed a word
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stranger.left();
        }
    }

    /** The administrator's requests: whoever can read the daemon's key. */
    private void answer(DaemonRequest request, Frames<DaemonAnswer, DaemonRequest> frames) throws IOException {
        switch (request) {
            case DaemonRequest.Status status -> frames.send(new DaemonAnswer.Granted(agents.status()));
            case DaemonRequest.Stop stop -> {
                frames.send(new DaemonAnswer.Granted(""));
                stopped.countDown();
            }
            case DaemonRequest.Start start ->
                frames.send(new DaemonAnswer.Refused("the daemon's own key starts nothing; add a user's"));
        }
    }

    private void answer(DaemonRequest request, User user, SSLSocket connection,
                        Frames<DaemonAnswer, DaemonRequest> frames) throws IOException, InterruptedException {
        if (!(request instanceof DaemonRequest.Start start)) {
            frames.send(new DaemonAnswer.Refused("only the daemon's administrator may ask that"));
            return;
        }
        if (!start.library().equals(command.library())) {
            frames.send(new DaemonAnswer.Refused("the daemon runs another version of the library ("
                + command.library() + ") than mpjrun (" + start.library() + "); install the same"));
            return;
        }
        AgentProcess agent = new AgentProcess(connection);
        String from = connection.getInetAddress().getHostAddress();
        String refusal = agents.admit(agent, user, start.ranks(), from);
        if (refusal != null) {
            frames.send(new DaemonAnswer.Refused(refusal));
            return;
        }
        try {
            start(agent, user, Map.of(Agent.RANKS_ALLOWED, Integer.toString(start.ranks()),
                "SSH_CONNECTION", from + " " + connection.getPort() + " "
                + connection.getLocalAddress().getHostAddress() + " " + connection.getLocalPort()));
        } catch (IOException | DaemonException e) {
            agents.ended(agent);
            frames.send(new DaemonAnswer.Refused("the daemon cannot start ranks: " + e.getMessage()));
            return;
        }
        try {
            frames.send(new DaemonAnswer.Granted(""));
            connection.setKeepAlive(true);
            agent.relay();
        } finally {
            agents.ended(agent);
        }
    }

    /** As the user of the key, when the daemon can become other users; else as the daemon's own. */
    private void start(AgentProcess agent, User user, Map<String, String> variables) throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        List<String> words = command.words();
        if (asOthers) {
            if (user.account().isEmpty()) {
                throw new DaemonException("it runs as root, and its list names no user of the system for the key of "
                    + user.name() + "; its administrator removes the line of " + user.name()
                    + " and adds it again with: mpjd add-key NAME KEY --as USER");
            }
            Account account = Account.of(user.account());
            environment = account.environment(environment);
            words = account.command(words);
        } else if (!user.account().isEmpty() && !user.account().equals(System.getProperty("user.name"))) {
            throw new DaemonException("ranks of " + user.name() + " are to run as " + user.account()
                + ", and the daemon runs as " + System.getProperty("user.name") + "; only root can start them");
        }
        environment.putAll(variables);
        agent.start(words, environment);
    }

    /** Ends all agents, and listens no more. */
    @Override
    public void close() throws IOException {
        listener.close();
        agents.close();
        strangers.close();
    }
}
