package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;
import mpj.watch.RankWatch;

/** Remote memory whose registrations are watched. */
final class WatchedMemory implements RemoteMemory {
    private final RemoteMemory to;
    private final String transport;
    private final RankWatch watch;

    WatchedMemory(RemoteMemory to, String transport, RankWatch watch) {
        this.to = to;
        this.transport = transport;
        this.watch = watch;
    }

    @Override
    public long threshold() {
        return to.threshold();
    }

    @Override
    public boolean takesArrays() {
        return to.takesArrays();
    }

    @Override
    public long maximumRead() {
        return to.maximumRead();
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        long start = System.nanoTime();
        MemoryRegion region = to.register(memory);
        watch.registered(transport, memory.byteSize(), System.nanoTime() - start, region == null);
        return region;
    }

    @Override
    public boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment local) {
        return to.copy(peer, key, keyAt, local);
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes,
                        long cookie) {
        return to.read(peer, key, keyAt, local, offset, bytes, cookie);
    }
}
