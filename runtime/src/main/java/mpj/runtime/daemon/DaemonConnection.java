package mpj.runtime.daemon;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.security.PublicKey;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import mpj.runtime.wire.Frames;

/** A client's connection to a daemon, up to the answer. */
final class DaemonConnection implements AutoCloseable {
    /** For which a daemon that is overloaded is asked. */
    static final long PATIENCE_MILLIS = 20_000;

    private static final int CONNECT_MILLIS = 20_000;
    private static final long FIRST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;
    /** In the name of the alert that follows a key which is not known: certificate_unknown, bad_certificate. */
    private static final String KEY_REFUSED = "certificate";

    private final SSLSocket socket;
    private final String text;

    private DaemonConnection(SSLSocket socket, String text) {
        this.socket = socket;
        this.text = text;
    }

    /**
     * Connects to the daemon that has a key, and asks. A daemon that is overloaded is asked again for a while.
     *
     * @param expected the daemon's key as the user trusts it
     * @param patienceMillis for how long
     * @throws IOException when it cannot be reached, is another, or refuses; the message is for the user
     */
    static DaemonConnection open(InetSocketAddress address, OwnKey self, PublicKey expected, DaemonRequest request,
                                 long patienceMillis) throws IOException {
        long begin = System.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            try {
                return attempt(address, self, expected, request);
            } catch (HungUpException e) {
                if (System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(patienceMillis)) {
                    throw new IOException("the daemon is overloaded: for " + patienceMillis / 1_000.0 + " s it has hung"
                        + " up before it looked at this key; try again later, or look at the host (mpjd status)", e);
                }
            }
            LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    /** The daemon, or whatever listens there, ended the connection before it had looked at the key. */
    private static final class HungUpException extends Exception {
        private static final long serialVersionUID = 1L;

        HungUpException(IOException cause) {
            super(cause);
        }
    }

    private static DaemonConnection attempt(InetSocketAddress address, OwnKey self, PublicKey expected,
                                            DaemonRequest request) throws IOException, HungUpException {
        PublicKey[] seen = new PublicKey[1];
        Socket plain = new Socket();
        boolean open = false;
        try {
            plain.connect(address, CONNECT_MILLIS);
            SSLSocket socket = (SSLSocket) self.tls(new KeyTrust(key -> {
                seen[0] = key;
                return key.equals(expected);
            })).getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            socket.setEnabledProtocols(new String[] {"TLSv1.3"});
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(CONNECT_MILLIS);
            Frames<DaemonRequest, DaemonAnswer> frames = new Frames<>(DaemonRequest.KINDS, socket.getOutputStream(),
                DaemonAnswer.KINDS, socket.getInputStream());
            awaitWelcome(frames, seen, expected, self);
            DaemonConnection connection = new DaemonConnection(socket, converse(frames, request));
            socket.setSoTimeout(0);
            open = true;
            return connection;
        } finally {
            if (!open) {
                plain.close();
            }
        }
    }

    /** With TLS 1.3 a client is done before the daemon looks at its key: so the daemon speaks first. */
    private static void awaitWelcome(Frames<DaemonRequest, DaemonAnswer> frames, PublicKey[] seen, PublicKey expected,
                                     OwnKey self) throws IOException, HungUpException {
        try {
            if (!(frames.receive() instanceof DaemonAnswer.Welcome)) {
                throw new ProtocolException("the daemon is of another version of the library; install the same");
            }
        } catch (SSLException | SocketException | EOFException e) {
            if (seen[0] != null && !seen[0].equals(expected)) {
                throw new IOException("the daemon has the key " + PublicKeyText.of(seen[0]) + ", not the trusted one; "
                    + "ask its administrator, then: mpjd trust HOST:PORT KEY", e);
            }
            if (seen[0] != null && e instanceof SSLException && String.valueOf(e.getMessage()).contains(KEY_REFUSED)) {
                throw new IOException("the daemon does not know this key; its administrator adds it with: mpjd add-key "
                    + "NAME " + self.publicKey(), e);
            }
            throw new HungUpException(e);
        }
    }

    /** The answer to a request that is granted. */
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

    /** What the daemon answered, for people. */
    String text() {
        return text;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
