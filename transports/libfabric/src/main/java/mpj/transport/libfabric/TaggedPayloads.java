package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * Receives payloads that come by themselves (fi_trecv). Over a stream this saves two copies: the payload leaves
 * straight from the sender's memory, and the provider brings it straight to its destination. The packet that announces
 * the payload comes first. Until a receive with the payload's tag is posted, the provider leaves the payload in the
 * stream, together with all that follows it. So every payload is received at once, into memory of the transport if
 * nobody waits for it, and a peer has only one payload under way.
 */
final class TaggedPayloads {
    /** From this size on the second message costs less than the copies. */
    static final long LEAST = 64 << 10;
    static final long MOST = 1 << 20;
    /**
     * The most stores, which hold payloads that nobody waits for. A payload that finds no free store waits in the
     * stream. Payloads that have a store do not wait for the waiting one, so their stores become free.
     */
    private static final int MOST_STORES = 8;
    /**
     * The most payloads that may be received at once. A payload that finds no free context waits in the stream, as for
     * a store.
     */
    static final int MOST_POSTED = 64;

    private final Endpoint endpoint;
    /** Whether the endpoint has tagged messages. Without them, no correct peer announces a payload. */
    private final boolean tags;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final Arena arena;
    private final ArrayDeque<MemorySegment> freeStores = new ArrayDeque<>();
    private int stores;
    private final ArrayDeque<TaggedPayload> unposted = new ArrayDeque<>();
    /** The payloads by context. */
    private final TaggedPayload[] posted = new TaggedPayload[MOST_POSTED];
    private final int[] freeContexts = new int[MOST_POSTED];
    private int freeContextCount;

    /**
     * @param firstContext the first of {@link #MOST_POSTED} contexts
     */
    TaggedPayloads(Endpoint endpoint, DataCalls calls, OperationContexts contexts, int firstContext, Arena arena) {
        this.endpoint = endpoint;
        tags = endpoint.info().has(libfabric_h.FI_TAGGED());
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        this.arena = arena;
        for (int i = MOST_POSTED - 1; i >= 0; i--) {
            freeContexts[freeContextCount++] = firstContext + i;
        }
    }

    /**
     * Whether tagged payloads are useful. Providers other than streams ask before long messages, or copy them, in their
     * own way.
     */
    static boolean suit(FabricInfo info) {
        return info.isStream() && !info.registers(libfabric_h.FI_MR_LOCAL()) && info.takesMessages(MOST);
    }

    /** Whether a provider that requires no registration can use this memory now, on behalf of this thread. */
    static boolean reachable(MemorySegment memory) {
        return memory.isNative() && memory.scope().isAlive() && memory.isAccessibleBy(Thread.currentThread());
    }

    /** Receives a payload that was announced. */
    void receive(TaggedPayload payload, PacketHandler handler) {
        Connection sender = payload.sender();
        int peer = sender.peer();
        if (!tags || payload.bytes() < LEAST || payload.bytes() > MOST) {
            sender.end(new TransportException("transport libfabric: rank " + peer + " announced a payload of "
                + payload.bytes() + " bytes; both ranks need the same version of the library"));
            payload.end();
            return;
        }
        MemorySegment place = handler.destination(peer, payload.envelope(), payload.header(), payload.bytes());
        if (place != null && reachable(place)) {
            payload.place(place, false);
        }
        if (!post(payload)) {
            unposted.addLast(payload);
        }
    }

    /** Whether there are payloads that could not be received yet. */
    boolean areUnposted() {
        return !unposted.isEmpty();
    }

    /** Tries to receive these payloads again. */
    void retry() {
        for (TaggedPayload next = unposted.peekFirst(); next != null && post(next); next = unposted.peekFirst()) {
            unposted.removeFirst();
        }
    }

    /**
     * Posts the receive. Returns false if there is no memory or context for it now, or if the provider's queue is full.
     */
    private boolean post(TaggedPayload payload) {
        if (freeContextCount == 0) {
            return false;
        }
        if (payload.place() == null) {
            MemorySegment store = store();
            if (store == null) {
                return false;
            }
            payload.place(store, true);
        }
        int context = freeContexts[freeContextCount - 1];
        long result = calls.receiveTagged(payload.place().address(), payload.bytes(), payload.tag(),
            contexts.address(context));
        if (PacketSender.refused(result)) {
            return false;
        }
        if (result != 0) {
            payload.sender().end(endpoint.failure("fi_trecv from rank " + payload.sender().peer(), result));
            forget(payload);
            return true;
        }
        freeContextCount--;
        posted[context - firstContext] = payload;
        payload.context(context);
        return true;
    }

    /**
     * Returns the payload whose receive has ended, well or badly. The context is free for another payload afterwards.
     */
    TaggedPayload ended(int context) {
        TaggedPayload payload = posted[context - firstContext];
        posted[context - firstContext] = null;
        freeContexts[freeContextCount++] = context;
        payload.context(TaggedPayload.NOWHERE);
        return payload;
    }

    private MemorySegment store() {
        if (freeStores.isEmpty() && stores < MOST_STORES) {
            stores++;
            return arena.allocate(MOST, 64);
        }
        return freeStores.pollLast();
    }

    /** Hands over a payload that has arrived. */
    void hand(TaggedPayload payload, PacketHandler handler) {
        int peer = payload.sender().peer();
        try {
            if (payload.isStored()) {
                handler.packet(peer, payload.envelope(), payload.header(), payload.place(), 0, payload.bytes());
            } else {
                handler.arrived(peer, payload.envelope(), payload.header(), payload.bytes());
            }
        } finally {
            forget(payload);
        }
    }

    /**
     * Gives up the receive of a payload whose sender is lost, so that the program has its memory back. A receive that
     * has begun ends with the connection.
     */
    void abandon(TaggedPayload payload) {
        if (unposted.remove(payload)) {
            forget(payload);
        } else if (payload.context() != TaggedPayload.NOWHERE) {
            endpoint.cancel(contexts.address(payload.context()));
        }
    }

    /** Gives a payload's memory back. */
    void forget(TaggedPayload payload) {
        if (payload.isStored()) {
            freeStores.addLast(payload.place());
        }
        payload.end();
    }
}
