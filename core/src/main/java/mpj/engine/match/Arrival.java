package mpj.engine.match;

import java.lang.foreign.MemorySegment;
import mpj.engine.Failure;
import mpj.engine.Receive;

/**
 * A message of which something has arrived and which is not over: the rest of it is still to come, or nothing has
 * matched it yet (an unexpected message).
 */
public final class Arrival {
    public static final long WHOLE = -1;

    public int source;
    public int context;
    public int tag;
    public long header;
    public long bytes;
    /** The number that the sender has given to the message, or {@link #WHOLE}. */
    public long number;
    /** Whether the sender waits until this rank tells it of the match. */
    public boolean senderWaits;
    /** The key to read the message out of the sender's memory, or null. */
    public MemorySegment key;
    /**
     * Whether this rank is reading the message out of the sender's memory. The receive completes when the read ends,
     * whatever happens meanwhile.
     */
    public boolean reading;

    /** How many bytes have arrived. */
    public long received;
    /** The memory with the bytes that arrived before the match, or null. */
    public MemorySegment stored;
    /** The receive that takes the message, or null. */
    public Receive receive;
    /** Whether a probe has matched the message: it is then kept for a receive of its own. */
    public boolean matched;
    /** Why the rest of the message will not come, if a probe matched it before its sender was lost; or null. */
    public Failure lost;

    Arrival previousInBin;
    Arrival nextInBin;
    Arrival previous;
    Arrival next;

    /** Takes the description of a message of which nothing has arrived. */
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
