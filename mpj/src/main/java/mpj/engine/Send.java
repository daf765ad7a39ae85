package mpj.engine;

import mpjbuf.layout.ElementType;

/** A message on its way out that could not leave at once. */
public final class Send extends Operation {
    final long number;
    Peer peer;
    Object buffer;
    ElementType type;
    long from;
    long bytes;
    long header;
    int context;
    int tag;
    /** Complete only when the receiver has matched it: synchronous mode. */
    boolean synchronous;

    /** How many bytes have left. */
    long sent;
    boolean begun;
    /** Among its peer's sends that have something to push. */
    boolean queued;
    /** The receiver was asked to say when the message is matched. */
    boolean waitsForMatch;
    boolean matched;

    Send(long number) {
        this.number = number;
    }

    boolean finished() {
        return begun && sent == bytes && (matched || !waitsForMatch);
    }
}
