package mpj.runtime.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import mpj.runtime.agent.AgentStarter;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.keys.OwnKey;

/** Starts agents through daemons. The name of a host is HOST:PORT of its daemon. */
public final class DaemonStarter implements AgentStarter {
    private final KnownDaemons known;
    private final OwnKey self;
    private final String library;
    private final Map<String, Integer> ranks;
    private volatile boolean cancelled;

    private DaemonStarter(KnownDaemons known, LibraryFiles library, Map<String, Integer> ranks) throws IOException {
        this.known = known;
        this.self = known.self();
        this.library = AgentCommand.identity(library);
        this.ranks = Map.copyOf(ranks);
    }

    /**
     * Makes a starter for agents of this library and this user.
     *
     * @param ranks for each host, the number of ranks that its agent is going to start
     */
    public static DaemonStarter of(LibraryFiles library, Map<String, Integer> ranks, Map<String, String> environment)
        throws IOException {
        return new DaemonStarter(KnownDaemons.of(environment), library, ranks);
    }

    @Override
    public Started start(String host) throws IOException {
        if (cancelled) {
            throw new IOException("the job is ending");
        }
        InetSocketAddress address = KnownDaemons.parse(host);
        if (address.isUnresolved()) {
            throw new IOException("there is no such host");
        }
        return new Connected(DaemonConnection.open(address, self, known.keyOf(host),
            new DaemonRequest.Start(library, ranks.get(host)), DaemonConnection.PATIENCE_MILLIS).socket());
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    /** A connection to an agent. */
    private record Connected(SSLSocket socket) implements Started {
        @Override
        public InputStream in() {
            return stream(socket::getInputStream);
        }

        @Override
        public OutputStream out() {
            return stream(socket::getOutputStream);
        }

        private interface Opening<T> {
            T open() throws IOException;
        }

        private static <T> T stream(Opening<T> opening) {
            try {
                return opening.open();
            } catch (IOException e) {
                throw new DaemonException("the daemon's connection ended: " + e.getMessage(), e);
            }
        }

        /** When the agent's output ends, the agent has ended its ranks. The daemon passes that end on. */
        @Override
        public void end(long limitMillis) {
            try {
                socket.close();
            } catch (IOException e) {
                return; // the connection is gone
            }
        }

        @Override
        public String lastWords() {
            return "";
        }
    }
}
