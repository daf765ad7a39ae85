package tycho.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import tycho.frame.PeerFrame;
import tycho.registry.Entry;
import tycho.registry.WhenFull;

/**
 * The sending end of a stream. It numbers messages, sends as many as the other end has room for, and keeps each until
 * the other end has done with it; so nothing is lost if the path breaks or changes. Thread-safe.
 */
public final class OutLane {
    /** What has come of a message that was put into the lane. */
    public enum Put {
        /** The message was sent, or waits. */
        DONE,
        /** There is no room, and the policy is to disconnect. */
        FULL,
        /** There was no room within the time. */
        TIMEOUT,
        /** The lane is closed. */
        CLOSED
    }

    private static final long RESEND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SLOWEST_RESEND_NANOS = TimeUnit.SECONDS.toNanos(8);
    /** The other end permits fewer, unless it means harm: at most one queue that is full and one that is under way. */
    private static final long MOST_KEPT_BYTES = 2 * InLane.BYTES;
    /** On a path with frames that wait, an answer may take this many times longer. */
    private static final int BUSY = 4;

    private final UUID stream;
    private final PeerFrame.Open opening;
    private final int capacity;
    private final WhenFull whenFull;
    private final Consumer<PeerFrame> path;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
    private long waitingBytes;
    /** Sent, and not done at the other end. */
    private final ArrayDeque<PeerFrame.Data> kept = new ArrayDeque<>();
    /** What the kept messages were before they had numbers. */
    private final ArrayDeque<Parcel> keptParcels = new ArrayDeque<>();
    private final int mostKept;
    private long keptBytes;
    private long sent;
    private long received;
    private long done;
    private long limit;
    private long bytesSent;
    private long byteLimit;
    private long dropped;
    /** Whether the other end was asked to say when it has room for the bytes of the next message. */
    private boolean asked;
    private boolean closed;
    private long resendNanos = RESEND_NANOS;
    private long quietSince;
    /** The last message that was sent when a busy path was asked what has arrived; 0 if it was not asked. */
    private long probed;

    /**
     * @param opening  says which stream it is, before the first message and after each change of the path
     * @param capacity how many messages wait at most; together they have at most {@link InLane#BYTES}, unless a single
     *                 message is longer
     * @param path     takes frames; it must not block, and may lose them
     */
    public OutLane(PeerFrame.Open opening, int capacity, WhenFull whenFull, Consumer<PeerFrame> path, long now) {
        stream = opening.stream();
        this.opening = opening;
        this.capacity = capacity;
        this.whenFull = whenFull;
        this.path = path;
        // Where the oldest messages are dropped, it is not the queue that limits what was taken and not acknowledged.
        mostKept = 2 * (whenFull == WhenFull.DROP_OLDEST ? Entry.LARGEST_CAPACITY : capacity);
        quietSince = now;
    }

    /** Sends a message, or lets it wait. Blocks only if that is the policy, and no longer than the given time. */
    public Put put(Parcel parcel, Duration longest) throws InterruptedException {
        lock.lock();
        try {
            // An end that has not answered yet is not slow.
            boolean patient = whenFull == WhenFull.BLOCK || whenFull == WhenFull.DISCONNECT && limit == 0;
            int bytes = parcel.payload().length;
            long left = longest.toNanos();
            while (patient && !closed && !hasRoom(bytes)) {
                if (left <= 0) {
                    return Put.TIMEOUT;
                }
                left = changed.awaitNanos(left);
            }
            if (!closed && whenFull == WhenFull.DISCONNECT && !hasRoom(bytes)) {
                return Put.FULL;
            }
            while (!closed && !hasRoom(bytes)) {
                next();
                dropped++;
            }
            if (closed) {
                return Put.CLOSED;
            }
            add(parcel);
            pump();
            return Put.DONE;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(int bytes) {
        return waiting.isEmpty() || waiting.size() < capacity && waitingBytes + bytes <= InLane.BYTES;
    }

    private void add(Parcel parcel) {
        waiting.add(parcel);
        waitingBytes += parcel.payload().length;
    }

    private Parcel next() {
        Parcel parcel = waiting.poll();
        waitingBytes -= parcel.payload().length;
        return parcel;
    }

    private void pump() {
        while (!closed && sent < limit && !waiting.isEmpty() && kept.size() < mostKept) {
            int size = waiting.peek().payload().length;
            if (bytesSent + size > byteLimit && !kept.isEmpty()
                    || keptBytes + size > MOST_KEPT_BYTES && kept.size() > 1) {
                if (!asked) {
                    path.accept(new PeerFrame.Probe(stream, opening.back()));
                    asked = true;
                }
                return;
            }
            asked = false;
            Parcel parcel = next();
            bytesSent += size;
            keptBytes += size;
            PeerFrame.Data data = new PeerFrame.Data(stream, opening.back(), ++sent, parcel.about(),
                parcel.topic(), parcel.object(), parcel.payload());
            kept.add(data);
            keptParcels.add(parcel);
            path.accept(data);
            changed.signalAll();
        }
    }

    /** Lets messages that were left of another lane go first. */
    public void prefill(List<Parcel> first) {
        lock.lock();
        try {
            first.forEach(this::add);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in messages that were left of another lane. If the sender waits when there is no room, they all go before
     * those that wait. With the other policies, too many of them would make the end seem slow, or push out what is sent
     * later. So an end that has done with everything gets as many as fill half its queue.
     *
     * @return how many of them were taken, from the first on
     */
    public int adopt(List<Parcel> first) {
        lock.lock();
        try {
            int count = closed ? 0 : whenFull == WhenFull.BLOCK ? first.size() : sendable(first);
            for (Parcel each : first.subList(0, count).reversed()) {
                waiting.addFirst(each);
                waitingBytes += each.payload().length;
            }
            pump();
            return count;
        } finally {
            lock.unlock();
        }
    }

    private int sendable(List<Parcel> first) {
        long most = !kept.isEmpty() || !waiting.isEmpty() ? 0 : Math.min(limit - sent, Math.max(1, capacity / 2));
        int count = 0;
        long bytes = 0;
        while (count < Math.min(most, first.size())) {
            bytes += first.get(count).payload().length;
            if (count > 0 && (bytes > InLane.BYTES / 2 || bytesSent + bytes > byteLimit)) {
                break;
            }
            count++;
        }
        return count;
    }

    /** Says how much room the other end has at the beginning, if that is known before it says so. */
    public void room(long messages, long bytes) {
        lock.lock();
        try {
            limit = messages;
            byteLimit = bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Takes in what the other end has received and done, and sends what it now has room for. */
    public void acknowledged(PeerFrame.Ack ack, long now) {
        lock.lock();
        try {
            boolean news = ack.received() > received || ack.done() > done || ack.limit() > limit
                || ack.byteLimit() > byteLimit;
            // A false number must not make the lane forget what was never sent.
            received = Math.max(received, Math.min(ack.received(), sent));
            done = Math.max(done, Math.min(ack.done(), received));
            while (!kept.isEmpty() && kept.peek().number() <= done) {
                keptBytes -= kept.poll().payload().length;
                keptParcels.poll();
            }
            limit = Math.max(limit, ack.limit());
            // An end that has begun anew does not count what was done before. But it has room beyond what is done.
            byteLimit = Math.max(byteLimit, Math.max(ack.byteLimit(), bytesSent - keptBytes + InLane.BYTES));
            if (news) { // the answers to the questions of a flush must not put off what is to be sent again
                quietSince = now;
                resendNanos = RESEND_NANOS;
            }
            if (!news && received < probed) {
                // This answers the question. What was sent before the question, and has not arrived, is lost.
                resend();
                quietSince = now;
            }
            if (!news || received >= probed) {
                probed = 0;
            }
            pump();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The path is new. What is lost of it is soon sent again, also if the other end was away for long. */
    public void restart(long now) {
        lock.lock();
        try {
            resendNanos = RESEND_NANOS;
            quietSince = now;
            resend();
        } finally {
            lock.unlock();
        }
    }

    /** Says again what the stream is and sends again what has not arrived, since the path is new or was broken. */
    public void resend() {
        lock.lock();
        try {
            if (!closed) {
                probed = 0;
                path.accept(new PeerFrame.Open(stream, opening.back(), opening.producer(), opening.consumer(),
                    received + 1));
                for (PeerFrame.Data each : kept) {
                    if (each.number() > received) {
                        path.accept(each);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends again what may be lost. To be called now and then.
     *
     * @param idle whether the path has no frames that wait. Otherwise the messages may be among them, and sending them
     *             again would make the path slower still: so the other end is asked first what has arrived
     */
    public void tick(long now, boolean idle) {
        lock.lock();
        try {
            boolean owed = received < sent || !waiting.isEmpty() || limit == 0;
            if (closed || !owed) {
                quietSince = now;
            } else if (now - quietSince > (idle ? 1 : BUSY) * resendNanos) {
                quietSince = now;
                resendNanos = Math.min(2 * resendNanos, SLOWEST_RESEND_NANOS);
                if (limit == 0 || idle && received < sent) {
                    resend();
                } else {
                    path.accept(new PeerFrame.Probe(stream, opening.back()));
                    probed = sent;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the other end has done with every message, or the lane is closed. */
    public boolean awaitDone(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long end = System.nanoTime() + longest.toNanos();
            long nextProbe = System.nanoTime();
            while (!closed && (done < sent || !waiting.isEmpty())) {
                long now = System.nanoTime();
                if (waiting.isEmpty() && now - nextProbe >= 0) {
                    // Otherwise the other end says so only when it has something to say. The answer may be lost.
                    path.accept(new PeerFrame.Probe(stream, opening.back()));
                    nextProbe = now + RESEND_NANOS;
                }
                if (end - now <= 0) {
                    return false;
                }
                changed.awaitNanos(Math.min(end - now, RESEND_NANOS));
            }
            return done == sent && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** How many messages were sent with which the other end has not done. */
    public int kept() {
        lock.lock();
        try {
            return kept.size();
        } finally {
            lock.unlock();
        }
    }

    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes the messages have that wait, or with which the other end has not done. */
    public long bytes() {
        lock.lock();
        try {
            return waitingBytes + keptBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the other end has answered. */
    public boolean isOpen() {
        lock.lock();
        try {
            return limit > 0;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages were dropped because others came. */
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the lane; answers the messages with which the other end has not done, in a list for the caller. */
    public List<Parcel> close() {
        lock.lock();
        try {
            List<Parcel> left = new ArrayList<>(keptParcels);
            left.addAll(waiting);
            kept.clear();
            keptParcels.clear();
            keptBytes = 0;
            waiting.clear();
            waitingBytes = 0;
            closed = true;
            changed.signalAll();
            return left;
        } finally {
            lock.unlock();
        }
    }
}
