package mpj.transport.verbs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A message that two ranks exchange by unreliable datagrams in order to connect their queue pairs. A request is
 * repeated until there is a reply, and each request is answered. Both kinds have the same fields, so requests that
 * cross each other also connect the two.
 *
 * @param reply whether the sender's queue pair is connected to the receiver's and receives its packets
 * @param from the sender's rank
 * @param to the receiver's rank
 * @param address the sender's address
 * @param queuePair the number of the sender's queue pair for the receiver
 * @param firstPacket the number with which that queue pair begins to count its packets (PSN)
 * @param wordAddress the address where the receiver writes its {@link PeerWord word} for the sender
 * @param countAddress the address where the receiver reads the sender's count of packets for its ring
 * @param wordKey the key for both addresses
 * @param rings the sender's rings, of which it may open one to the receiver
 * @param credits the number of packets that the receiver may have under way to the sender
 * @param reads the number of reads that the sender's queue pair answers at once
 */
record SetupMessage(boolean reply, int from, int to, PeerAddress address, int queuePair, int firstPacket,
                    long wordAddress, long countAddress, int wordKey, RingsAddress rings, int credits, int reads) {
    private static final int PROOF_BYTES = 16;
    private static final int FIELDS = 1 + 4 + 4 + PeerAddress.BYTES + 4 + 4 + 8 + 8 + 4
        + RingsAddress.BYTES + 4 + 1;
    static final int BYTES = PROOF_BYTES + FIELDS;

    /** Encodes the message, after a proof that its writer knows the job's secret. */
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

    /** Reads a message. Returns null if it does not belong to this job. */
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

    /** Whether a rank of a job of this size is the receiver, and one of its ranks the sender. */
    boolean isFor(int rank, int size) {
        return to == rank && from >= 0 && from < size;
    }

    /** The secret comes first, and all messages have one length, so nothing can be appended to the hashed bytes. */
    private static byte[] proof(byte[] secret, byte[] message) {
        MessageDigest digest = digest();
        digest.update(secret);
        digest.update(message, PROOF_BYTES, FIELDS);
        return Arrays.copyOf(digest.digest(), PROOF_BYTES);
    }

    /**
     * The key that datagrams of this job carry (Q_Key). A key with the highest bit set may be used only by the system.
     */
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
