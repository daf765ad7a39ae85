package mpj.transport.verbs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * What two ranks tell each other, by unreliable datagrams, in order to connect their queue pairs. A request is repeated
 * until there is a reply; each request is answered. Both have the same fields, so that requests that cross do.
 *
 * @param reply whether the sender's queue pair is connected to the receiver's, and takes its packets
 * @param from the sender's rank
 * @param to the receiver's rank
 * @param address the sender's
 * @param queuePair the number of the sender's queue pair for the receiver
 * @param firstPacket the number with which that one begins to count its packets (PSN)
 * @param wordAddress where the receiver writes its {@link PeerWord word} for the sender
 * @param countAddress where the receiver reads the sender's count of packets for its ring
 * @param wordKey the key for both
 * @param rings the sender's, of which it may open one to the receiver
 * @param credits how many packets the receiver may have under way to the sender
 * @param reads how many reads at once the sender's queue pair answers
 */
record SetupMessage(boolean reply, int from, int to, PeerAddress address, int queuePair, int firstPacket,
                    long wordAddress, long countAddress, int wordKey, RingsAddress rings, int credits, int reads) {
    private static final int PROOF_BYTES = 16;
    private static final int FIELDS = 1 + 4 + 4 + PeerAddress.BYTES + 4 + 4 + 8 + 8 + 4
        + RingsAddress.BYTES + 4 + 1;
    static final int BYTES = PROOF_BYTES + FIELDS;

    /** The message, after a proof that its writer knows the job's secret. */
    byte[] encode(byte[] secret) {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES).position(PROOF_BYTES);
        buffer.put((byte) (reply ? 1 : 0)).putInt(from).putInt(to);
        address.write(buffer);
        buffer.putInt(queuePair).putInt(firstPacket).putLong(wordAddress).putLong(countAddress).putInt(wordKey);
        rings.write(buffer);
        buffer.putInt(credits).put((byte) reads);
        buffer.put(0, proof(secret, buffer.array()));
        return buffer.array();
    }

    /** Reads a message, or returns null if it is none of this job's. */
    static SetupMessage decode(byte[] secret, byte[] bytes) {
        if (bytes.length != BYTES
            || !MessageDigest.isEqual(proof(secret, bytes), Arrays.copyOf(bytes, PROOF_BYTES))) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).position(PROOF_BYTES);
        return new SetupMessage(buffer.get() != 0, buffer.getInt(), buffer.getInt(), PeerAddress.read(buffer),
            buffer.getInt(), buffer.getInt(), buffer.getLong(), buffer.getLong(), buffer.getInt(),
            RingsAddress.read(buffer), buffer.getInt(), buffer.get());
    }

    /** The secret first, and all messages of one length: nothing can be added to what was hashed. */
    private static byte[] proof(byte[] secret, byte[] message) {
        MessageDigest digest = digest();
        digest.update(secret);
        digest.update(message, PROOF_BYTES, FIELDS);
        return Arrays.copyOf(digest.digest(), PROOF_BYTES);
    }

    /** The key that datagrams of this job carry (Q_Key); with the highest bit set, only the system may use it. */
    static int key(byte[] secret) {
        MessageDigest digest = digest();
        digest.update(secret);
        return ByteBuffer.wrap(digest.digest(new byte[] {'Q'})).getInt() & Integer.MAX_VALUE;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
