package tycho;

import tycho.frame.PeerFrame;
import tycho.registry.Entry;

/** A message that has arrived. Thread-safe. */
public final class Message {
    /** What the receiver of a message can do with it. */
    interface Receipt {
        void acknowledge(long number);

        void reply(long about, boolean object, byte[] payload);
    }

    private final PeerFrame.Data data;
    private final Entry sender;
    private final Receipt receipt;

    Message(PeerFrame.Data data, Entry sender, Receipt receipt) {
        this.data = data;
        this.sender = sender;
        this.receipt = receipt;
    }

    /**
     * The topic of the message.
     *
     * @return the topic
     */
    public String topic() {
        return data.topic();
    }

    /**
     * Who has sent the message.
     *
     * @return the sender's entry in the registry
     */
    public Entry sender() {
        return sender;
    }

    /**
     * The bytes of the message. The array belongs to the message: do not change it.
     *
     * @return the bytes
     */
    public byte[] bytes() {
        return data.payload();
    }

    /**
     * The record in the message. Only the record's class and the classes of its components are deserialized.
     *
     * @param <R>  the class of the record
     * @param type the class of the record
     * @return the record
     * @throws TychoException if the message has no such record
     */
    public <R extends Record> R record(Class<R> type) {
        if (!data.object()) {
            throw new TychoException("the message of topic " + topic() + " has bytes and no record; call bytes()");
        }
        return Payload.read(data.payload(), type);
    }

    /**
     * Acknowledges the message: the producer need not keep it any longer. This has an effect only if the delivery is
     * {@code AT_LEAST_ONCE}.
     */
    public void acknowledge() {
        receipt.acknowledge(data.number());
    }

    /**
     * Whether the sender waits for a reply.
     *
     * @return true if the message is a request
     */
    public boolean isRequest() {
        return data.about() != 0;
    }

    /**
     * Replies to a request with bytes.
     *
     * @param payload the bytes, at most {@code message.limit} of the mediator (4 MiB by default)
     * @throws TychoException if the message is no request, or the reply is too long
     */
    public void reply(byte[] payload) {
        reply(false, payload);
    }

    /**
     * Replies to a request with a record.
     *
     * @param payload the record, which is serializable
     * @throws TychoException if the message is no request, or the reply is too long
     */
    public void reply(Record payload) {
        reply(true, Payload.of(payload));
    }

    private void reply(boolean object, byte[] payload) {
        if (!isRequest()) {
            throw new TychoException("the message of topic " + topic() + " is no request, so nobody waits for a"
                + " reply");
        }
        receipt.reply(data.about(), object, payload);
    }
}
