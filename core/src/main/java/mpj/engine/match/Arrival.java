package mpj.engine.match;

import java.lang.foreign.MemorySegment;
import mpj.engine.Failure;
import mpj.engine.Receive;

/**
 * A message of which something has arrived and which is not over yet: the rest of it is still to come, or nothing has
 * matched it (an unexpected message).
 */
public final class Arrival {
    public static final long WHOLE = -1;

    public int source;
    public int context;
    public int tag;
    public long header;
    public long bytes;
    /** The number that the sender has given it, or {@link #WHOLE}. */
    public long number;
    /** The sender waits to hear of the match. */
    public boolean senderWaits;
    /** The key to read the message out of the sender's memory, or null. */
    public MemorySegment key;
    /**
     * This rank is reading it out of the sender's memory. The receive completes when the read ends, whatever happens
     * meanwhile.
     */
    public boolean reading;

    /** How many bytes have arrived. */
    public long received;
    /** What has arrived before the match, or null. */
    public MemorySegment stored;
    /** The receive that takes it, or null. */
    public Receive receive;
    /** A probe has matched it: it is kept for a receive of its own. */
    public boolean matched;
    /** Why the rest of it will not come, if it was matched by a probe before its sender was lost; or null. */
    public Failure lost;

    Arrival previousInBin;
    Arrival nextInBin;
    Arrival previous;
    Arrival next;

    /** Takes the description of a message; nothing of it has arrived. */
    public void begin(int source, long envelope, long header, long bytes, long number) {
        this.source = source;
        this.context = Envelope.context(envelope);
        this.tag = Envelope.tag(envelope);
        this.header = header;
        this.bytes = bytes;
        this.number = number;
        int kind = Envelope.kind(envelope);
        this.senderWaits = kind == Envelope.RTS || kind == Envelope.RGET;
        this.key = null;
        this.reading = false;
        this.received = 0;
        this.receive = null;
        this.matched = false;
        this.lost = null;
    }
}
