package mpj.runtime.host;

import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Struct;

/**
 * A host's part in the key-value exchange: the values that ranks publish, and the fence at which the values become
 * visible. Thread-safe.
 *
 * <p>Hosts form a tree. A host knows what the ranks of its subtree have published. The host has reached a fence when
 * its own ranks and the hosts below it have reached it. It then sends the new values up the tree, and later the release
 * comes down. A value of another subtree is requested from above only when a rank wants it, because most ranks talk to
 * few others.
 */
public final class KeyValueExchange {
    private static final int MAX_KEYS_PER_RANK = 1_024;

    /** A published value. */
    public record Entry(int rank, String key, byte[] value) implements Struct<Entry> {
        /** Stands for the type; its components have no meaning. */
        public static final Entry ANY = new Entry(0, "", new byte[0]);

        @Override
        public Entry fields(Fields fields) throws ProtocolException {
            return new Entry(fields.number(rank), fields.text(key, Message.MAX_KEY),
                fields.bytes(value, Message.MAX_VALUE));
        }

    }

    /**
     * The hosts above and below this one. They are called under the lock of the exchange, so they must not wait for the
     * exchange.
     */
    public interface Neighbours {
        /** This subtree has reached the fence, with these new values. */
        default void fenceAbove(List<Entry> values) {
        }

        /** Asks for a value. {@link KeyValueExchange#answered} brings the answer. */
        default void getAbove(int rank, String key) {
        }

        /** Every rank of the job has reached the fence. */
        default void releaseBelow() {
        }
    }

    /**
     * The end of a rank after this number of fences. {@code how} says how the rank ended if it is lost to others;
     * otherwise it is empty.
     */
    private record End(int fences, String how) {
    }

    private record Wanted(int rank, String key) {
    }

    private final int size;
    private final BitSet own;
    private final BitSet subtree;
    private final boolean topmost;
    private final int below;
    private final Neighbours neighbours;
    private final Map<Integer, Map<String, byte[]>> staged = new HashMap<>();
    private final Map<Integer, Map<String, byte[]>> published = new HashMap<>();
    private final Map<Wanted, CompletableFuture<Message>> fetched = new HashMap<>();
    private final Map<Integer, Integer> reached = new HashMap<>();
    private final BitSet lost = new BitSet();
    private int ownAtFence;
    /** The hosts directly below that have reached the next fence, and those that are lost. */
    private final BitSet belowAtFence = new BitSet();
    private final BitSet lostBelow = new BitSet();
    private int fences;
    /** Whether the host above knows that this subtree has reached the next fence. */
    private boolean risen;
    private final Map<Integer, End> ended = new HashMap<>();
    /** The rank that has ended after the fewest fences; -1 when none has ended. */
    private int endedFirst = -1;

    /**
     * Makes the exchange of one host in the tree.
     *
     * @param size ranks of the job
     * @param own ranks of this host
     * @param subtree ranks of this host and of the hosts below
     * @param topmost whether there is no host above
     * @param below number of hosts directly below
     */
    public KeyValueExchange(int size, BitSet own, BitSet subtree, boolean topmost, int below,
                            Neighbours neighbours) {
        this.size = size;
        this.own = own;
        this.subtree = subtree;
        this.topmost = topmost;
        this.below = below;
        this.neighbours = neighbours;
    }

    /** The exchange of a job on one host. */
    public static KeyValueExchange ofOneHost(int size) {
        return ofOneHost(size, new Neighbours() { });
    }

    /**
     * The exchange of a job on one host.
     *
     * @param neighbours is told of each fence, though there are no hosts below
     */
    public static KeyValueExchange ofOneHost(int size, Neighbours neighbours) {
        BitSet all = new BitSet(size);
        all.set(0, size);
        return new KeyValueExchange(size, all, all, true, 0, neighbours);
    }

    /** Publishes a value at the next fence. */
    public synchronized Message put(int rank, String key, byte[] value) {
        if (keys(staged, rank) + keys(published, rank) >= MAX_KEYS_PER_RANK) {
            return new Message.Refused("rank " + rank + " publishes more than " + MAX_KEYS_PER_RANK + " keys");
        }
        stage(new Entry(rank, key, value));
        return new Message.Done();
    }

    /**
     * Returns the value that a rank published before the last fence, or a refusal. Other hosts may have to be asked for
     * it.
     */
    public synchronized CompletableFuture<Message> get(int rank, String key) {
        if (rank < 0 || rank >= size) {
            return CompletableFuture.completedFuture(
                new Message.Refused("rank " + rank + " is not in a job of " + size));
        }
        if (!subtree.get(rank)) {
            Wanted wanted = new Wanted(rank, key);
            CompletableFuture<Message> asked = fetched.get(wanted);
            if (asked == null) {
                asked = new CompletableFuture<>();
                fetched.put(wanted, asked);
                neighbours.getAbove(rank, key);
            }
            return asked;
        }
        Map<String, byte[]> values = published.get(rank);
        byte[] value = values == null ? null : values.get(key);
        return CompletableFuture.completedFuture(value != null ? new Message.Value(value)
            : new Message.Refused("rank " + rank + " has published no \"" + key + "\" before the last fence"));
    }

    /** The answer from above to a get. */
    public void answered(int rank, String key, Message answer) {
        CompletableFuture<Message> asked;
        synchronized (this) {
            asked = fetched.get(new Wanted(rank, key));
        }
        if (asked != null) {
            asked.complete(answer);
        }
    }

    /** Lets a rank of this host wait until every rank is at the fence, or until one can no longer come. */
    public synchronized Message fence(int rank) throws InterruptedException {
        int mine = fences + 1;
        reached.put(rank, mine);
        ownAtFence++;
        riseWhenComplete();
        while (fences < mine) {
            if (endedFirst >= 0 && ended.get(endedFirst).fences < mine) {
                return absent(endedFirst);
            }
            wait();
        }
        return new Message.Done();
    }

    /**
     * A host below and all its subtree have reached the fence.
     *
     * @param host its number among the hosts directly below
     */
    public synchronized void fenceBelow(int host, List<Entry> values) {
        values.forEach(this::stage);
        belowAtFence.set(host);
        riseWhenComplete();
    }

    /** A host directly below is lost, with all hosts below that one. Fences do not wait for them. */
    public synchronized void lostBelow(int host) {
        lostBelow.set(host);
        belowAtFence.clear(host);
        riseWhenComplete();
    }

    /** Every rank of the job has reached the fence. */
    public synchronized void release() {
        staged.forEach((rank, values) -> published.computeIfAbsent(rank, r -> new HashMap<>()).putAll(values));
        staged.clear();
        fetched.values().removeIf(CompletableFuture::isDone); // somebody waits for the others
        ownAtFence = 0;
        belowAtFence.clear();
        risen = false;
        fences++;
        notifyAll();
        neighbours.releaseBelow();
        if (!topmost && lost.cardinality() == own.cardinality() && lostBelow.cardinality() == below) {
            // No rank is left here to reach the next fence. The other hosts must not wait for this host.
            riseWhenComplete();
        }
    }

    /** The number of fences that a rank of this host has reached. */
    synchronized int reached(int rank) {
        return reached.getOrDefault(rank, 0);
    }

    /**
     * A rank of the job has ended after this number of fences. Ranks that wait for it at a later fence are told.
     *
     * @param how what the rank left out of MPI; empty for a rank that has called Finalize
     */
    public synchronized void ended(int rank, int fencesReached, String how) {
        ended.put(rank, new End(fencesReached, how));
        if (endedFirst < 0 || fencesReached < ended.get(endedFirst).fences) {
            endedFirst = rank;
            notifyAll();
        }
    }

    private Message absent(int rank) {
        String how = ended.get(rank).how;
        return new Message.Refused(how.isEmpty() ? "rank " + rank + " has called MPI.Finalize, and ended"
            : "rank " + rank + " is lost: " + how);
    }

    /** A rank is dead, and the other ranks go on without it. Fences do not wait for it. */
    public synchronized void lost(int rank) {
        if (ended.remove(rank) != null && endedFirst == rank) {
            endedFirst = -1;
            ended.forEach((other, end) -> {
                if (endedFirst < 0 || end.fences < ended.get(endedFirst).fences) {
                    endedFirst = other;
                }
            });
        }
        if (!own.get(rank) || lost.get(rank)) {
            return;
        }
        lost.set(rank);
        if (reached(rank) > fences) {
            ownAtFence--;
        }
        riseWhenComplete();
    }

    private void stage(Entry entry) {
        staged.computeIfAbsent(entry.rank, rank -> new HashMap<>()).put(entry.key, entry.value);
    }

    private static int keys(Map<Integer, Map<String, byte[]>> values, int rank) {
        Map<String, byte[]> ofRank = values.get(rank);
        return ofRank == null ? 0 : ofRank.size();
    }

    private void riseWhenComplete() {
        int hosts = belowAtFence.cardinality();
        if (ownAtFence + lost.cardinality() < own.cardinality() || hosts + lostBelow.cardinality() < below
            || topmost && ownAtFence + hosts == 0) {
            return;
        }
        if (topmost) {
            release();
        } else if (!risen) {
            risen = true;
            List<Entry> values = new ArrayList<>();
            staged.forEach((rank, ofRank) -> ofRank.forEach((key, value) -> values.add(new Entry(rank, key, value))));
            neighbours.fenceAbove(values);
        }
    }
}
