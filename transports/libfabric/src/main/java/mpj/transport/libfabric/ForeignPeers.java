package mpj.transport.libfabric;

import java.util.HashMap;
import java.util.Map;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;

/**
 * The processes of other jobs that may send to this one. A packet from another job does not say the index by which this
 * process knows its sender, because the sender does not know that index. The packet's token says who the sender is.
 */
final class ForeignPeers {
    /** Stands for the rank of the sender in a packet from another job. */
    static final int SENDER = -1;
    /** The index of a sender that was not introduced. */
    static final int NOT_INTRODUCED = -1;

    /** The tokens of the packets to a peer, and of those from it. */
    private record Pair(long to, long from) {
    }

    private final Job own;
    private final Map<Integer, Pair> tokens = new HashMap<>();
    private final Map<Long, Integer> indices = new HashMap<>();

    ForeignPeers(Job own) {
        this.own = own;
    }

    void add(int index, Peer peer, byte[] secret) {
        Tokens common = new Tokens(secret);
        Peer self = new Peer(own.id(), own.rank());
        Pair pair = new Pair(common.of(self, peer), common.of(peer, self));
        tokens.put(index, pair);
        indices.put(pair.from, index);
    }

    boolean has(int index) {
        return index >= own.size();
    }

    /** The sender of packets with this token, or {@link #NOT_INTRODUCED}. */
    int sender(long token) {
        return indices.getOrDefault(token, NOT_INTRODUCED);
    }

    /** The token of the packets to a peer. */
    long to(int index) {
        return tokens.get(index).to;
    }

    /** The token of the packets from a peer. */
    long from(int index) {
        return tokens.get(index).from;
    }
}
