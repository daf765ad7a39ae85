package mpj.transport.nio;

import java.util.HashMap;
import java.util.Map;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;

/**
 * The processes that may connect, and the keys with which they and this process prove themselves. These processes are
 * the ranks of this process's own job, and the processes of other jobs that were introduced. All others are strangers.
 */
final class KnownPeers {
    /**
     * A process that may connect.
     *
     * @param index its index in this process
     * @param self the name by which it knows this process
     * @param peer its name
     * @param key the key made of the secret that both jobs know
     */
    record Known(int index, Peer self, Peer peer, JobKey key) {
    }

    private final Job own;
    /** This process's name among the ranks of its own job. */
    private final Peer self;
    private final int size;
    private final JobKey key;
    /** The processes of other jobs. */
    private final Map<Peer, Known> introduced = new HashMap<>();
    private final Map<Integer, Known> byIndex = new HashMap<>();

    KnownPeers(Job own) {
        this.own = own;
        self = new Peer(own.launchedId(), own.rank());
        size = own.size();
        key = new JobKey(own.secret());
    }

    void introduce(int index, Peer peer, byte[] secret) {
        Known known = new Known(index, new Peer(own.id(), own.rank()), peer, new JobKey(secret));
        introduced.put(peer, known);
        byIndex.put(index, known);
    }

    /** The process with this index. */
    Known of(int index) {
        return index < size ? new Known(index, self, new Peer(self.job(), index), key) : byIndex.get(index);
    }

    /** The process with this name, or null if it is a stranger or this process itself. */
    Known find(Peer peer) {
        if (peer.job() != self.job()) {
            return introduced.get(peer);
        }
        int rank = peer.rank();
        return rank >= 0 && rank < size && rank != self.rank() ? new Known(rank, self, peer, key) : null;
    }
}
