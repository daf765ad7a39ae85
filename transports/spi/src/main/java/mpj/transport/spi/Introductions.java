package mpj.transport.spi;

import java.util.HashMap;
import java.util.Map;

/**
 * The processes that may send to this one, for transports over memory. A sender states its own name, and this process
 * can believe it, because the system or the JVM keeps everybody else out. A rank of this process's own job gives {@link
 * #SAME_JOB} as its job, because finding the job's id takes longer than everything else that a first message needs.
 *
 * <p>Used under the engine's lock.
 */
public final class Introductions {
    /** Stands for the job of the process that reads it. */
    public static final long SAME_JOB = 0;
    /** The index of a sender that may not send. */
    public static final int NOT_INTRODUCED = -1;

    private final Job own;
    private final Map<Peer, Integer> indices = new HashMap<>();
    private final Map<Integer, Peer> names = new HashMap<>();

    /**
     * Admits only the ranks of one job at first.
     *
     * @param own the job of this process, whose ranks need no introduction
     */
    public Introductions(Job own) {
        this.own = own;
    }

    /**
     * Admits a process of another job.
     *
     * @param index the index by which this process knows the peer
     * @param peer the process's job and its rank there
     */
    public void add(int index, Peer peer) {
        indices.put(peer, index);
        names.put(index, peer);
    }

    /**
     * Looks up the index of a sender.
     *
     * @param sender the name that the sender gave
     * @return its index, or {@link #NOT_INTRODUCED}
     */
    public int index(Peer sender) {
        if (sender.job() == SAME_JOB) {
            return sender.rank() >= 0 && sender.rank() < own.size() ? sender.rank() : NOT_INTRODUCED;
        }
        return indices.getOrDefault(sender, NOT_INTRODUCED);
    }

    /**
     * The name that this process gives to a peer.
     *
     * @param index the index of the peer that reads the name
     * @return the name
     */
    public Peer self(int index) {
        return new Peer(index < own.size() ? SAME_JOB : own.id(), own.rank());
    }

    /**
     * Whether a peer is a rank of this process's job.
     *
     * @param index the peer's index
     * @return true if it is
     */
    public boolean isOfOwnJob(int index) {
        return index < own.size();
    }

    /**
     * A peer's rank in its own job.
     *
     * @param index the peer's index
     * @return the rank
     */
    public int rank(int index) {
        Peer peer = names.get(index);
        return peer == null ? index : peer.rank();
    }

    /**
     * A peer's name for error messages and the log.
     *
     * @param index the peer's index
     * @return its rank, and its job if that is another job
     */
    public String name(int index) {
        Peer peer = names.get(index);
        return peer == null ? "rank " + index : peer.toString();
    }
}
