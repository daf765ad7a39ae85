package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** Reads of peers' memory (fi_read). */
final class PeerMemory implements RemoteMemory {
    /** How many may be under way. */
    static final int MOST = 32;
    /** How much one moves at most, if the provider allows so much. */
    static final long PIECE = 4 << 20;
    private static final long BASE_AT = 8;

    private final PeerTable<Connection> connections;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final RegistrationCache<Registrar.Registration> cache;
    private final long threshold;
    private final long maximumRead;

    private final long[] cookies = new long[MOST];
    private final Connection[] sources = new Connection[MOST];
    private final int[] free = new int[MOST];
    private int freeCount;

    PeerMemory(PeerTable<Connection> connections, DataCalls calls, OperationContexts contexts, int firstContext,
                RegistrationCache<Registrar.Registration> cache, long threshold, long maximumRead) {
        this.connections = connections;
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        this.cache = cache;
        this.threshold = threshold;
        this.maximumRead = maximumRead;
        for (int i = MOST - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    /** Memory in use; the registration outlives it in the cache. */
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
        if (freeCount == 0) {
            return false;
        }
        int place = free[freeCount - 1];
        RegistrationCache.Entry<Registrar.Registration> entry = ((Region) local).entry;
        Connection source = connections.get(peer);
        long result = calls.read(entry.memory().address() + offset, bytes, entry.registration().descriptor(),
            source.destination(), key.get(LONG, keyAt + BASE_AT) + offset, key.get(LONG, keyAt),
            contexts.address(firstContext + place));
        if (result == -libfabric_h.FI_EAGAIN()) {
            return false;
        }
        freeCount--;
        cookies[place] = cookie;
        sources[place] = source;
        if (result != 0) {
            throw new TransportException("transport libfabric: fi_read from rank " + peer + ": "
                + Libfabric.error(result));
        }
        return true;
    }

    /** A read has ended; {@code cause} is null if it went well. */
    void ended(int context, String cause, PacketHandler handler) {
        int place = context - firstContext;
        Connection source = sources[place];
        free[freeCount++] = place;
        if (source == null) {
            return; // told when its peer was lost
        }
        sources[place] = null;
        handler.completed(cookies[place], cause == null ? null : failure(source, cause));
    }

    /** Ends the reads from a peer that is lost. Their places stay taken until the provider has done with them. */
    void lost(Connection source, PacketHandler handler) {
        for (int place = 0; place < MOST; place++) {
            if (sources[place] == source) {
                sources[place] = null;
                handler.completed(cookies[place], failure(source, "the peer is lost"));
            }
        }
    }

    private static TransportException failure(Connection source, String cause) {
        return new TransportException("transport libfabric: reading the memory of rank " + source.peer() + ": "
            + cause);
    }
}
