package mpj.transport.nio;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpj.transport.spi.Peer;

/**
 * The first message of each end of a connection. Its layout is the same in all versions of the library, so that two
 * different versions can say that they differ.
 *
 * @param from the process that sends the greeting
 * @param to the rank, in its own job, of the process for which the sender means the greeting
 * @param form the form of the sender's frames; both ends must have the same
 * @param port the port where the sender listens
 * @param version the library's version
 * @param host the name of the sender's host
 * @param nonce random bytes, so that no proof made for an earlier connection is valid for this one
 * @param certificate the SHA-256 of the certificate with which this end will open TLS, or zeros
 */
record Greeting(Peer from, int to, int form, int port, String version, String host, byte[] nonce,
                byte[] certificate) {
    static final int BYTES = 248;
    static final int NONCE_BYTES = 32;
    static final int CERTIFICATE_BYTES = 32;

    private static final byte[] MAGIC = "MPJ-nio\n".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_BYTES = 72;
    private static final int HOST_BYTES = 80;
    private static final int MOST_PORT = 0xFFFF;

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(from.rank()).putInt(to).putInt(form).putInt(port);
        bytes.put(text(version, VERSION_BYTES)).putLong(from.job()).put(text(host, HOST_BYTES));
        bytes.put(nonce).put(certificate);
        return bytes.array();
    }

    static Greeting decode(byte[] message) throws ProtocolException {
        ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        if (!Arrays.equals(take(bytes, MAGIC.length), MAGIC)) {
            throw new ProtocolException("it speaks another protocol");
        }
        int rank = bytes.getInt();
        int to = bytes.getInt();
        int form = bytes.getInt();
        int port = bytes.getInt();
        if (port < 0 || port > MOST_PORT) {
            throw new ProtocolException("it listens on port " + port + ", which is no port");
        }
        String version = text(take(bytes, VERSION_BYTES));
        return new Greeting(new Peer(bytes.getLong(), rank), to, form, port, version, text(take(bytes, HOST_BYTES)),
            take(bytes, NONCE_BYTES), take(bytes, CERTIFICATE_BYTES));
    }

    private static byte[] take(ByteBuffer bytes, int number) {
        byte[] taken = new byte[number];
        bytes.get(taken);
        return taken;
    }

    private static byte[] text(String text, int bytes) {
        return Arrays.copyOf(Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), bytes - 1), bytes);
    }

    private static String text(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length && bytes[i] != 0; i++) {
            text.append(bytes[i] > ' ' && bytes[i] < 127 ? (char) bytes[i] : '?');
        }
        return text.toString();
    }
}
