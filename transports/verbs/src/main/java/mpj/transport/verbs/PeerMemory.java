package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.device.ExposedRegions;
import mpj.transport.device.ReadsUnderWay;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Reads and writes peers' memory by RDMA.
 *
 * <p>A write completes when the peer's device has the bytes, which may then still be on their way to the memory. So
 * behind each write the last byte is read back. The queue pair works in order, and the device that answers the read has
 * written its memory before.
 */
final class PeerMemory implements RemoteMemory {
    /** The most reads and writes that may be under way. */
    static final int MOST = 32;
    /** The most bytes that one read or write moves. */
    private static final long PIECE = 1 << 20;

    private final PeerTable<Connection> connections;
    private final WorkRequests work;
    private final RegistrationCache<Registration> cache;
    private final Device device;
    private final VerbsSettings settings;
    /** Where the byte that is read back behind a write goes. Nobody looks at it. */
    private final MemorySegment readBack;
    private final Registration readBackRegistration;
    private final ExposedRegions exposed = new ExposedRegions();

    private final ReadsUnderWay<Connection> underWay = new ReadsUnderWay<>(MOST);

    PeerMemory(Device device, PeerTable<Connection> connections, WorkRequests work, VerbsSettings settings,
               Arena arena) {
        this.device = device;
        this.connections = connections;
        this.work = work;
        this.settings = settings;
        readBack = arena.allocate(Long.BYTES, Long.BYTES);
        readBackRegistration = device.register(readBack, verbs_h.IBV_ACCESS_LOCAL_WRITE());
        cache = new RegistrationCache<>(memory -> device.register(memory,
            verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_READ()));
    }

    @Override
    public long threshold() {
        return settings.read();
    }

    @Override
    public long oneSidedThreshold() {
        return settings.oneSided();
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public long maximumRead() {
        return PIECE;
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        try {
            return cache.acquire(memory);
        } catch (TransportException e) {
            return null; // the message goes in packets
        }
    }

    @Override
    public MemoryRegion expose(MemorySegment memory) {
        try {
            return exposed.add(device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE()
                | verbs_h.IBV_ACCESS_REMOTE_READ() | verbs_h.IBV_ACCESS_REMOTE_WRITE()));
        } catch (TransportException e) {
            return null; // operations go in messages
        }
    }

    @Override
    public boolean write(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                         long bytes, long cookie) {
        Connection target = connections.get(peer);
        if (underWay.isFull() || !target.isOpen() || target.slots().free() < 3) {
            return false;
        }
        RegistrationCache.Entry<?> entry = (RegistrationCache.Entry<?>) local;
        int localKey = ((Registration) entry.registration()).localKey();
        long queuePair = target.queuePair().address();
        long to = key.get(LONG, keyAt) + offset;
        int remoteKey = (int) key.get(LONG, keyAt + Registration.KEY_AT);
        check(target, "writing", work.write(queuePair, Work.id(Work.WRITE, peer, 0),
            entry.memory().address() + localOffset, (int) bytes, localKey, to, remoteKey, 0));
        target.slots().posted(false);
        int errno = work.read(queuePair, Work.id(Work.READ, peer, underWay.next()), readBack.address(), 1,
            readBackRegistration.localKey(), to + bytes - 1, remoteKey);
        if (errno != 0) {
            target.refused(Work.WRITE, errno); // the write is under way, and nothing would report its end
        }
        check(target, "writing", errno);
        target.slots().posted(true);
        underWay.begin(target, cookie);
        return true;
    }

    private static void check(Connection peer, String work, int errno) {
        if (errno != 0) {
            throw new TransportException("transport verbs: " + work + " the memory of " + peer.name() + ": "
                + Libibverbs.error(errno));
        }
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                        long bytes, long cookie) {
        Connection source = connections.get(peer);
        // One slot stays free for the word. Without the word the peer may lack the credit for the packet that ends the
        // reads.
        if (underWay.isFull() || !source.isOpen() || source.slots().free() < 2) {
            return false;
        }
        RegistrationCache.Entry<?> entry = (RegistrationCache.Entry<?>) local;
        int localKey = ((Registration) entry.registration()).localKey();
        check(source, "reading", work.read(source.queuePair().address(), Work.id(Work.READ, peer, underWay.next()),
            entry.memory().address() + localOffset, (int) bytes, localKey,
            key.get(LONG, keyAt) + offset, (int) key.get(LONG, keyAt + Registration.KEY_AT)));
        source.slots().posted(true);
        underWay.begin(source, cookie);
        return true;
    }

    /** Ends a read or a write. {@code cause} is null if the bytes are there. */
    void ended(int place, TransportException cause, PacketHandler handler) {
        underWay.end(place, cause, handler);
    }

    /** Ends the reads and writes of the memory of a peer that is lost. */
    void lost(Connection peer, PacketHandler handler) {
        underWay.lost(peer, new TransportException(
            "transport verbs: access to the memory of " + peer.name() + ": the peer is lost"), handler);
    }

    void close() {
        exposed.close();
        readBackRegistration.close();
        cache.close();
    }
}
