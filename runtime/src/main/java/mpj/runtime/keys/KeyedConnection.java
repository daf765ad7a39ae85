package mpj.runtime.keys;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.security.PublicKey;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import mpj.runtime.wire.Frames;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/**
 * A client's connection to a {@link KeyedServer}, whose first message has welcomed the client's key.
 *
 * @param <S> the messages that the client sends
 * @param <R> the messages that the server sends
 */
public final class KeyedConnection<S extends Struct<S>, R extends Struct<R>> implements AutoCloseable {
    private static final int CONNECT_MILLIS = 20_000;
    private static final long FIRST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;
    /** Part of the name of each alert that rejects an unknown key: certificate_unknown, bad_certificate. */
    private static final String KEY_REFUSED = "certificate";
    /** The system ends the connection of a host that has crashed after 30 + 5 * 6 seconds of silence. */
    private static final Map<SocketOption<Integer>, Integer> PROBES = Map.of(
        ExtendedSocketOptions.TCP_KEEPIDLE, 30, ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
        ExtendedSocketOptions.TCP_KEEPCOUNT, 6);

    private final SSLSocket socket;
    private final Frames<S, R> frames;

    private KeyedConnection(SSLSocket socket, Frames<S, R> frames) {
        this.socket = socket;
        this.frames = frames;
    }

    /**
     * The conversation, and the words for the user when it does not begin.
     *
     * @param sent the messages that the client sends
     * @param received the messages that the server sends
     * @param welcome the server's first message
     * @param server names the server, such as {@code the daemon}
     * @param otherKey what to do when the server has another key
     * @param unknownKey what to do when the server does not know the client's key
     * @param overloaded what to do when the server is overloaded
     */
    public record Conversation<S extends Struct<S>, R extends Struct<R>>(Union<S> sent, Union<R> received,
                                                                         R welcome, String server, String otherKey,
                                                                         String unknownKey, String overloaded) {
    }

    /**
     * Connects to the server with a key. If the server is overloaded, the attempt is repeated for some time.
     *
     * @param expected the server's key, which the user trusts
     * @param patienceMillis how long to repeat the attempt
     * @throws IOException when the server cannot be reached, has another key, or does not know this key; the message is
     *     for the user
     */
    public static <S extends Struct<S>, R extends Struct<R>> KeyedConnection<S, R> open(
        InetSocketAddress address, OwnKey self, PublicKey expected, Conversation<S, R> conversation,
        long patienceMillis) throws IOException {
        long begin = System.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            try {
                return attempt(address, self, expected, conversation);
            } catch (HungUpException e) {
                if (System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(patienceMillis)) {
                    throw new IOException(conversation.server + " is overloaded: for " + patienceMillis / 1_000.0
                        + " s it has closed each connection before it looked at this key; try again later, or "
                        + conversation.overloaded, e);
                }
            }
            LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    /** The connection was ended before the key was looked at, by the server or by another program at that address. */
    private static final class HungUpException extends Exception {
        private static final long serialVersionUID = 1L;

        HungUpException(IOException cause) {
            super(cause);
        }
    }

    private static <S extends Struct<S>, R extends Struct<R>> KeyedConnection<S, R> attempt(
        InetSocketAddress address, OwnKey self, PublicKey expected, Conversation<S, R> conversation)
        throws IOException, HungUpException {
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
            probeSilentHost(socket);
            socket.setSoTimeout(CONNECT_MILLIS);
            Frames<S, R> frames = new Frames<>(conversation.sent, socket.getOutputStream(), conversation.received,
                socket.getInputStream());
            awaitWelcome(frames, conversation, seen, expected);
            open = true;
            return new KeyedConnection<>(socket, frames);
        } finally {
            if (!open) {
                plain.close();
            }
        }
    }

    /**
     * With TLS 1.3, the client's handshake is done before the server looks at the client's key. So the server speaks
     * first.
     */
    private static <R extends Struct<R>> void awaitWelcome(Frames<?, R> frames, Conversation<?, R> conversation,
                                                           PublicKey[] seen, PublicKey expected)
        throws IOException, HungUpException {
        try {
            if (!frames.receive().equals(conversation.welcome)) {
                throw new ProtocolException(conversation.server + " has another version of the library; install the"
                    + " same version on both hosts");
            }
        } catch (SSLException | SocketException | EOFException e) {
            if (seen[0] != null && !seen[0].equals(expected)) {
                throw new IOException(conversation.server + " has the key " + PublicKeyText.of(seen[0]) + ", not the"
                    + " trusted one; " + conversation.otherKey, e);
            }
            if (seen[0] != null && e instanceof SSLException && String.valueOf(e.getMessage()).contains(KEY_REFUSED)) {
                throw new IOException(conversation.server + " does not know this key; " + conversation.unknownKey, e);
            }
            throw new HungUpException(e);
        }
    }

    /** A host that crashes says nothing, and the other host would wait for ever. */
    static void probeSilentHost(SSLSocket socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (var probe : PROBES.entrySet()) {
            if (socket.supportedOptions().contains(probe.getKey())) {
                socket.setOption(probe.getKey(), probe.getValue());
            }
        }
    }

    /** The socket. A read of it has a time limit until {@link #setUnlimited}. */
    public SSLSocket socket() {
        return socket;
    }

    /** The messages. */
    public Frames<S, R> frames() {
        return frames;
    }

    /** From now on, a read waits as long as it must. */
    public void setUnlimited() throws IOException {
        socket.setSoTimeout(0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
