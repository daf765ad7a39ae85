package mpj.runtime.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.security.PublicKey;
import javax.net.ssl.SSLSocket;
import mpj.runtime.keys.KeyedConnection;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.wire.Frames;

/** A client's connection to a daemon, until the daemon has answered. */
final class DaemonConnection implements AutoCloseable {
    /** How long the client tries to reach a daemon that is overloaded. */
    static final long PATIENCE_MILLIS = 20_000;

    private final SSLSocket socket;
    private final String text;

    private DaemonConnection(SSLSocket socket, String text) {
        this.socket = socket;
        this.text = text;
    }

    /**
     * Connects to the daemon with a key, and sends a request. If the daemon is overloaded, the attempt is repeated for
     * some time.
     *
     * @param expected the daemon's key, which the user trusts
     * @param patienceMillis how long to repeat the attempt
     * @throws IOException when the daemon cannot be reached, has another key, or refuses; the message is for the user
     */
    static DaemonConnection open(InetSocketAddress address, OwnKey self, PublicKey expected, DaemonRequest request,
                                 long patienceMillis) throws IOException {
        KeyedConnection<DaemonRequest, DaemonAnswer> connection = KeyedConnection.open(address, self, expected,
            new KeyedConnection.Conversation<>(DaemonRequest.KINDS, DaemonAnswer.KINDS, new DaemonAnswer.Welcome(),
                "the daemon", "ask its administrator, then: mpjd trust HOST:PORT KEY",
                "its administrator adds it with: mpjd add-key NAME " + self.publicKey(),
                "look at the host (mpjd status)"), patienceMillis);
        boolean open = false;
        try {
            String text = converse(connection.frames(), request);
            connection.setUnlimited();
            open = true;
            return new DaemonConnection(connection.socket(), text);
        } finally {
            if (!open) {
                connection.close();
            }
        }
    }

    /** Sends the request, and returns the answer if the request is granted. */
    private static String converse(Frames<DaemonRequest, DaemonAnswer> frames, DaemonRequest request)
        throws IOException {
        frames.send(request);
        return switch (frames.receive()) {
            case DaemonAnswer.Refused(String reason) -> throw new IOException(reason);
            case DaemonAnswer.Granted(String text) -> text;
            case DaemonAnswer.Welcome() -> throw new ProtocolException("the daemon welcomes this key twice");
        };
    }

    SSLSocket socket() {
        return socket;
    }

    /** The daemon's answer, for people. */
    String text() {
        return text;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
