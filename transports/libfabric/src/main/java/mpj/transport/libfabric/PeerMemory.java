package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.device.ReadsUnderWay;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** Reads peers' memory by fi_read. */
final class PeerMemory implements RemoteMemory {
    /** The most reads that may be under way. */
    static final int MOST = 32;
    /** The most bytes that one read moves, if the provider allows as many. */
    static final long PIECE = 4 << 20;
    private static final long BASE_AT = 8;

    private final PeerTable<Connection> connections;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final RegistrationCache<Registrar.Registration> cache;
    private final long threshold;
    private final long maximumRead;

    private final ReadsUnderWay<Connection> reads = new ReadsUnderWay<>(MOST);

    PeerMemory(PeerTable<Connection> connections, DataCalls calls, OperationContexts contexts, int firstContext,
                RegistrationCache<Registrar.Registration> cache, long threshold, long maximumRead) {
        this.connections = connections;
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        this.cache = cache;
        this.threshold = threshold;
        this.maximumRead = maximumRead;
    }

    /** A use of memory. The registration stays in the cache after this use. */
    private final class Region implements MemoryRegion {
        private final RegistrationCache.Entry<Registrar.Registration> entry;

        Region(RegistrationCache.Entry<Registrar.Registration> entry) {
            this.entry = entry;
        }

        @Override
        public void key(MemorySegment packet, long offset) {
            packet.set(LONG, offset, entry.registration().key());
            packet.set(LONG, offset + BASE_AT, entry.registration().base());
        }

        @Override
        public void close() {
            cache.release(entry);
        }
    }

    @Override
    public long threshold() {
        return threshold;
    }

    @Override
    public long maximumRead() {
        return maximumRead;
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        try {
            return new Region(cache.acquire(memory));
        } catch (TransportException e) {
            return null; // the message goes in packets
        }
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes,
                        long cookie) {
        if (reads.isFull()) {
            return false;
        }
        RegistrationCache.Entry<Registrar.Registration> entry = ((Region) local).entry;
        Connection source = connections.get(peer);
        long result = calls.read(entry.memory().address() + offset, bytes, entry.registration().descriptor(),
            source.destination(), key.get(LONG, keyAt + BASE_AT) + offset, key.get(LONG, keyAt),
            contexts.address(firstContext + reads.next()));
        if (result == -libfabric_h.FI_EAGAIN()) {
            return false;
        }
        if (result != 0) {
            throw new TransportException("transport libfabric: fi_read from rank " + peer + ": "
                + Libfabric.error(result));
        }
        reads.begin(source, cookie);
        return true;
    }

    /** Ends a read. {@code cause} is null if the bytes are there. */
    void ended(int context, String cause, PacketHandler handler) {
        int place = context - firstContext;
        Connection source = reads.source(place);
        reads.end(place, cause == null || source == null ? null : failure(source, cause), handler);
    }

    /** Ends the reads from a peer that is lost. */
    void lost(Connection source, PacketHandler handler) {
        reads.lost(source, failure(source, "the peer is lost"), handler);
    }

    private static TransportException failure(Connection source, String cause) {
        return new TransportException("transport libfabric: reading the memory of rank " + source.peer() + ": "
            + cause);
    }
}
