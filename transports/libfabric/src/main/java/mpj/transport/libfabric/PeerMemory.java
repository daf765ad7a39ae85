package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.device.ExposedRegions;
import mpj.transport.device.ReadsUnderWay;
import mpj.transport.device.RegistrationCache;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/** Reads peers' memory by fi_read, and writes it by fi_writemsg. */
final class PeerMemory implements RemoteMemory {
    /** The most reads and writes that may be under way. */
    static final int MOST = 32;
    /** The most bytes that one read or write moves, if the provider allows as many. */
    static final long PIECE = 4 << 20;

    private final PeerTable<Connection> connections;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final RegistrationCache<Registrar.Registration> cache;
    private final Registrar registrar;
    private final PacketSizes sizes;
    private final long maximumRead;
    private final BooleanSupplier confirms;
    /** Null until it is known whether the provider confirms writes. */
    private Boolean writes;
    private final WriteMessage message;
    private final ExposedRegions exposed = new ExposedRegions();
    private final ReadsUnderWay<Connection> underWay = new ReadsUnderWay<>(MOST);

    /**
     * @param confirms whether the provider can report that a write has reached the peer's memory. Asked once, when a
     *     program first wants to know
     */
    PeerMemory(PeerTable<Connection> connections, DataCalls calls, OperationContexts contexts, int firstContext,
               RegistrationCache<Registrar.Registration> cache, Registrar registrar, PacketSizes sizes,
               long maximumRead, BooleanSupplier confirms, Arena arena) {
        this.connections = connections;
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        this.cache = cache;
        this.registrar = registrar;
        this.sizes = sizes;
        this.maximumRead = maximumRead;
        this.confirms = confirms;
        message = new WriteMessage(arena);
    }

    @Override
    public long threshold() {
        return sizes.read();
    }

    @Override
    public long oneSidedThreshold() {
        return sizes.oneSided();
    }

    @Override
    public boolean writes() {
        if (writes == null) {
            writes = confirms.getAsBoolean();
        }
        return writes;
    }

    @Override
    public long maximumRead() {
        return maximumRead;
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
            return exposed.add(registrar.register(memory,
                libfabric_h.FI_REMOTE_READ() | libfabric_h.FI_REMOTE_WRITE()));
        } catch (TransportException e) {
            return null; // operations go in messages
        }
    }

    @Override
    public boolean write(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                         long bytes, long cookie) {
        if (underWay.isFull()) {
            return false;
        }
        RegistrationCache.Entry<?> entry = (RegistrationCache.Entry<?>) local;
        long descriptor = ((Registrar.Registration) entry.registration()).descriptor();
        Connection target = connections.get(peer);
        message.describe(entry.memory().address() + localOffset, bytes, descriptor, target.destination(),
            key.get(LONG, keyAt + Registrar.BASE_AT) + offset, key.get(LONG, keyAt),
            contexts.address(firstContext + underWay.next()));
        return begun("fi_writemsg to", calls.writeMessage(message.address(), WriteMessage.FLAGS), target, cookie);
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                        long bytes, long cookie) {
        if (underWay.isFull()) {
            return false;
        }
        RegistrationCache.Entry<?> entry = (RegistrationCache.Entry<?>) local;
        long descriptor = ((Registrar.Registration) entry.registration()).descriptor();
        Connection source = connections.get(peer);
        return begun("fi_read from", calls.read(entry.memory().address() + localOffset, bytes, descriptor,
            source.destination(), key.get(LONG, keyAt + Registrar.BASE_AT) + offset, key.get(LONG, keyAt),
            contexts.address(firstContext + underWay.next())), source, cookie);
    }

    private boolean begun(String call, long result, Connection peer, long cookie) {
        if (result == -libfabric_h.FI_EAGAIN()) {
            return false;
        }
        if (result != 0) {
            throw new TransportException("transport libfabric: " + call + " rank " + peer.peer() + ": "
                + Libfabric.error(result));
        }
        underWay.begin(peer, cookie);
        return true;
    }

    /** Ends a read or a write. {@code cause} is null if the bytes are there. */
    void ended(int context, String cause, PacketHandler handler) {
        int place = context - firstContext;
        Connection peer = underWay.source(place);
        underWay.end(place, cause == null || peer == null ? null : failure(peer, cause), handler);
    }

    /** Ends the reads and writes of the memory of a peer that is lost. */
    void lost(Connection peer, PacketHandler handler) {
        underWay.lost(peer, failure(peer, "the peer is lost"), handler);
    }

    private static TransportException failure(Connection peer, String cause) {
        return new TransportException("transport libfabric: access to the memory of rank " + peer.peer() + ": "
            + cause);
    }

    /** Whether peers may write memory of this process. Any thread may ask. */
    boolean isExposed() {
        return exposed.any();
    }

    /** Ends what windows that were never freed have exposed. */
    void close() {
        exposed.close();
    }
}
