package mpj.core.process;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import mpj.bindings.RandomBytes;

/**
 * A connection between two processes that know the secret of a port. Each proves to the other that it knows the secret,
 * without sending it. What they then send is encrypted, because it lets the processes of both jobs connect to each
 * other. A stranger learns nothing and is told nothing.
 *
 * <p>Two threads may use a connection, one to send and one to receive. Any thread may close it.
 */
final class PortConnection implements Closeable {
    private static final int MAGIC = 0x4d50_4a50;
    private static final int NONCE_BYTES = 32;
    private static final int GREETING_MILLIS = 10_000;
    private static final int TAG_BITS = 128;
    private static final int IV_BYTES = 12;
    /** The groups of jobs with a million ranks fit. */
    private static final int MOST_BYTES = 256 << 20;
    private static final String MAC = "HmacSHA256";

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final SecretKeySpec sendKey;
    private final SecretKeySpec receiveKey;
    private long sent;
    private long received;

    private PortConnection(Socket socket, byte[] secret, boolean opens, int limitMillis) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(limitMillis);
        SilentHosts.probe(socket);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
        byte[] nonces = new byte[2 * NONCE_BYTES];
        byte[] own = RandomBytes.of(NONCE_BYTES);
        // The process that opened the connection proves first. So a process that has found the port by chance gets no
        // answer that it could use to guess the secret.
        if (opens) {
            out.writeInt(MAGIC);
            out.write(own);
            byte[] theirs = in.readNBytes(NONCE_BYTES);
            join(nonces, own, theirs);
            out.write(mac(secret, "connect", nonces));
            check(secret, "accept", nonces);
        } else {
            if (in.readInt() != MAGIC) {
                throw new ProtocolException("the other process does not use this library");
            }
            byte[] theirs = in.readNBytes(NONCE_BYTES);
            join(nonces, theirs, own);
            out.write(own);
            check(secret, "connect", nonces);
            out.write(mac(secret, "accept", nonces));
        }
        SecretKeySpec forward = new SecretKeySpec(mac(secret, "forward", nonces), "AES");
        SecretKeySpec backward = new SecretKeySpec(mac(secret, "backward", nonces), "AES");
        sendKey = opens ? forward : backward;
        receiveKey = opens ? backward : forward;
        if (opens) {
            mayBeSilent(); // the other end speaks only when its program accepts
        }
    }

    /**
     * Makes a connection from a socket that the port has accepted. The other process speaks at once, so each {@link
     * #receive} has a limit, until {@link #mayBeSilent} is called.
     */
    static PortConnection accepted(Socket socket, byte[] secret) throws IOException {
        return accepted(socket, secret, GREETING_MILLIS);
    }

    static PortConnection accepted(Socket socket, byte[] secret, int limitMillis) throws IOException {
        return new PortConnection(socket, secret, false, limitMillis);
    }

    /**
     * Lets the other process be silent for any time, as long as its host answers. The ranks of its job may come to the
     * call at any time.
     */
    void mayBeSilent() throws IOException {
        socket.setSoTimeout(0);
    }

    /**
     * Connects to a port, by the first of its addresses that answers.
     *
     * @throws IOException when no address answers; the message says why the last one did not
     */
    static PortConnection open(PortName port) throws IOException {
        IOException failure = new IOException("the port has no address");
        for (InetAddress address : port.addresses()) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(address, port.number()), GREETING_MILLIS);
                return new PortConnection(socket, port.secret(), true, GREETING_MILLIS);
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw failure;
    }

    private static void join(byte[] nonces, byte[] first, byte[] second) throws EOFException {
        if (first.length < NONCE_BYTES || second.length < NONCE_BYTES) {
            throw new EOFException("the other process has closed the connection");
        }
        System.arraycopy(first, 0, nonces, 0, NONCE_BYTES);
        System.arraycopy(second, 0, nonces, NONCE_BYTES, NONCE_BYTES);
    }

    private static byte[] mac(byte[] secret, String purpose, byte[] nonces) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(nonces);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + MAC, e);
        }
    }

    private void check(byte[] secret, String purpose, byte[] nonces) throws IOException {
        byte[] expected = mac(secret, purpose, nonces);
        if (!MessageDigest.isEqual(expected, in.readNBytes(expected.length))) {
            throw new ProtocolException("the process at " + socket.getRemoteSocketAddress()
                + " does not know the port's secret");
        }
    }

    /** Sends bytes. */
    void send(byte[] bytes) throws IOException {
        byte[] hidden = crypt(Cipher.ENCRYPT_MODE, sendKey, sent++, bytes);
        out.writeInt(hidden.length);
        out.write(hidden);
        out.flush();
    }

    /**
     * Waits for the bytes that the other process sends.
     *
     * @throws EOFException when the other process has closed the connection, or has ended
     */
    byte[] receive() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new ProtocolException("the other process announces " + length + " bytes");
        }
        byte[] hidden = in.readNBytes(length);
        if (hidden.length < length) {
            throw new EOFException("the other process has closed the connection");
        }
        return crypt(Cipher.DECRYPT_MODE, receiveKey, received++, hidden);
    }

    private static byte[] crypt(int mode, SecretKeySpec key, long number, byte[] bytes) throws IOException {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            // A key serves one direction of one connection, so the number of the message makes each use different.
            byte[] iv = ByteBuffer.allocate(IV_BYTES).putLong(number).array();
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IOException("a message was changed on its way: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is of no use any more, closed or not.
        }
    }
}
