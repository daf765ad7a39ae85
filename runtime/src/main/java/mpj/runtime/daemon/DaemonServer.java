package mpj.runtime.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocket;
import mpj.runtime.agent.Agent;
import mpj.runtime.daemon.AuthorizedKeys.User;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.KeyedServer;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.wire.Frames;

/** Admits clients with known keys and starts their agents. */
final class DaemonServer implements AutoCloseable {
    private final KeyedServer server;
    private final PublicKey own;
    private final AuthorizedKeys keys;
    private final AgentCommand command;
    private final boolean asOthers;
    private final RunningAgents agents = new RunningAgents();
    private final CountDownLatch stopped = new CountDownLatch(1);

    private DaemonServer(InetSocketAddress address, OwnKey self, AuthorizedKeys keys, AgentCommand command,
                         boolean asOthers, long strangerMillis) throws IOException {
        this.asOthers = asOthers;
        this.own = self.pair().getPublic();
        this.keys = keys;
        this.command = command;
        server = KeyedServer.start(address, self, "mpjd", key -> key.equals(own) || keys.find(key).isPresent(),
            this::serve, strangerMillis);
    }

    /**
     * Begins to listen.
     *
     * @param asOthers whether each agent runs as the system's user whom the list of keys names, as with a daemon that
     *     runs as root
     */
    static DaemonServer start(InetSocketAddress address, OwnKey self, AuthorizedKeys keys, AgentCommand command,
                              boolean asOthers, long strangerMillis) throws IOException {
        return new DaemonServer(address, self, keys, command, asOthers, strangerMillis);
    }

    int port() {
        return server.port();
    }

    /** The number of connections whose client is not known yet. */
    int strangers() {
        return server.strangers();
    }

    /** The number of running agents. */
    int agents() {
        return agents.count();
    }

    /** Waits until the administrator asks for the end. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    private void serve(SSLSocket connection, PublicKey key, Runnable requestCame)
        throws IOException, InterruptedException {
        Optional<User> user = keys.find(key);
        if (!key.equals(own) && user.isEmpty()) {
            return; // the key was removed just now
        }
        Frames<DaemonAnswer, DaemonRequest> frames = new Frames<>(DaemonAnswer.KINDS,
            connection.getOutputStream(), DaemonRequest.KINDS, connection.getInputStream());
        frames.send(new DaemonAnswer.Welcome());
        DaemonRequest request = frames.receive();
        requestCame.run();
        if (key.equals(own)) {
            answer(request, frames);
        } else {
            answer(request, user.orElseThrow(), connection, frames);
        }
    }

    /** Answers the administrator's requests. Whoever can read the daemon's key is an administrator. */
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
            agent.relay();
        } finally {
            agent.kill(); // it still runs if nothing could be relayed
            agents.ended(agent);
        }
    }

    /**
     * Starts the agent as the user of the key if the daemon can become other users, and otherwise as the daemon's own
     * user.
     */
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

    /** Ends all agents, and stops listening. */
    @Override
    public void close() throws IOException {
        server.close();
        agents.close();
    }
}
