package mpj.runtime.daemon;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.PublicKey;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A client's connection to a daemon, up to the answer. */
final class DaemonConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 20_000;

    private final SSLSocket socket;
    private final DataInputStream in;

    private DaemonConnection(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /**
     * Connects to the daemon that has a key, and asks.
     *
     * @param expected the daemon's key as the user trusts it
     * @throws IOException when it cannot be reached, is another, or refuses; the message is for the user
     */
    static DaemonConnection open(InetSocketAddress address, Identity self, PublicKey expected, DaemonRequest request)
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
        DaemonConnection connection = new DaemonConnection(socket);
        request.write(new DataOutputStream(socket.getOutputStream()));
        String refusal = connection.in.readUTF();
        if (!refusal.isEmpty()) {
            throw new IOException(refusal);
        }
        socket.setSoTimeout(0);
        return connection;
    }

    SSLSocket socket() {
        return socket;
    }

    /** A further string of the answer. */
    String text() throws IOException {
        return in.readUTF();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
