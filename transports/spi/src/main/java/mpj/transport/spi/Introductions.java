package mpj.transport.spi;

import java.util.HashMap;
import java.util.Map;

/**
 * Who may send to this process, for transports over memory: a sender says itself who it is, and can be believed, as the
 * system or the JVM lets nobody else come so far. A rank of the own job calls itself one of {@link #SAME_JOB}, since to
 * find the job's id takes longer than all else of a first message.
 *
 * <p>Used under the engine's lock.
 */
public final class Introductions {
    /** The job of whoever reads it. */
    public static final long SAME_JOB = 0;
    /** In place of the index of one that may not send. */
    public static final int STRANGER = -1;

    private final Job own;
    private final Map<Peer, Integer> indices = new HashMap<>();
    private final Map<Integer, Peer> names = new HashMap<>();

    /**
     * Admits the ranks of one job only, at first.
     *
     * @param own the job of this process, whose ranks need no introduction
     */
    public Introductions(Job own) {
        this.own = own;
    }

    /**
     * Admits a process of another job.
     *
     * @param index what stands for it
     * @param peer who it is
     */
    public void add(int index, Peer peer) {
        indices.put(peer, index);
        names.put(index, peer);
    }

    /**
     * Who a sender is.
     *
     * @param sender what it calls itself
     * @return its index, or {@link #STRANGER}
     */
    public int index(Peer sender) {
        if (sender.job() == SAME_JOB) {
            return sender.rank() >= 0 && sender.rank() < own.size() ? sender.rank() : STRANGER;
        }
        return indices.getOrDefault(sender, STRANGER);
    }

    /**
     * What this process calls itself.
     *
     * @param index of the peer that is to read it
     * @return the name
     */
    public Peer self(int index) {
        return new Peer(index < own.size() ? SAME_JOB : own.id(), own.rank());
    }

    /**
     * What messages call a peer.
     *
     * @param index the peer's
     * @return its rank, and its job if that is another
     */
    public String name(int index) {
        Peer peer = names.get(index);
        return peer == null ? "rank " + index : peer.toString();
    }
}
