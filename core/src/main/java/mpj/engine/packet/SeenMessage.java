package mpj.engine.packet;

import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpj.tools.Message;

/**
 * The message whose first packet is being handled, as a watched engine sees it. One object is used for many messages.
 */
final class SeenMessage {
    private final String transport;
    private int source;
    private long envelope;
    private long bytes;
    private long sequence;
    /** Whether the message is being handled. */
    private boolean open;
    /** The receive that the message has met; and whether it has found none. */
    private Receive met;
    private boolean foundNone;

    SeenMessage(String transport) {
        this.transport = transport;
    }

    /** Begins a message. Returns this object, or a new one if this one is in use. */
    SeenMessage begin(int from, long of, long size, long number) {
        SeenMessage message = open ? new SeenMessage(transport) : this;
        message.source = from;
        message.envelope = of;
        message.bytes = size;
        message.sequence = number;
        message.open = true;
        message.met = null;
        message.foundNone = false;
        return message;
    }

    void end() {
        open = false;
        met = null;
    }

    void noteMet(Receive receive) {
        met = receive;
    }

    void noteNone() {
        foundNone = true;
    }

    /** The receive that has the whole message; null if there is none, or if it is not known. */
    Receive wholeIn() {
        return Envelope.kind(envelope) == Envelope.MESSAGE ? met : null;
    }

    boolean foundNone() {
        return foundNone;
    }

    long bytes() {
        return bytes;
    }

    long sequence() {
        return sequence;
    }

    /** The message in a form for watchers, who may keep it. */
    Message told() {
        return new Message(Envelope.context(envelope), source, Envelope.tag(envelope), bytes, sequence,
            WatchedPackets.protocol(Envelope.kind(envelope)), transport);
    }
}
