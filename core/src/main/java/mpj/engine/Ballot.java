package mpj.engine;

import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * The contribution of one rank to an agreement, or the outcome of the agreement. Ranks are named by their places in the
 * group that agrees. The sets must not be changed.
 *
 * @param flags bits. In the outcome, a bit is set if every rank has set it
 * @param maximum a number. In the outcome, it is the largest of all ranks' numbers
 * @param failed the ranks that are known to be lost. In the outcome, these are all ranks that any rank knows to be lost
 * @param acknowledged the lost ranks that the program has acknowledged. In the outcome, these are the ranks that the
 *     program of every rank has acknowledged
 */
public record Ballot(long flags, long maximum, BitSet failed, BitSet acknowledged) {
    private static final int HEAD = 2 * Long.BYTES + 2 * Integer.BYTES;

    /** Combines two ballots into one. */
    public Ballot with(Ballot other) {
        BitSet lost = (BitSet) failed.clone();
        lost.or(other.failed);
        BitSet known = (BitSet) acknowledged.clone();
        known.and(other.acknowledged);
        return new Ballot(flags & other.flags, Math.max(maximum, other.maximum), lost, known);
    }

    /** The bytes to send to another rank. */
    public byte[] toBytes() {
        byte[] lost = failed.toByteArray();
        byte[] known = acknowledged.toByteArray();
        return ByteBuffer.allocate(HEAD + lost.length + known.length).putLong(flags).putLong(maximum)
            .putInt(lost.length).putInt(known.length).put(lost).put(known).array();
    }

    /**
     * Decodes the bytes of another rank's ballot.
     *
     * @param size the size of the group
     * @return null if the bytes are no ballot of such a group
     */
    public static Ballot of(byte[] sent, int size) {
        if (sent.length < HEAD) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(sent);
        long flags = bytes.getLong();
        long maximum = bytes.getLong();
        int lost = bytes.getInt();
        int known = bytes.getInt();
        if (lost < 0 || known < 0 || lost > sent.length || known > sent.length || HEAD + lost + known != sent.length) {
            return null;
        }
        BitSet failed = BitSet.valueOf(bytes.slice(HEAD, lost));
        BitSet acknowledged = BitSet.valueOf(bytes.slice(HEAD + lost, known));
        return failed.length() > size || acknowledged.length() > size ? null
            : new Ballot(flags, maximum, failed, acknowledged);
    }
}
