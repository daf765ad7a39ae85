package mpj.runtime.names;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PublicKey;
import javax.net.ssl.SSLSocket;
import mpj.runtime.keys.KeyedServer;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.wire.Frames;
import mpj.runtime.wire.LibraryVersion;
import mpj.runtime.wire.Message;

/**
 * Keeps names for the jobs of one user. The names that a client has published are withdrawn when its connection ends.
 */
final class NameServer implements AutoCloseable {
    /** Each client has a thread and the buffers of TLS. */
    static final int MOST_CLIENTS = 512;

    private final NameTable names = new NameTable("");
    private final NameClients clients;
    private final KeyedServer server;

    private NameServer(InetSocketAddress address, OwnKey self, int mostClients) throws IOException {
        clients = new NameClients(mostClients);
        PublicKey own = self.pair().getPublic();
        server = KeyedServer.start(address, self, "mpjnamed", own::equals, this::serve, KeyedServer.STRANGER_MILLIS);
    }

    /**
     * Begins to listen.
     *
     * @param self the user's key, which is the only key that is admitted
     */
    static NameServer start(InetSocketAddress address, OwnKey self, int mostClients) throws IOException {
        return new NameServer(address, self, mostClients);
    }

    /** The port on which the server listens. */
    int port() {
        return server.port();
    }

    /** The number of connections whose client is not known yet. */
    int strangers() {
        return server.strangers();
    }

    private void serve(SSLSocket connection, PublicKey key, Runnable requestCame) throws IOException {
        Frames<NameAnswer, NameRequest> frames = new Frames<>(NameAnswer.KINDS, connection.getOutputStream(),
            NameRequest.KINDS, connection.getInputStream());
        frames.send(new NameAnswer.Welcome());
        if (!(frames.receive() instanceof NameRequest.Hello(String version, String owner))) {
            return;
        }
        requestCame.run();
        if (!version.equals(LibraryVersion.text())) {
            frames.send(new NameAnswer.Refused("it has version " + LibraryVersion.text() + " of the library, and "
                + owner + " has version " + version + "; use an mpjnamed of the same version"));
            return;
        }
        try (NameClients.Client client = clients.admit(connection, names.lease(owner))) {
            if (client == null) {
                frames.send(new NameAnswer.Refused("all of its places are taken by clients that have published names;"
                    + " withdraw names, or end jobs that no longer need them"));
                return;
            }
            frames.send(new NameAnswer.Admitted());
            converse(frames, client);
        }
    }

    private void converse(Frames<NameAnswer, NameRequest> frames, NameClients.Client client) throws IOException {
        while (true) {
            NameRequest request = frames.receive();
            if (!client.begins()) {
                return;
            }
            switch (request) {
                case NameRequest.Asked(Message asked) ->
                    frames.send(new NameAnswer.Answered(client.lease().ask(asked)));
                case NameRequest.Listing() -> {
                    for (NameAnswer.Listed each : names.list()) {
                        frames.send(each);
                    }
                    frames.send(new NameAnswer.ListEnds());
                }
                case NameRequest.Hello hello -> {
                    return; // the client says who it is only once
                }
            }
            client.ends();
        }
    }

    /** Stops listening, and ends all connections. */
    @Override
    public void close() throws IOException {
        server.close();
        clients.close();
    }
}
