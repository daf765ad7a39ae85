package mpj.engine.packet;

import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpj.tools.Message;

/** The message whose first packet is being handled, as a watched engine sees it. One object is used for many. */
final class ArrivingMessage {
    private final String transport;
    private int source;
    private long envelope;
    private long bytes;
    private long sequence;
    /** Whether it is being handled. */
    private boolean open;
    /** The receive that it met, and whether it found none. */
    private Receive met;
    private boolean foundNone;

    ArrivingMessage(String transport) {
        this.transport = transport;
    }

    /** The message begins to be handled; by another object if this one is in use. */
    ArrivingMessage begin(int from, long of, long size, long number) {
        ArrivingMessage message = open ? new ArrivingMessage(transport) : this;
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

    void meets(Receive receive) {
        met = receive;
    }

    void findsNone() {
        foundNone = true;
    }

    /** The receive that has all of the message; null if none, or not known. */
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

    /** The same for watchers, who may keep it. */
    Message told() {
        return new Message(source, Envelope.context(envelope), Envelope.tag(envelope), bytes, sequence,
            WatchedPackets.protocol(Envelope.kind(envelope)), transport);
    }
}
