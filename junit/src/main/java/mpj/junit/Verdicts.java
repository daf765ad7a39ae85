package mpj.junit;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Receives the verdicts of a job's ranks over the loopback interface. A rank finds the port and a secret in its
 * environment, which other users cannot read. A verdict without the secret is ignored.
 */
final class Verdicts implements Closeable {
    /** The variable in the ranks' environment that contains the port and the secret. */
    static final String ADDRESS = "MPJ_TEST_VERDICTS";
    private static final int SECRET_BYTES = 16;
    private static final int LIMIT_MILLIS = 10_000;
    private static final int BACKLOG = 1_024;

    private final ServerSocket listener;
    private final byte[] secret = new byte[SECRET_BYTES];
    private final int ranks;
    private final Consumer<Verdict> to;

    /**
     * @param to takes each verdict before its rank continues
     */
    Verdicts(int ranks, Consumer<Verdict> to) throws IOException {
        this.ranks = ranks;
        this.to = to;
        new SecureRandom().nextBytes(secret);
        listener = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        Thread.ofPlatform().daemon().name("mpj-test-verdicts").start(this::accept);
    }

    /** The value of the variable. */
    String address() {
        return listener.getLocalPort() + " " + HexFormat.of().formatHex(secret);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** Accepts connections one after the other, because a verdict is short. */
    private void accept() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                socket.setSoTimeout(LIMIT_MILLIS);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                if (MessageDigest.isEqual(secret, in.readNBytes(SECRET_BYTES))) {
                    to.accept(Verdict.read(in, ranks));
                    socket.getOutputStream().write(1);
                }
            } catch (IOException e) {
                // The listener was closed, or a stranger connected, or a rank was ended meanwhile. Whoever waits for
                // the verdict learns of the rank's end.
                continue;
            }
        }
    }

    /** Reports the calling rank's verdict, and returns when it was taken. */
    static void tell(Verdict verdict) throws IOException {
        String[] address = System.getenv(ADDRESS).split(" ");
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress("127.0.0.1", Integer.parseInt(address[0])), LIMIT_MILLIS);
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            out.write(HexFormat.of().parseHex(address[1]));
            verdict.write(out);
            out.flush();
            if (socket.getInputStream().read() != 1) {
                throw new IOException("the verdict was not taken");
            }
        }
    }
}
