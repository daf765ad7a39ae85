package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.wire.Message;

/** The values that ranks publish, and the fence at which they become visible. Thread-safe. */
final class KeyValueExchange {
    private static final int MAX_KEYS_PER_RANK = 1_024;

    private final int size;
    private final List<Map<String, byte[]>> staged = new ArrayList<>();
    private final List<Map<String, byte[]>> published = new ArrayList<>();
    private final BitSet atFence = new BitSet();
    private final BitSet ended = new BitSet();
    private final BitSet lost = new BitSet();
    private long fences;

    KeyValueExchange(int size) {
        this.size = size;
        for (int rank = 0; rank < size; rank++) {
            staged.add(new HashMap<>());
            published.add(new HashMap<>());
        }
    }

    synchronized Message put(int rank, String key, byte[] value) {
        if (staged.get(rank).size() + published.get(rank).size() >= MAX_KEYS_PER_RANK) {
            return new Message.Refused("rank " + rank + " publishes more than " + MAX_KEYS_PER_RANK + " keys");
        }
        staged.get(rank).put(key, value);
        return new Message.Done();
    }

    synchronized Message get(int rank, String key) {
        if (rank < 0 || rank >= size) {
            return new Message.Refused("rank " + rank + " is not in a job of " + size);
        }
        byte[] value = published.get(rank).get(key);
        return value != null ? new Message.Value(value)
            : new Message.Refused("rank " + rank + " has published no \"" + key + "\" before the last fence");
    }

    /** Waits until every rank is here, or one cannot come any more. */
    synchronized Message fence(int rank) throws InterruptedException {
        long mine = fences;
        atFence.set(rank);
        publishIfComplete();
        while (fences == mine) {
            int missing = endedElsewhere();
            if (missing >= 0) {
                atFence.clear(rank);
                return new Message.Refused("rank " + missing + " ended without reaching the fence");
            }
            wait();
        }
        return new Message.Done();
    }

    /** Says that a rank will call nothing any more. */
    synchronized void ended(int rank) {
        ended.set(rank);
        notifyAll();
    }

    /** Says that a rank is dead and the others go on without it: fences do not wait for it. */
    synchronized void lost(int rank) {
        lost.set(rank);
        atFence.clear(rank);
        publishIfComplete();
    }

    private void publishIfComplete() {
        if (!atFence.isEmpty() && atFence.cardinality() + lost.cardinality() == size) {
            publish();
            notifyAll();
        }
    }

    private void publish() {
        for (int rank = 0; rank < size; rank++) {
            published.get(rank).putAll(staged.get(rank));
            staged.get(rank).clear();
        }
        atFence.clear();
        fences++;
    }

    private int endedElsewhere() {
        for (int rank = ended.nextSetBit(0); rank >= 0; rank = ended.nextSetBit(rank + 1)) {
            if (!atFence.get(rank)) {
                return rank;
            }
        }
        return -1;
    }
}
