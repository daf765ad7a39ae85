package mpj.engine.detector;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A message of the detector, as a datagram. A datagram has a fixed size, and ends with a code that only the ranks of
 * the job can compute. The code covers the receiver's rank as well, so a datagram is worth nothing to another rank. An
 * answer that was recorded and sent again does no harm, because it has the stamp of an earlier ping.
 *
 * @param from the sender's rank
 * @param to the receiver's rank
 * @param about see {@link FailureDetector.Links#send}
 * @param stamp see {@link FailureDetector.Links#send}
 */
record Signal(FailureDetector.Kind kind, int from, int to, int about, long stamp) {
    private static final byte VERSION = 1;
    private static final int CODE_BYTES = 16;
    private static final int SAID_BYTES = 2 + 3 * Integer.BYTES + Long.BYTES;
    /** The size of a datagram in bytes. */
    static final int BYTES = SAID_BYTES + CODE_BYTES;

    /** Computes the codes of a job. Not thread-safe. */
    static final class Seal {
        private static final String ALGORITHM = "HmacSHA256";
        private static final byte[] PURPOSE = "mpj.engine.detector".getBytes(StandardCharsets.US_ASCII);

        private final Mac mac;

        /** Derives a key that is used for this purpose only. */
        Seal(byte[] secret) {
            try {
                mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(secret, ALGORITHM));
                mac.init(new SecretKeySpec(mac.doFinal(PURPOSE), ALGORITHM));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK has " + ALGORITHM, e);
            }
        }

        private byte[] code(byte[] datagram) {
            mac.update(datagram, 0, SAID_BYTES);
            return Arrays.copyOf(mac.doFinal(), CODE_BYTES);
        }
    }

    ByteBuffer datagram(Seal seal) {
        ByteBuffer datagram = ByteBuffer.allocate(BYTES);
        datagram.put(VERSION).put((byte) kind.ordinal()).putInt(from).putInt(to).putInt(about).putLong(stamp);
        return datagram.put(seal.code(datagram.array())).flip();
    }

    /**
     * The message of a datagram; null if it is not of this job, not for this rank, or damaged.
     *
     * @param datagram what has come, in an array from its start on
     * @param own this rank
     * @param size the number of ranks in the job
     */
    static Signal of(ByteBuffer datagram, Seal seal, int own, int size) {
        byte[] bytes = datagram.array();
        if (datagram.remaining() != BYTES || bytes[0] != VERSION || !MessageDigest.isEqual(seal.code(bytes),
            Arrays.copyOfRange(bytes, SAID_BYTES, BYTES))) {
            return null;
        }
        int kind = datagram.get(1);
        int from = datagram.getInt(2);
        int to = datagram.getInt(2 + Integer.BYTES);
        FailureDetector.Kind[] kinds = FailureDetector.Kind.values();
        return kind < 0 || kind >= kinds.length || from < 0 || from >= size || to != own ? null
            : new Signal(kinds[kind], from, to, datagram.getInt(2 + 2 * Integer.BYTES),
                datagram.getLong(2 + 3 * Integer.BYTES));
    }
}
