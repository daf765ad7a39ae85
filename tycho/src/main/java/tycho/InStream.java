package tycho;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tycho.frame.PeerFrame;
import tycho.registry.Entry;
import tycho.registry.TopicPattern;
import tycho.registry.WhenFull;
import tycho.stream.InLane;
import tycho.stream.OutLane;
import tycho.stream.Parcel;

/** A consumer's end of the stream from one producer. The consumer's lock guards the lane of messages. */
final class InStream implements Message.Receipt {
    private static final int MOST_TOPICS_KNOWN = 1_000;
    private static final Duration REPLY_PATIENCE = Duration.ofSeconds(10);

    private final UUID id;
    private final Entry producer;
    private final Entry consumer;
    private volatile Peer peer;
    private final InLane lane;
    private final OutLane replies;
    private final Runnable resend;
    private final Map<String, Boolean> topics = new HashMap<>();
    /** The lock of the lane guards these two. */
    private Silence silence = new Silence(System.nanoTime());
    private boolean heard;
    private volatile boolean paused;

    InStream(PeerFrame.Open open, Entry producer, Entry consumer, Peer peer) {
        id = open.stream();
        this.producer = producer;
        this.consumer = consumer;
        this.peer = peer;
        lane = new InLane(id, false, open.next(), consumer.delivery(), consumer.whenFull(), consumer.capacity());
        replies = new OutLane(new PeerFrame.Open(id, true, producer.id(), consumer.id(), 1),
            OutStream.REPLIES, WhenFull.BLOCK, frame -> this.peer.send(frame), System.nanoTime());
        replies.room(OutStream.REPLIES, InLane.BYTES);
        resend = () -> {
            replies.restart(System.nanoTime());
            sayAck();
        };
        peer.onNewPath(resend);
    }

    UUID id() {
        return id;
    }

    Entry producer() {
        return producer;
    }

    Peer peer() {
        return peer;
    }

    /** Takes in a message; answers whether it is new, or a reason for closing the stream. */
    Optional<String> arrive(PeerFrame.Data data) {
        synchronized (lane) {
            heard = true;
            if (topics.size() > MOST_TOPICS_KNOWN) {
                topics.clear();
            }
            if (!topics.computeIfAbsent(data.topic(), this::permitted)) {
                return Optional.of(producer.owner() + " has not registered the topic '" + data.topic() + "', or '"
                    + consumer.name() + "' does not subscribe it");
            }
            lane.arrive(data);
            return Optional.empty();
        }
    }

    private boolean permitted(String topic) {
        try {
            TopicPattern parsed = TopicPattern.topic(topic);
            return producer.sends(parsed) && consumer.receives(parsed);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    Optional<Message> take() {
        synchronized (lane) {
            Optional<Message> message = lane.take().map(data -> new Message(data, producer, this));
            acknowledgeIfDue();
            return message;
        }
    }

    boolean isEmpty() {
        synchronized (lane) {
            return lane.isEmpty();
        }
    }

    long dropped() {
        synchronized (lane) {
            return lane.dropped();
        }
    }

    @Override
    public void acknowledge(long number) {
        synchronized (lane) {
            lane.acknowledge(number);
            acknowledgeIfDue();
        }
    }

    private void acknowledgeIfDue() {
        if (lane.ackIsDue()) {
            peer.send(lane.ack());
        }
    }

    void sendAck() {
        synchronized (lane) {
            heard = true;
            lane.ask();
            peer.send(lane.ack());
        }
    }

    @Override
    public void reply(long about, boolean object, byte[] payload) {
        if (paused) {
            throw notTaken();
        }
        peer.checkLength(payload);
        try {
            if (replies.put(new Parcel(about, producer.name(), object, payload), REPLY_PATIENCE) != OutLane.Put.DONE) {
                throw notTaken();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TychoException("interrupted while '" + producer.name() + "' had no room for a reply", e);
        }
    }

    private TychoException notTaken() {
        return new TychoException("the reply could not be sent: '" + producer.name() + "' does not take replies at"
            + " present");
    }

    void acknowledged(PeerFrame.Ack ack) {
        synchronized (lane) {
            heard = true;
        }
        replies.acknowledged(ack, System.nanoTime());
    }

    /** Sends what is due; answers whether to look the producer up, which says nothing. */
    boolean tick(long now) {
        tellAck();
        Silence.Step step;
        synchronized (lane) {
            step = silence.tick(now, heard);
            heard = false;
        }
        if (step != Silence.Step.NOTHING) {
            peer.send(new PeerFrame.Probe(id, true));
        }
        replies.tick(now, peer.idle());
        return step == Silence.Step.LOOK_UP;
    }

    /** Takes in whether the registry knows the producer; answers whether the producer is gone. */
    boolean isGone(boolean known) {
        synchronized (lane) {
            return silence.isGone(known);
        }
    }

    /** The last one may have been lost. */
    private void sayAck() {
        synchronized (lane) {
            peer.send(lane.ack());
        }
    }

    private void tellAck() {
        synchronized (lane) {
            if (lane.ackIsOwed()) {
                peer.send(lane.ack());
            }
        }
    }

    /** How many bytes of replies the producer has not acknowledged. */
    long replyBytes() {
        return replies.bytes();
    }

    /** Closes the stream from this end, and says so to the other. */
    void end(String reason) {
        close();
        peer.send(new PeerFrame.Closed(id, true, reason));
    }

    void close() {
        pause();
        replies.close();
    }

    boolean isClosed() {
        return replies.isClosed();
    }

    /** The producer seems to be gone. It gets no more replies, which might wait for ever. */
    void pause() {
        paused = true;
        tellAck();
        peer.forget(resend);
    }

    /** The producer was not gone. What has arrived does not come again. */
    void goOn(Peer producing) {
        synchronized (lane) {
            silence = new Silence(System.nanoTime());
        }
        peer = producing;
        paused = false;
        producing.onNewPath(resend);
        replies.restart(System.nanoTime());
    }
}
