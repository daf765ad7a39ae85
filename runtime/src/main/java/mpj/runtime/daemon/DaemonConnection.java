package mpj.runtime.daemon;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.PublicKey;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import mpj.runtime.wire.Frames;

/** A client's connection to a daemon, up to the answer. */
final class DaemonConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 20_000;

    private final SSLSocket socket;
    private final String text;

    private DaemonConnection(SSLSocket socket, String text) {
        this.socket = socket;
        this.text = text;
    }

    /**
     * Connects to the daemon that has a key, and asks.
     *
     * @param expected the daemon's key as the user trusts it
     * @throws IOException when it cannot be reached, is another, or refuses; the message is for the user
     */
    static DaemonConnection open(InetSocketAddress address, OwnKey self, PublicKey expected, DaemonRequest request)
        throws IOException {
        PublicKey[] seen = new PublicKey[1];
        Socket plain = new Socket();
        try {
            plain.connect(address, CONNECT_MILLIS);
            SSLSocket socket = (SSLSocket) self.tls(new KeyTrust(key -> {
                seen[0] = key;
                return key.equals(expected);
            })).getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            socket.setEnabledProtocols(new String[] {"TLSv1.3"});
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(CONNECT_MILLIS);
            return converse(socket, request);
        } catch (SSLException | SocketException | EOFException e) {
            plain.close();
            if (seen[0] == null && !(e instanceof SSLException)) {
                throw e; // no daemon answered
            }
            if (seen[0] != null && !seen[0].equals(expected)) {
                throw new IOException("the daemon has the key " + PublicKeyText.of(seen[0]) + ", not the trusted one; "
                    + "ask its administrator, then: mpjd trust HOST:PORT KEY", e);
            }
            // With TLS 1.3 a client is done before the daemon looks at its key: the refusal may be a broken pipe.
            throw new IOException("the daemon does not know this key; its administrator adds it with: mpjd add-key "
                + "NAME " + self.publicKey(), e);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private static DaemonConnection converse(SSLSocket socket, DaemonRequest request) throws IOException {
        Frames<DaemonRequest, DaemonAnswer> frames = new Frames<>(DaemonRequest.KINDS, socket.getOutputStream(),
            DaemonAnswer.KINDS, socket.getInputStream());
        frames.send(request);
        return switch (frames.receive()) {
            case DaemonAnswer.Refused(String reason) -> throw new IOException(reason);
            case DaemonAnswer.Granted(String text) -> {
                socket.setSoTimeout(0);
                yield new DaemonConnection(socket, text);
            }
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
