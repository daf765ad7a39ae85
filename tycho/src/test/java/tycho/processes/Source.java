package tycho.processes;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tycho.Producer;
import tycho.TychoException;
import tycho.registry.Entry;

/** Sends messages with the numbers 1, 2, 3 and so on until it is stopped. */
final class Source {
    private static final Duration LONG = Duration.ofMinutes(5);
    /** Slow enough that many sources leave time to others on a small machine. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private final Producer producer;
    private final String topic;
    private final int padding;
    private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::run);
    private volatile boolean stopped;
    private volatile String failure = "";
    private volatile long sent;

    Source(Producer producer, String topic) {
        this(producer, topic, 0);
    }

    /** @param padding how many bytes a message has more than it needs */
    Source(Producer producer, String topic, int padding) {
        this.producer = producer;
        this.topic = topic;
        this.padding = padding;
    }

    /** Begins to send when so many consumers are there. */
    String start(int consumers) throws InterruptedException {
        if (!producer.awaitConsumers(topic, consumers, LONG)) {
            return "fewer than " + consumers + " consumers have come";
        }
        thread.start();
        return "";
    }

    private void run() {
        try {
            while (!stopped) {
                if (producer.publish(topic, message(sent + 1)) == 0) {
                    throw new TychoException("message " + (sent + 1) + " goes to no consumer");
                }
                sent = sent + 1;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (TychoException e) {
            failure = e.getMessage();
        }
    }

    private byte[] message(long number) {
        return ByteBuffer.allocate(Long.BYTES + padding).putLong(number).array();
    }

    long sent() {
        return sent;
    }

    /** Fails if the source cannot send any more. */
    void check() {
        if (!failure.isEmpty()) {
            throw new TychoException("the source of " + topic + " has stopped after " + sent + " messages: " + failure);
        }
    }

    /** Stops, waits until the consumers have done with all messages, and answers how many there were. */
    long stop() throws InterruptedException {
        stopped = true;
        thread.join();
        check();
        if (!producer.flush(LONG)) {
            throw new TychoException("the consumers have not done with " + sent + " messages");
        }
        return sent;
    }

    boolean isDirectTo(Entry consumer) {
        return producer.bind(consumer, topic).isDirect();
    }
}
