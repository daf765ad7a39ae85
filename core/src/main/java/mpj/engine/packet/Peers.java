package mpj.engine.packet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.engine.JobAddresses;
import mpj.transport.spi.Peer;

/**
 * The peers of this process, and the indices by which the engine and the transports know them. The index of a rank of
 * the same job is its rank, so it needs no entry here and nothing has to be looked up. Processes of other jobs have the
 * indices from the job's size on, in the order in which they were met.
 */
public final class Peers {
    /**
     * A process of another job.
     *
     * @param peer its job and its rank there
     * @param addresses the addresses of its job
     */
    record Met(Peer peer, JobAddresses addresses) {
    }

    private final int size;
    private final List<Met> met = new ArrayList<>();
    private final Map<Peer, Integer> indices = new HashMap<>();
    /** The indices by the names that launchers use. A process is in one world at a time, so the last one counts. */
    private final Map<Peer, Integer> launched = new HashMap<>();

    /** @param size the size of this process's job */
    Peers(int size) {
        this.size = size;
    }

    /** Gives a process of another job its index, or returns the one that it has. */
    int meet(Peer peer, JobAddresses addresses) {
        Integer known = indices.get(peer);
        if (known != null) {
            return known;
        }
        int index = Math.addExact(size, met.size());
        met.add(new Met(peer, addresses));
        indices.put(peer, index);
        launched.put(peer.launched(), index);
        return index;
    }

    /** Whether a process of another job has an index already. */
    boolean contains(Peer peer) {
        return indices.containsKey(peer);
    }

    /**
     * The index of a process of another job, or -1 if it was not met.
     *
     * @param peer its name {@linkplain Peer#launched as launchers use it}
     */
    int index(Peer peer) {
        return launched.getOrDefault(peer, -1);
    }

    /** Whether any process of another job was met. */
    boolean haveMet() {
        return !met.isEmpty();
    }

    /** Whether an index is that of a rank of this process's job. */
    boolean isOwn(int index) {
        return index < size;
    }

    /** The process of another job that has this index. */
    Met met(int index) {
        return met.get(index - size);
    }

    /** The name of a peer in the texts of errors. */
    String name(int index) {
        return isOwn(index) ? "rank " + index : met(index).peer.toString();
    }
}
