package mpj.engine.library;

import mpj.transport.spi.LibraryStatus;

/** A status of a library in memory. */
final class MemoryStatus implements LibraryStatus {
    private int source;
    private int tag;
    private long bytes;
    private boolean cancelled;
    /** The receive that waits with this status, or was the last to wait with it. */
    private volatile MemoryRequest waiting;

    void fill(int fromSource, int withTag, long size, boolean isCancelled) {
        source = fromSource;
        tag = withTag;
        bytes = size;
        cancelled = isCancelled;
    }

    void waiting(MemoryRequest request) {
        waiting = request;
    }

    MemoryRequest waiting() {
        return waiting;
    }

    @Override
    public int source() {
        return source;
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }
}
