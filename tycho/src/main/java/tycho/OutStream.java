package tycho;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import tycho.frame.PeerFrame;
import tycho.registry.Delivery;
import tycho.registry.Entry;
import tycho.registry.WhenFull;
import tycho.stream.InLane;
import tycho.stream.OutLane;
import tycho.stream.Parcel;

/** A producer's end of the stream to one consumer. Replies come back in it. Thread-safe. */
final class OutStream {
    static final int REPLIES = 1024;
    private static final Message.Receipt NONE = new Message.Receipt() {
        @Override
        public void acknowledge(long number) {
            // A reply is done with when it has arrived.
        }

        @Override
        public void reply(long about, boolean object, byte[] payload) {
            throw new TychoException("a reply cannot be replied to");
        }
    };

    private final UUID id = UUID.randomUUID();
    private final Entry consumer;
    private final Peer peer;
    private final OutLane lane;
    private final InLane replies;
    /** All streams of the producer count with this, since a consumer may get the requests that a lost one has left. */
    private final AtomicLong requests;
    private final long ordinal;
    private final Map<Long, CompletableFuture<Message>> pending = new ConcurrentHashMap<>();
    private final Runnable resend;
    private volatile String closed = "";
    /** What the consumer had not done with when it closed the stream. */
    private List<Parcel> left = List.of();

    /**
     * @param ordinal  how many streams the producer has opened, with this one
     * @param requests counts the requests of the producer, in all its streams
     */
    OutStream(UUID producer, Entry consumer, Peer peer, List<Parcel> first, long ordinal, AtomicLong requests) {
        this.ordinal = ordinal;
        this.requests = requests;
        this.consumer = consumer;
        this.peer = peer;
        lane = new OutLane(new PeerFrame.Open(id, false, producer, consumer.id(), 1), consumer.capacity(),
            consumer.whenFull(), peer::send, System.nanoTime());
        replies = new InLane(id, true, 1, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, REPLIES);
        lane.prefill(first);
        resend = () -> {
            lane.restart(System.nanoTime());
            peer.send(replyAck());
        };
        peer.onNewPath(resend);
        lane.resend();
    }

    UUID id() {
        return id;
    }

    /** Whether a message that another consumer has left was not sent in this stream as well. */
    boolean lacks(Parcel parcel) {
        return parcel.streams() < ordinal;
    }

    /** Takes messages that another consumer has left; answers how many, from the first on. */
    int adopt(List<Parcel> parcels) {
        return lane.adopt(parcels);
    }

    Entry consumer() {
        return consumer;
    }

    boolean isDirect() {
        return peer.isDirect();
    }

    boolean isOpen() {
        return lane.isOpen();
    }

    int kept() {
        return lane.kept();
    }

    boolean isClosed() {
        return !closed.isEmpty();
    }

    long dropped() {
        return lane.dropped();
    }

    OutLane.Put put(Parcel parcel, Duration longest) {
        try {
            OutLane.Put put = lane.put(parcel, longest);
            if (put == OutLane.Put.FULL) {
                peer.send(new PeerFrame.Closed(id, false, "the consumer '" + consumer.name()
                    + "' was too slow: its queue of " + consumer.capacity() + " messages and " + InLane.BYTES
                    + " bytes was full"));
                close("the consumer was too slow");
            }
            return put;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TychoException("interrupted while '" + consumer.name() + "' had no room for a message", e);
        }
    }

    Message request(String topic, boolean object, byte[] payload, Duration longest) {
        long number = requests.incrementAndGet();
        CompletableFuture<Message> reply = new CompletableFuture<>();
        pending.put(number, reply);
        try {
            OutLane.Put put = put(new Parcel(number, topic, object, payload), longest);
            if (put != OutLane.Put.DONE) {
                throw new TychoException("the request could not be sent to '" + consumer.name() + "': "
                    + (put == OutLane.Put.TIMEOUT ? "its queue is full" : closed));
            }
            return reply.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TychoException("'" + consumer.name() + "' did not reply within " + longest.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new TychoException("no reply will come from '" + consumer.name() + "': " + closed, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TychoException("interrupted while a reply of '" + consumer.name() + "' was awaited", e);
        } finally {
            pending.remove(number);
        }
    }

    void handle(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Ack ack -> lane.acknowledged(ack, System.nanoTime());
            case PeerFrame.Data data -> reply(data);
            case PeerFrame.Open open -> peer.send(replyAck());
            case PeerFrame.Probe probe -> peer.send(isClosed() ? new PeerFrame.Closed(id, false, closed) : replyAck());
            case PeerFrame.Closed end -> closedByConsumer(end.reason());
            default -> { }
        }
    }

    private void reply(PeerFrame.Data data) {
        synchronized (replies) {
            replies.arrive(data);
            replies.take().ifPresent(each -> {
                CompletableFuture<Message> waiting = pending.get(each.about());
                if (waiting != null) {
                    waiting.complete(new Message(each, consumer, NONE));
                }
            });
            if (replies.ackIsDue()) {
                peer.send(replies.ack());
            }
        }
    }

    private PeerFrame.Ack replyAck() {
        synchronized (replies) {
            return replies.ack();
        }
    }

    boolean awaitDone(Duration longest) throws InterruptedException {
        return lane.awaitDone(longest);
    }

    void tick(long now) {
        synchronized (replies) {
            if (replies.ackIsOwed()) {
                peer.send(replies.ack());
            }
        }
        lane.tick(now, peer.idle());
    }

    /** The registry says a little later that the consumer is gone. Until then its messages are kept for another one. */
    private synchronized void closedByConsumer(String reason) {
        List<Parcel> parcels = close(reason.isEmpty() ? "the consumer has closed the stream" : reason);
        left = consumer.delivery() == Delivery.AT_LEAST_ONCE ? parcels : List.of();
    }

    /** Closes the stream; answers the messages with which the consumer has not done, the first time. */
    synchronized List<Parcel> close(String reason) {
        if (closed.isEmpty()) {
            closed = reason;
        }
        peer.forget(resend);
        List<Parcel> parcels = left.isEmpty() ? lane.close() : left;
        left = List.of();
        pending.values().forEach(each -> each.completeExceptionally(new TychoException(reason)));
        return parcels;
    }

    /** Closes the stream from this end, and says so to the other. Answers what {@link #close} does. */
    List<Parcel> end(String reason) {
        peer.send(new PeerFrame.Closed(id, false, ""));
        return close(reason);
    }
}
