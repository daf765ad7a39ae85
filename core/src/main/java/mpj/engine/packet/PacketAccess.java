package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.Operation;
import mpj.engine.RemoteAccess;
import mpj.engine.wait.Progress;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;

/** The way to a peer's exposed memory, over the transport that leads to the peer. */
final class PacketAccess implements RemoteAccess {
    /** Until the channel to the peer is open. */
    private static final long UNKNOWN = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final Progress progress;
    private final Destinations destinations;
    private final OpenTransports transports;
    private final RemoteTransfers transfers;
    private final int rank;
    private final MemorySegment key;
    /** Accesses of at least so many bytes are fast. */
    private volatile long threshold = UNKNOWN;
    /**
     * Null if the transport that leads to the peer is not the one that exposes the memory, and until {@link #threshold}
     * is known.
     */
    private RemoteMemory memory;

    PacketAccess(Progress progress, Destinations destinations, OpenTransports transports, RemoteTransfers transfers,
                 int rank, byte[] key) {
        this.progress = progress;
        this.destinations = destinations;
        this.transports = transports;
        this.transfers = transfers;
        this.rank = rank;
        this.key = MemorySegment.ofArray(key);
    }

    @Override
    public boolean suits(long bytes) {
        return bytes >= threshold();
    }

    private long threshold() {
        if (threshold == UNKNOWN) {
            open();
        }
        return threshold;
    }

    private void open() {
        progress.acquire();
        try {
            Destination to = destinations.to(rank);
            boolean leads = to.transport != null
                && transports.name(to.transport).hashCode() == key.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            RemoteMemory remote = leads ? to.remoteMemory() : null;
            memory = remote != null && remote.writes() ? remote : null;
            threshold = memory == null ? NEVER : memory.oneSidedThreshold();
        } finally {
            progress.release();
        }
    }

    @Override
    public Operation write(MemorySegment from, long at) {
        return start(from, at, true);
    }

    @Override
    public Operation read(MemorySegment into, long at) {
        return start(into, at, false);
    }

    private Operation start(MemorySegment local, long at, boolean isWrite) {
        if (threshold() == NEVER || !local.isNative() || !local.scope().isAlive()
            || !local.isAccessibleBy(Thread.currentThread())) {
            return null;
        }
        progress.acquire();
        try {
            destinations.to(rank); // throws if the peer is lost
            MemoryRegion region = isWrite ? memory.register(local) : memory.registerTarget(local);
            if (region == null) {
                return null;
            }
            RemoteTransfer transfer = new RemoteTransfer(transfers, memory, rank,
                key.asSlice(ExposedRegion.REGION_AT), region, isWrite, at, local.byteSize());
            transfers.start(transfer);
            return transfer;
        } finally {
            progress.release();
        }
    }
}
