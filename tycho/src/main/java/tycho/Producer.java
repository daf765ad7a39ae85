package tycho;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import tycho.registry.Delivery;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.registry.TopicPattern;
import tycho.stream.OutLane;
import tycho.stream.Parcel;

/**
 * Sends messages to all consumers that have subscribed to their topics. The producer finds the consumers in the
 * registry, and has a stream to each. Thread-safe. The messages that one thread publishes reach each consumer in the
 * order in which they were published. What a lost consumer has left may reach another one later.
 */
public final class Producer implements AutoCloseable {
    private static final int MOST_LEFT = 100;

    /** What a lost consumer has not acknowledged, for another consumer of the same owner and name. */
    private record Left(Entry consumer, List<Parcel> parcels, long until) {
        boolean isFor(Entry other) {
            return consumer.owner().equals(other.owner()) && consumer.name().equals(other.name());
        }
    }

    private final Client client;
    private final Entry entry;
    private final Duration patience;
    private final Map<UUID, OutStream> streams = new ConcurrentHashMap<>();
    /** How many streams were opened so far. */
    private volatile long opened;
    private final AtomicLong requests = new AtomicLong();
    private final List<Left> left = new ArrayList<>();
    /** Whether a consumer has had no room for all that it was offered of that. */
    private boolean offerAgain;
    /** The consumers that have lapsed while their streams were direct, and until when they may lack a connection. */
    private final Map<UUID, Long> lapsed = new HashMap<>();
    private final List<Watch> watches = new ArrayList<>();
    private volatile boolean closed;

    Producer(Client client, Entry entry, Duration patience) {
        this.client = client;
        this.entry = entry;
        this.patience = patience;
    }

    void start() {
        Watch.News news = new Watch.News() {
            @Override
            public void arrived(Entry consumer) {
                Producer.this.arrived(consumer);
            }

            @Override
            public void departed(Entry consumer, Watch.Departure why) {
                Producer.this.departed(consumer, why);
            }
        };
        for (TopicPattern topic : entry.publishes()) {
            watches.add(client.station().watch(Query.all().receives(topic), news));
        }
    }

    /** News of a watch may come while, and a little after, the producer is closed. */
    synchronized void arrived(Entry consumer) {
        lapsed.remove(consumer.id());
        if (!closed) {
            open(consumer);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new TychoException("the producer '" + entry.name() + "' is closed; open another one");
        }
    }

    /** Under the lock, so that {@link #close}, which ends all streams under it, does not miss one. */
    private synchronized OutStream open(Entry consumer) {
        checkOpen();
        OutStream known = streams.get(consumer.id());
        if (known != null && (!known.isClosed() || known.consumer().client().equals(consumer.client()))) {
            return known;
        }
        long ordinal = opened + 1;
        OutStream stream = new OutStream(entry.id(), consumer, client.peers().of(consumer), takeLeft(consumer),
            ordinal, requests);
        streams.put(consumer.id(), stream);
        opened = ordinal; // last, so that whoever reads it finds the stream
        client.add(stream);
        notifyAll();
        return stream;
    }

    /**
     * Takes what lost consumers have left for another one. Anybody may choose their name, so the owner must be the
     * same, and the new consumer must subscribe the topic: its mediator has checked that it may.
     */
    private List<Parcel> takeLeft(Entry consumer) {
        List<Parcel> taken = new ArrayList<>();
        if (consumer.delivery() == Delivery.AT_LEAST_ONCE) {
            left.stream().filter(each -> each.isFor(consumer)).forEach(each -> each.parcels()
                .removeIf(parcel -> consumer.receives(TopicPattern.topic(parcel.topic())) && taken.add(parcel)));
            left.removeIf(each -> each.parcels().isEmpty());
        }
        return taken;
    }

    private synchronized void departed(Entry consumer, Watch.Departure why) {
        OutStream stream = streams.get(consumer.id());
        if (stream != null && why == Watch.Departure.LAPSED && isConnected(stream)) {
            // Only the consumer's mediator is out of reach. The registry will not tell when the consumer goes as well.
            lapsed.put(consumer.id(), System.nanoTime() + consumer.lease().toNanos());
        } else if (stream != null) {
            lose(stream);
        }
    }

    private static boolean isConnected(OutStream stream) {
        return stream.isDirect() && !stream.isClosed();
    }

    private void lose(OutStream stream) {
        Entry consumer = stream.consumer();
        streams.remove(consumer.id());
        lapsed.remove(consumer.id());
        client.remove(stream);
        List<Parcel> parcels = stream.end("the consumer '" + consumer.name() + "' has gone");
        if (!parcels.isEmpty() && consumer.delivery() == Delivery.AT_LEAST_ONCE) {
            Left last = new Left(consumer, parcels, System.nanoTime() + consumer.lease().toNanos());
            offer(last);
            if (!parcels.isEmpty() && left.size() < MOST_LEFT) {
                left.add(last);
            }
        }
    }

    /**
     * Offers what a lost consumer has left to those that are there already, as {@link #takeLeft} does to a new one. But
     * what was published while they were there they have got themselves.
     */
    private void offer(Left last) {
        for (OutStream stream : streams.values()) {
            Entry consumer = stream.consumer();
            if (!last.parcels().isEmpty() && !stream.isClosed() && last.isFor(consumer)
                    && consumer.delivery() == Delivery.AT_LEAST_ONCE) {
                Predicate<Parcel> wanted = parcel -> stream.lacks(parcel)
                    && consumer.receives(TopicPattern.topic(parcel.topic()));
                List<Parcel> offered = last.parcels().stream().filter(wanted).toList();
                AtomicInteger taken = new AtomicInteger(stream.adopt(offered));
                offerAgain |= taken.get() < offered.size();
                last.parcels().removeIf(parcel -> taken.get() > 0 && wanted.test(parcel)
                    && taken.getAndDecrement() > 0);
            }
        }
    }

    synchronized void tick(long now) {
        if (offerAgain) {
            offerAgain = false;
            left.forEach(this::offer);
        }
        left.removeIf(each -> each.parcels().isEmpty() || each.until() - now <= 0);
        for (UUID consumer : List.copyOf(lapsed.keySet())) {
            OutStream stream = streams.get(consumer);
            if (stream == null) {
                lapsed.remove(consumer);
            } else if (isConnected(stream)) {
                lapsed.put(consumer, now + stream.consumer().lease().toNanos());
            } else if (stream.isClosed() || lapsed.get(consumer) - now <= 0) {
                lose(stream);
            }
        }
    }

    /**
     * The producer's entry in the registry.
     *
     * @return the entry
     */
    public Entry entry() {
        return entry;
    }

    /**
     * Sends bytes to all consumers that have subscribed to the topic. If the queue of a consumer is full, the policy of
     * this consumer decides what happens: with {@code BLOCK}, this method waits. If no consumer has subscribed to the
     * topic, the message is dropped.
     *
     * @param topic   the topic, which one of the producer's patterns covers
     * @param payload the bytes, at most {@code message.limit} of the mediator (4 MiB by default); the program must not
     *                change the array afterwards
     * @return the number of consumers to which the message goes
     * @throws TychoException if the message is too long, a queue stays full for longer than the producer's patience, or
     *                        the producer is closed
     */
    public int publish(String topic, byte[] payload) {
        return publish(topic, false, payload);
    }

    /**
     * Sends a record to all consumers that have subscribed to the topic. In all other respects this method is like
     * {@link #publish(String, byte[])}.
     *
     * @param topic   the topic, which one of the producer's patterns covers
     * @param payload the record, which is serializable
     * @return the number of consumers to which the message goes
     * @throws TychoException if the message is too long, a queue stays full for longer than the producer's patience, or
     *                        the producer is closed
     */
    public int publish(String topic, Record payload) {
        return publish(topic, true, Payload.of(payload));
    }

    private int publish(String topic, boolean object, byte[] payload) {
        checkOpen();
        checkLength(payload);
        TopicPattern parsed = checkTopic(topic);
        client.published().count(topic);
        // A stream that is opened meanwhile may get the message, but need not. So it may get the message again later.
        Parcel parcel = new Parcel(0, topic, object, payload, opened);
        int consumers = 0;
        for (OutStream stream : streams.values()) {
            if (!stream.isClosed() && stream.consumer().receives(parsed)) {
                OutLane.Put put = stream.put(parcel, patience);
                if (put == OutLane.Put.TIMEOUT) {
                    throw new TychoException("the queue of '" + stream.consumer().name() + "' was full for "
                        + patience.toMillis() + " ms; the consumer is slower than this producer: set a longer patience,"
                        + " or choose another policy for the consumer (whenFull)");
                }
                consumers += put == OutLane.Put.DONE ? 1 : 0;
            }
        }
        return consumers;
    }

    /** A message goes to one consumer only. */
    void count(String topic) {
        client.published().count(topic);
    }

    void checkLength(byte[] payload) {
        client.station().checkLength(payload);
    }

    private TopicPattern checkTopic(String topic) {
        TopicPattern parsed = TopicPattern.topic(topic);
        if (!entry.sends(parsed)) {
            throw new TychoException("the producer '" + entry.name() + "' has not registered the topic '" + topic
                + "', but only " + entry.publishes());
        }
        return parsed;
    }

    Duration patience() {
        return patience;
    }

    /**
     * Binds the producer to one consumer.
     *
     * @param consumer the consumer's entry in the registry
     * @param topic    the topic of all messages; the producer publishes it, and the consumer subscribes it
     * @return the stream to the consumer
     * @throws TychoException if the producer does not publish the topic, the consumer does not subscribe it, or the
     *                        producer is closed
     */
    public Binding bind(Entry consumer, String topic) {
        if (!consumer.receives(checkTopic(topic))) {
            throw new TychoException("the consumer '" + consumer.name() + "' has not subscribed to the topic '" + topic
                + "', but only " + consumer.subscribes());
        }
        return new Binding(this, open(consumer), topic);
    }

    /**
     * Waits until a number of consumers have subscribed to a topic and accept this producer's messages.
     *
     * @param topic   the topic
     * @param count   the number of consumers to wait for
     * @param longest the longest time to wait
     * @return true if there are as many consumers; false if the time is over
     * @throws InterruptedException if the thread is interrupted
     */
    public synchronized boolean awaitConsumers(String topic, int count, Duration longest) throws InterruptedException {
        TopicPattern parsed = checkTopic(topic);
        long end = System.nanoTime() + longest.toNanos();
        while (streams.values().stream().filter(each -> each.isOpen() && !each.isClosed()
            && each.consumer().receives(parsed)).count() < count) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            // What a consumer answers notifies nobody here.
            wait(Math.min(millis, 10));
        }
        return true;
    }

    /**
     * Waits until the consumers have taken every message that was sent. Consumers with the delivery
     * {@code AT_LEAST_ONCE} must also have acknowledged the messages.
     *
     * @param longest the longest time to wait
     * @return true if they have; false if the time is over
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean flush(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        boolean all = true;
        for (OutStream stream : streams.values()) {
            all &= stream.isClosed() || stream.awaitDone(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
        return all;
    }

    /**
     * How many messages this producer has dropped because consumers with the policy {@code DROP_OLDEST} were slow.
     *
     * @return the number
     */
    public long dropped() {
        return streams.values().stream().mapToLong(OutStream::dropped).sum();
    }

    /** Withdraws the producer. Messages that were not sent yet are lost: to send them, call {@link #flush} before. */
    @Override
    public void close() {
        end();
        client.closed(this);
    }

    /** Ends all streams, and leaves the entry to the caller. */
    void end() {
        closed = true;
        watches.forEach(Watch::close);
        synchronized (this) {
            streams.values().forEach(stream -> {
                stream.end("the producer is closed");
                client.remove(stream);
            });
            streams.clear();
        }
    }

    /** The stream to a consumer, if there is one. */
    Optional<OutStream> streamTo(UUID consumer) {
        return Optional.ofNullable(streams.get(consumer));
    }
}
