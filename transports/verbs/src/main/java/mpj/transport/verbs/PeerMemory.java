package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** RDMA reads of peers' memory. */
final class PeerMemory implements RemoteMemory {
    /** How many may be under way. */
    static final int MOST = 32;
    /** How much one moves at most. */
    private static final long PIECE = 1 << 20;
    private static final long KEY_AT = 8;

    private final PeerTable<Connection> connections;
    private final WorkRequests work;
    private final RegistrationCache<Registration> cache;
    private final long threshold;

    private final long[] cookies = new long[MOST];
    private final Connection[] sources = new Connection[MOST];
    private final int[] free = new int[MOST];
    private int freeCount;

    PeerMemory(Device device, PeerTable<Connection> connections, WorkRequests work, long threshold) {
        this.connections = connections;
        this.work = work;
        this.threshold = threshold;
        cache = new RegistrationCache<>(memory -> device.register(memory,
            verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_READ()), Registration::close);
        for (int i = MOST - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    /** Memory in use; the registration outlives it in the cache. */
    private final class Region implements MemoryRegion {
        private final RegistrationCache.Entry<Registration> entry;

        Region(RegistrationCache.Entry<Registration> entry) {
            this.entry = entry;
        }

        @Override
        public void key(MemorySegment packet, long offset) {
            packet.set(LONG, offset, entry.memory().address());
            packet.set(LONG, offset + KEY_AT, entry.registration().remoteKey());
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
        return PIECE;
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
        Connection source = connections.get(peer);
        // One slot stays free for the word: without it the peer may lack the credit to send what ends the reads.
        if (freeCount == 0 || !source.isOpen() || source.slots().free() < 2) {
            return false;
        }
        int place = free[freeCount - 1];
        RegistrationCache.Entry<Registration> entry = ((Region) local).entry;
        int errno = work.read(source.queuePair().address(), Work.id(Work.READ, peer, place),
            entry.memory().address() + offset, (int) bytes, entry.registration().localKey(),
            key.get(LONG, keyAt) + offset, (int) key.get(LONG, keyAt + KEY_AT));
        if (errno != 0) {
            throw new TransportException("transport verbs: reading the memory of rank " + peer + ": "
                + Libibverbs.error(errno));
        }
        source.slots().posted(true);
        freeCount--;
        cookies[place] = cookie;
        sources[place] = source;
        return true;
    }

    /** A read has ended; {@code cause} is null if it went well. */
    void ended(int place, TransportException cause, PacketHandler handler) {
        Connection source = sources[place];
        free[freeCount++] = place;
        if (source != null) {
            sources[place] = null;
            handler.completed(cookies[place], cause);
        }
    }

    /** Ends the reads from a peer that is lost. Their places stay taken until the device has done with them. */
    void lost(Connection source, PacketHandler handler) {
        for (int place = 0; place < MOST; place++) {
            if (sources[place] == source) {
                sources[place] = null;
                handler.completed(cookies[place], new TransportException(
                    "transport verbs: reading the memory of rank " + source.peer() + ": the peer is lost"));
            }
        }
    }

    void close() {
        cache.close();
    }
}
