package mpj.transport.verbs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Function;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Peer;

/**
 * A message that two ranks exchange by unreliable datagrams in order to connect their queue pairs. A request is
 * repeated until there is a reply, and each request is answered. Both kinds have the same fields, so requests that
 * cross each other also connect the two.
 *
 * @param reply whether the sender's queue pair is connected to the receiver's and receives its packets
 * @param from the sender's job and its rank there; {@link Introductions#SAME_JOB} if that is the receiver's job, too
 * @param to the receiver's rank in its own job
 * @param index the number by which the sender knows the receiver. The receiver's packets to the sender carry it
 * @param packet the size of the buffers that the sender receives packets in
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
record SetupMessage(boolean reply, Peer from, int to, int index, int packet, PeerAddress address, int queuePair,
                    int firstPacket, long wordAddress, long countAddress, int wordKey, RingsAddress rings, int credits,
                    int reads) {
    /** The most packets that a rank lets a peer have under way. */
    static final int MOST_CREDITS = 32;
    private static final int PROOF_BYTES = 16;
    private static final int FIELDS = 1 + 8 + 4 + 4 + 4 + 4 + PeerAddress.BYTES + 4 + 4 + 8 + 8 + 4
        + RingsAddress.BYTES + 4 + 1;
    static final int BYTES = PROOF_BYTES + FIELDS;

    /** Encodes the message, after a proof that its writer knows the secret that the two ranks share. */
    byte[] encode(byte[] secret) {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES).position(PROOF_BYTES);
        buffer.put((byte) (reply ? 1 : 0)).putLong(from.job()).putInt(from.rank()).putInt(to).putInt(index)
            .putInt(packet);
        address.write(buffer);
        buffer.putInt(queuePair).putInt(firstPacket).putLong(wordAddress).putLong(countAddress).putInt(wordKey);
        rings.write(buffer);
        buffer.putInt(credits).put((byte) reads);
        buffer.put(0, proof(secret, buffer.array()));
        return buffer.array();
    }

    /**
     * Reads a message.
     *
     * @param secrets the secret that this rank shares with a peer; null for a stranger
     * @return null if no known peer has written the message
     */
    static SetupMessage decode(Function<Peer, byte[]> secrets, byte[] bytes) {
        if (bytes.length != BYTES) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).position(PROOF_BYTES);
        boolean reply = buffer.get() != 0;
        Peer from = new Peer(buffer.getLong(), buffer.getInt());
        byte[] secret = secrets.apply(from);
        if (secret == null || !MessageDigest.isEqual(proof(secret, bytes), Arrays.copyOf(bytes, PROOF_BYTES))) {
            return null;
        }
        return new SetupMessage(reply, from, buffer.getInt(), buffer.getInt(), buffer.getInt(),
            PeerAddress.read(buffer), buffer.getInt(), buffer.getInt(), buffer.getLong(), buffer.getLong(),
            buffer.getInt(), RingsAddress.read(buffer), buffer.getInt(), buffer.get());
    }

    /**
     * What is wrong with a message of a known peer: a number that no rank sends, and with which nothing can be set up.
     * Null if nothing is wrong.
     */
    String damage() {
        if (credits < 1 || credits > MOST_CREDITS) {
            return "its set-up message is damaged: it gives " + credits + " credits, and a rank gives 1 to "
                + MOST_CREDITS;
        }
        return reads < 0 ? "its set-up message is damaged: it answers " + reads + " reads at once" : null;
    }

    /** The secret comes first, and all messages have one length, so nothing can be appended to the hashed bytes. */
    private static byte[] proof(byte[] secret, byte[] message) {
        MessageDigest digest = digest();
        digest.update(secret);
        digest.update(message, PROOF_BYTES, FIELDS);
        return Arrays.copyOf(digest.digest(), PROOF_BYTES);
    }

    /**
     * The key that datagrams to the ranks of a job carry (Q_Key). Only the system may use a key with the highest bit
     * set.
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
