package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * Receives payloads that come by themselves (fi_trecv). Over a stream a payload that leaves the sender's memory in
 * place, and that the provider brings straight to where it belongs, saves two copies. Its packet comes first; until a
 * receive with its tag is posted the provider leaves the payload in the stream, and all that follows it. So every
 * payload is received at once, into memory of the transport's if nobody waits for it, and a peer has but one under way.
 */
final class TaggedPayloads {
    /** From here on the second message costs less than the copies. */
    static final long LEAST = 64 << 10;
    static final long MOST = 1 << 20;
    /** A payload that finds none free waits in the stream. Those that have one do not wait for it, so they end. */
    private static final int MOST_STORES = 8;
    /** How many may be received at once. One that finds no context free waits in the stream, as for a store. */
    static final int MOST_POSTED = 64;

    private final Endpoint endpoint;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final Arena arena;
    private final ArrayDeque<MemorySegment> freeStores = new ArrayDeque<>();
    private int stores;
    private final ArrayDeque<TaggedPayload> unposted = new ArrayDeque<>();
    /** By context. */
    private final TaggedPayload[] posted = new TaggedPayload[MOST_POSTED];
    private final int[] freeContexts = new int[MOST_POSTED];
    private int freeContextCount;

    /** @param firstContext the first of {@link #MOST_POSTED} */
    TaggedPayloads(Endpoint endpoint, DataCalls calls, OperationContexts contexts, int firstContext, Arena arena) {
        this.endpoint = endpoint;
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        this.arena = arena;
        for (int i = MOST_POSTED - 1; i >= 0; i--) {
            freeContexts[freeContextCount++] = firstContext + i;
        }
    }

    /** Whether they are of use: other providers than streams ask for long messages, or copy them, in their own way. */
    static boolean suit(FabricInfo info) {
        return info.isStream() && !info.registers(libfabric_h.FI_MR_LOCAL()) && info.takesMessages(MOST);
    }

    /** Whether a provider that asks for no registration can use memory, now and on this thread's account. */
    static boolean reachable(MemorySegment memory) {
        return memory.isNative() && memory.scope().isAlive() && memory.isAccessibleBy(Thread.currentThread());
    }

    /** Receives a payload that was announced. */
    void receive(TaggedPayload payload, PacketHandler handler) {
        Connection sender = payload.sender();
        int peer = sender.peer();
        if (payload.bytes() < LEAST || payload.bytes() > MOST) {
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

    /** Whether any could not be received yet. */
    boolean areUnposted() {
        return !unposted.isEmpty();
    }

    /** Tries again. */
    void retry() {
        for (TaggedPayload next = unposted.peekFirst(); next != null && post(next); next = unposted.peekFirst()) {
            unposted.removeFirst();
        }
    }

    /** False if there is no memory or context for it now, or the provider's queue is full. */
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

    /** The payload whose receive has ended, well or not. Its context may be another's now. */
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

    /** Hands a payload over that has arrived. */
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
     * Gives up the receive of a payload whose sender is lost, so that its memory is the program's again. A receive that
     * has begun ends with the connection.
     */
    void abandon(TaggedPayload payload) {
        if (unposted.remove(payload)) {
            forget(payload);
        } else if (payload.context() != TaggedPayload.NOWHERE) {
            endpoint.cancel(contexts.address(payload.context()));
        }
    }

    /** Gives up a payload's memory. */
    void forget(TaggedPayload payload) {
        if (payload.isStored()) {
            freeStores.addLast(payload.place());
        }
        payload.end();
    }
}
