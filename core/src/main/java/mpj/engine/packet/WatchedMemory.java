package mpj.engine.packet;

import java.lang.foreign.Arena;
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
    public boolean readsEarly() {
        return to.readsEarly();
    }

    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
        return to.allocate(bytes, arena);
    }

    @Override
    public boolean takesArrays() {
        return to.takesArrays();
    }

    @Override
    public boolean fillsArrays() {
        return to.fillsArrays();
    }

    @Override
    public long maximumRead() {
        return to.maximumRead();
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        long start = System.nanoTime();
        return tell(memory, start, to.register(memory));
    }

    @Override
    public MemoryRegion registerTarget(MemorySegment memory) {
        long start = System.nanoTime();
        return tell(memory, start, to.registerTarget(memory));
    }

    @Override
    public boolean writes() {
        return to.writes();
    }

    @Override
    public long oneSidedThreshold() {
        return to.oneSidedThreshold();
    }

    @Override
    public MemoryRegion expose(MemorySegment memory) {
        long start = System.nanoTime();
        return tell(memory, start, to.expose(memory));
    }

    private MemoryRegion tell(MemorySegment memory, long start, MemoryRegion region) {
        watch.registered(transport, memory.byteSize(), System.nanoTime() - start, region == null);
        return region;
    }

    @Override
    public boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment local) {
        return to.copy(peer, key, keyAt, local);
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                        long bytes, long cookie) {
        return to.read(peer, key, keyAt, offset, local, localOffset, bytes, cookie);
    }

    @Override
    public boolean write(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                         long bytes, long cookie) {
        return to.write(peer, key, keyAt, offset, local, localOffset, bytes, cookie);
    }
}
