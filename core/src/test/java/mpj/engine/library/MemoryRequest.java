package mpj.engine.library;

import mpj.transport.spi.MessageLibrary;

/** A request to a library in memory: a send or a receive. Guarded by its {@link MemoryLibraries}. */
final class MemoryRequest {
    final boolean sends;
    final int peer;
    final int tag;
    private final long address;
    private final long items;
    private final MemoryDatatype datatype;
    /** What a send has copied of its message; null if it is read when it is matched. */
    private byte[] copy;
    private boolean matched;
    private boolean complete;
    private boolean cancelled;
    private boolean truncated;
    private int source;
    private int matchedTag;
    private long bytes;

    MemoryRequest(boolean sends, long address, long items, MemoryDatatype datatype, int peer, int tag) {
        this.sends = sends;
        this.address = address;
        this.items = items;
        this.datatype = datatype;
        this.peer = peer;
        this.tag = tag;
    }

    long size() {
        return items * datatype.bytes();
    }

    /** Copies the message of a send, which is complete then. */
    void copyOut() {
        copy = datatype.read(address, items);
        complete = true;
    }

    boolean accepts(int fromSource, int withTag) {
        return (peer == MessageLibrary.ANY || peer == fromSource) && (tag == MessageLibrary.ANY || tag == withTag);
    }

    /**
     * Gives a receive the message of a send. Both are complete then. If the receive has no room at all, nobody finds
     * that the message does not fit: Intel MPI 2021.18 is such a library.
     */
    void take(MemoryRequest send, int from) {
        byte[] message = send.copy != null ? send.copy : send.datatype.read(send.address, send.items);
        bytes = Math.min(message.length, size());
        truncated = message.length > bytes && size() > 0;
        datatype.write(address, message, (int) bytes);
        source = from;
        matchedTag = send.tag;
        matched = true;
        complete = true;
        send.matched = true;
        send.complete = true;
    }

    void cancel() {
        cancelled = true;
        complete = true;
    }

    boolean isMatched() {
        return matched;
    }

    boolean isComplete() {
        return complete;
    }

    boolean isCancelled() {
        return cancelled;
    }

    boolean isTruncated() {
        return truncated;
    }

    int source() {
        return source;
    }

    int matchedTag() {
        return matchedTag;
    }

    long bytes() {
        return bytes;
    }
}
