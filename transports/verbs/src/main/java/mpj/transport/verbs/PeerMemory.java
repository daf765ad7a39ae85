package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.device.ReadsUnderWay;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** Reads peers' memory by RDMA. */
final class PeerMemory implements RemoteMemory {
    /** The most reads that may be under way. */
    static final int MOST = 32;
    /** The most bytes that one read moves. */
    private static final long PIECE = 1 << 20;
    private static final long KEY_AT = 8;

    private final PeerTable<Connection> connections;
    private final WorkRequests work;
    private final RegistrationCache<Registration> cache;
    private final long threshold;

    private final ReadsUnderWay<Connection> reads = new ReadsUnderWay<>(MOST);

    PeerMemory(Device device, PeerTable<Connection> connections, WorkRequests work, long threshold) {
        this.connections = connections;
        this.work = work;
        this.threshold = threshold;
        cache = new RegistrationCache<>(memory -> device.register(memory,
            verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_READ()), Registration::close);
    }

    /** A use of memory. The registration stays in the cache after this use. */
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
        // One slot stays free for the word. Without the word the peer may lack the credit for the packet that ends the
        // reads.
        if (reads.isFull() || !source.isOpen() || source.slots().free() < 2) {
            return false;
        }
        RegistrationCache.Entry<Registration> entry = ((Region) local).entry;
        int errno = work.read(source.queuePair().address(), Work.id(Work.READ, peer, reads.next()),
            entry.memory().address() + offset, (int) bytes, entry.registration().localKey(),
            key.get(LONG, keyAt) + offset, (int) key.get(LONG, keyAt + KEY_AT));
        if (errno != 0) {
            throw new TransportException("transport verbs: reading the memory of " + source.name() + ": "
                + Libibverbs.error(errno));
        }
        source.slots().posted(true);
        reads.begin(source, cookie);
        return true;
    }

    /** Ends a read. {@code cause} is null if the bytes are there. */
    void ended(int place, TransportException cause, PacketHandler handler) {
        reads.end(place, cause, handler);
    }

    /** Ends the reads from a peer that is lost. */
    void lost(Connection source, PacketHandler handler) {
        reads.lost(source, new TransportException(
            "transport verbs: reading the memory of " + source.name() + ": the peer is lost"), handler);
    }

    void close() {
        cache.close();
    }
}
