package tycho;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tycho.frame.PeerFrame;
import tycho.link.Link;
import tycho.registry.Entry;

/**
 * Receives the messages of all producers to whose topics it has subscribed. The consumer has a queue for each producer,
 * of the capacity that was registered, and takes messages from the queues in turn. Thread-safe.
 */
public final class Consumer implements AutoCloseable {
    private final Client client;
    private final Entry entry;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<UUID, InStream> streams = new HashMap<>();
    /** The streams that have messages, each once. */
    private final ArrayDeque<InStream> ready = new ArrayDeque<>();
    private long droppedBefore;
    private String disconnected = "";
    private boolean closed;

    Consumer(Client client, Entry entry) {
        this.client = client;
        this.entry = entry;
    }

    /**
     * The consumer's entry in the registry.
     *
     * @return the entry
     */
    public Entry entry() {
        return entry;
    }

    /**
     * Takes the next message.
     *
     * @param longest the longest time to wait
     * @return the message; empty if none came in this time
     * @throws InterruptedException if the thread is interrupted
     * @throws TychoException       if the consumer is closed, or a producer has disconnected it because it was too
     *                              slow; messages that had arrived before are received first
     */
    public Optional<Message> receive(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (true) {
                InStream stream = ready.poll();
                if (stream != null) {
                    Optional<Message> message = stream.take();
                    if (!stream.isEmpty()) {
                        ready.add(stream);
                    }
                    if (message.isPresent()) {
                        return message;
                    }
                } else if (!disconnected.isEmpty()) {
                    String why = disconnected;
                    disconnected = "";
                    throw new TychoException(why);
                } else if (closed) {
                    throw new TychoException("the consumer '" + entry.name() + "' is closed");
                } else if (left <= 0) {
                    return Optional.empty();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * How many messages were dropped at this end because this consumer has the policy {@code DROP_OLDEST} and was slow.
     * Producers may have dropped further messages before sending them.
     *
     * @return the number
     */
    public long dropped() {
        lock.lock();
        try {
            return droppedBefore + streams.values().stream().mapToLong(InStream::dropped).sum();
        } finally {
            lock.unlock();
        }
    }

    void open(InStream stream) {
        lock.lock();
        try {
            streams.put(stream.id(), stream);
            droppedBefore -= stream.dropped(); // a stream that goes on was counted when it seemed to have ended
        } finally {
            lock.unlock();
        }
    }

    /** Takes in a message of a stream; answers why the stream is to be closed, if it is. */
    Optional<String> arrive(InStream stream, PeerFrame.Data data) {
        lock.lock();
        try {
            boolean was = stream.isEmpty();
            Optional<String> refusal = stream.arrive(data);
            if (was && !stream.isEmpty()) {
                ready.add(stream);
                Link.wake(this::wake);
            }
            return refusal;
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A stream is closed. The program still gets what has arrived. */
    void end(InStream stream, String reason) {
        lock.lock();
        try {
            if (streams.remove(stream.id()) != null) {
                droppedBefore += stream.dropped();
            }
            if (!reason.isEmpty()) {
                disconnected = reason;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Withdraws the consumer. */
    @Override
    public void close() {
        end();
        client.closed(this);
    }

    /** Ends all receiving, and leaves the streams and the entry to the caller. */
    void end() {
        lock.lock();
        try {
            closed = true;
            ready.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
