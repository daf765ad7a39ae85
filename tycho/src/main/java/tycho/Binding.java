package tycho;

import java.time.Duration;
import tycho.registry.Entry;
import tycho.stream.OutLane;
import tycho.stream.Parcel;

/** A producer's stream to one consumer: see {@link Producer#bind}. Thread-safe. */
public final class Binding {
    private final Producer producer;
    private final OutStream stream;
    private final String topic;

    Binding(Producer producer, OutStream stream, String topic) {
        this.producer = producer;
        this.stream = stream;
        this.topic = topic;
    }

    /**
     * The consumer.
     *
     * @return the consumer's entry in the registry
     */
    public Entry consumer() {
        return stream.consumer();
    }

    /**
     * Whether messages go over a connection of the two clients, and not through mediators.
     *
     * @return true if they do at present
     */
    public boolean isDirect() {
        return stream.isDirect();
    }

    /**
     * Sends bytes. If the consumer's queue is full, its policy decides what happens.
     *
     * @param payload the bytes, which must not be changed afterwards
     * @throws TychoException if the message is too long, or the stream is closed
     */
    public void send(byte[] payload) {
        send(false, payload);
    }

    /**
     * Sends a record. If the consumer's queue is full, its policy decides what happens.
     *
     * @param payload the record, which is serializable
     * @throws TychoException if the message is too long, or the stream is closed
     */
    public void send(Record payload) {
        send(true, Payload.of(payload));
    }

    private void send(boolean object, byte[] payload) {
        producer.checkLength(payload);
        producer.count(topic);
        OutLane.Put put = stream.put(new Parcel(0, topic, object, payload), producer.patience());
        if (put != OutLane.Put.DONE) {
            throw new TychoException("the message was not sent to '" + consumer().name() + "': "
                + (put == OutLane.Put.TIMEOUT ? "its queue was full for " + producer.patience().toMillis() + " ms"
                : "the stream is closed"));
        }
    }

    /**
     * Sends bytes and waits for the reply.
     *
     * @param payload the bytes, which must not be changed afterwards
     * @param longest the longest time to wait
     * @return the reply
     * @throws TychoException if the message is too long, the stream is closed, or no reply comes in time
     */
    public Message request(byte[] payload, Duration longest) {
        producer.checkLength(payload);
        producer.count(topic);
        return stream.request(topic, false, payload, longest);
    }

    /**
     * Sends a record and waits for the reply.
     *
     * @param payload the record, which is serializable
     * @param longest the longest time to wait
     * @return the reply
     * @throws TychoException if the message is too long, the stream is closed, or no reply comes in time
     */
    public Message request(Record payload, Duration longest) {
        byte[] bytes = Payload.of(payload);
        producer.checkLength(bytes);
        producer.count(topic);
        return stream.request(topic, true, bytes, longest);
    }
}
