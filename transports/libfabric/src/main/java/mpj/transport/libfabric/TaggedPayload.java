package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;

/** A payload that comes by itself, in a tagged message. A channel has one such object and reuses it. */
final class TaggedPayload {
    static final int NOWHERE = -1;

    private Connection sender;
    /** The context of the receive that is posted for the payload. */
    private int context = NOWHERE;
    private long envelope;
    private long header;
    private long bytes;
    private long tag;
    private MemorySegment place;
    private boolean stored;

    /** Takes the data of the packet that announces the payload. */
    void begin(Connection sender, long envelope, long header, long bytes, long tag) {
        this.sender = sender;
        this.envelope = envelope;
        this.header = header;
        this.bytes = bytes;
        this.tag = tag;
    }

    /** The connection from which the payload comes. */
    Connection sender() {
        return sender;
    }

    /** The context of the receive that is posted for the payload, or {@link #NOWHERE}. */
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

    /** The memory into which the payload comes, or null. */
    MemorySegment place() {
        return place;
    }

    /** Whether that memory belongs to the transport. */
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
