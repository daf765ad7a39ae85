package tycho.stream;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tycho.frame.PeerFrame;
import tycho.registry.Delivery;
import tycho.registry.WhenFull;

/**
 * The receiving end of a stream. It takes each message once and in order, and tells the other end how much room there
 * is. Not thread-safe.
 */
public final class InLane {
    /** How many bytes of messages wait at most, unless a single message is longer. */
    public static final long BYTES = 4 << 20;

    private final UUID stream;
    private final boolean back;
    private final Delivery delivery;
    private final WhenFull whenFull;
    private final int capacity;
    private final ArrayDeque<PeerFrame.Data> queue = new ArrayDeque<>();
    /** The sizes of messages that were taken and are not acknowledged. */
    private final TreeMap<Long, Integer> unacknowledged = new TreeMap<>();
    private long received;
    /** The last message that has left the queue. */
    private long left;
    private long queuedBytes;
    private long unacknowledgedBytes;
    private long bytesFreed;
    private long dropped;
    private long lastDone;
    private long lastReceived;
    private long lastLimit;
    private long lastByteLimit;
    private boolean asked;

    /**
     * @param back  whether the messages go back to the producer
     * @param first the number of the first message that will come
     */
    public InLane(UUID stream, boolean back, long first, Delivery delivery, WhenFull whenFull, int capacity) {
        this.stream = stream;
        this.back = back;
        received = first - 1;
        left = first - 1;
        this.delivery = delivery;
        this.whenFull = whenFull;
        this.capacity = capacity;
    }

    /** Takes in a message; answers whether it is the next. One that has come before, or that leaves a gap, is not. */
    public boolean arrive(PeerFrame.Data data) {
        if (data.number() != received + 1) {
            return false;
        }
        int length = data.payload().length;
        int held = queue.size() + unacknowledged.size();
        boolean full = held >= capacity || held > 0 && queuedBytes + unacknowledgedBytes + length > BYTES;
        if (full && whenFull != WhenFull.DROP_OLDEST) {
            // The sender has not kept to the limit. What is not received it sends again.
            return false;
        }
        received++;
        while (!queue.isEmpty() && whenFull == WhenFull.DROP_OLDEST
                && (queue.size() >= capacity || queuedBytes + length > BYTES)) {
            free(leave());
            dropped++;
        }
        queue.add(data);
        queuedBytes += length;
        return true;
    }

    /** The next message, if there is one. */
    public Optional<PeerFrame.Data> take() {
        if (queue.isEmpty()) {
            return Optional.empty();
        }
        PeerFrame.Data data = leave();
        if (delivery == Delivery.AT_LEAST_ONCE) {
            unacknowledged.put(data.number(), data.payload().length);
            unacknowledgedBytes += data.payload().length;
        } else {
            free(data);
        }
        return Optional.of(data);
    }

    private PeerFrame.Data leave() {
        PeerFrame.Data data = queue.poll();
        queuedBytes -= data.payload().length;
        left = data.number();
        return data;
    }

    private void free(PeerFrame.Data data) {
        bytesFreed += data.payload().length;
    }

    /** The program has done with a message. */
    public void acknowledge(long number) {
        Integer size = unacknowledged.remove(number);
        if (size != null) {
            bytesFreed += size;
            unacknowledgedBytes -= size;
        }
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** How many messages were dropped since they came faster than the program took them. */
    public long dropped() {
        return dropped;
    }

    /** What to tell the other end. */
    public PeerFrame.Ack ack() {
        long done = done();
        asked &= done != received;
        lastDone = done;
        lastReceived = received;
        boolean open = whenFull == WhenFull.DROP_OLDEST;
        lastLimit = (open ? received : done) + capacity;
        lastByteLimit = bytesFreed + (open ? queuedBytes : 0) + BYTES;
        return new PeerFrame.Ack(stream, !back, received, done, lastLimit, lastByteLimit);
    }

    /**
     * Whether the other end should be told now: there is much more room, or the other end keeps messages for as long as
     * they are not acknowledged and nothing more is to do here. What need not be told now is told with the next tick.
     */
    public boolean ackIsDue() {
        long done = done();
        return (delivery == Delivery.AT_LEAST_ONCE || asked) && done == received
            || done + capacity - lastLimit >= (capacity + 1) / 2 || bytesFreed + BYTES - lastByteLimit >= BYTES / 2;
    }

    /** The other end waits until this end has done. */
    public void ask() {
        asked = true;
    }

    /** Whether there is anything new to tell the other end. */
    public boolean ackIsOwed() {
        return done() != lastDone || received != lastReceived;
    }

    private long done() {
        return unacknowledged.isEmpty() ? left : unacknowledged.firstKey() - 1;
    }
}
