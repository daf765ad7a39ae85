package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;

/** A payload that comes by itself, in a tagged message. A channel uses its one again and again. */
final class TaggedPayload {
    static final int NOWHERE = -1;

    private Connection sender;
    /** Of the receive that is posted for it. */
    private int context = NOWHERE;
    private long envelope;
    private long header;
    private long bytes;
    private long tag;
    private MemorySegment place;
    private boolean stored;

    /** Takes what its packet says of it. */
    void begin(Connection sender, long envelope, long header, long bytes, long tag) {
        this.sender = sender;
        this.envelope = envelope;
        this.header = header;
        this.bytes = bytes;
        this.tag = tag;
    }

    /** From whom it comes. */
    Connection sender() {
        return sender;
    }

    /** What tells the receive that is posted for it, or {@link #NOWHERE}. */
    int context() {
        return context;
    }

    void context(int number) {
        context = number;
    }

    boolean isExpected() {
        return bytes > 0;
    }

    long envelope() {
        return envelope;
    }

    long header() {
        return header;
    }

    long bytes() {
        return bytes;
    }

    long tag() {
        return tag;
    }

    /** Where it comes to, or null. */
    MemorySegment place() {
        return place;
    }

    /** Whether that is memory of the transport's. */
    boolean isStored() {
        return stored;
    }

    void place(MemorySegment where, boolean isStore) {
        place = where;
        stored = isStore;
    }

    void end() {
        bytes = 0;
        place = null;
        stored = false;
    }
}
