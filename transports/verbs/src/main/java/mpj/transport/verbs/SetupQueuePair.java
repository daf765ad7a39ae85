package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import mpj.bindings.verbs.ibv_ah_attr;
import mpj.bindings.verbs.ibv_qp;
import mpj.bindings.verbs.ibv_qp_attr;
import mpj.bindings.verbs.ibv_qp_cap;
import mpj.bindings.verbs.ibv_qp_init_attr;
import mpj.bindings.verbs.verbs_h;

/**
 * The unreliable datagram queue pair for {@link SetupMessage}s. It completes in the same queue as all other work, so a
 * request wakes a sleeper. Lost messages are sent again.
 */
final class SetupQueuePair implements AutoCloseable {
    private static final int RECEIVES = 64;
    private static final int SENDS = 32;
    /** The bytes that the device leaves before a datagram, for its global route header. */
    private static final int ROUTE_HEADER_BYTES = 40;
    private static final int BUFFER_BYTES = 256;

    private final Device device;
    private final WorkRequests work;
    private final int key;
    private final MemorySegment memory;
    private final Registration registration;
    private final MemorySegment queuePair;
    private final Map<Integer, MemorySegment> routes = new HashMap<>();
    private final int[] free = new int[SENDS];
    private int freeCount;

    SetupQueuePair(Device device, WorkRequests work, CompletionQueue completions, byte[] secret, Arena arena) {
        this.device = device;
        this.work = work;
        key = SetupMessage.key(secret);
        memory = arena.allocate((long) (RECEIVES + SENDS) * BUFFER_BYTES, 64);
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE());
        queuePair = create(completions);
        activate();
        for (int i = 0; i < RECEIVES; i++) {
            give(i);
        }
        for (int i = 0; i < SENDS; i++) {
            free[freeCount++] = RECEIVES + i;
        }
    }

    private MemorySegment create(CompletionQueue completions) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = ibv_qp_init_attr.allocate(arena);
            ibv_qp_init_attr.send_cq(wanted, completions.queue());
            ibv_qp_init_attr.recv_cq(wanted, completions.queue());
            ibv_qp_init_attr.qp_type(wanted, verbs_h.IBV_QPT_UD());
            MemorySegment capacity = ibv_qp_init_attr.cap(wanted);
            ibv_qp_cap.max_send_wr(capacity, SENDS);
            ibv_qp_cap.max_recv_wr(capacity, RECEIVES);
            ibv_qp_cap.max_send_sge(capacity, 1);
            ibv_qp_cap.max_recv_sge(capacity, 1);
            MemorySegment made = verbs_h.ibv_create_qp(device.domain(), wanted);
            device.require(made, "an unreliable datagram queue pair (ibv_create_qp)");
            return made;
        }
    }

    private void activate() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = ibv_qp_attr.allocate(arena);
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_INIT());
            ibv_qp_attr.port_num(attributes, (byte) device.port().number());
            ibv_qp_attr.qkey(attributes, key);
            modify(attributes, verbs_h.IBV_QP_STATE() | verbs_h.IBV_QP_PKEY_INDEX() | verbs_h.IBV_QP_PORT()
                | verbs_h.IBV_QP_QKEY());
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_RTR());
            modify(attributes, verbs_h.IBV_QP_STATE());
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_RTS());
            modify(attributes, verbs_h.IBV_QP_STATE() | verbs_h.IBV_QP_SQ_PSN());
        }
    }

    private void modify(MemorySegment attributes, int mask) {
        device.check(verbs_h.ibv_modify_qp(queuePair, attributes, mask), "ibv_modify_qp of the set-up queue pair");
    }

    int number() {
        return ibv_qp.qp_num(queuePair);
    }

    /** The key that datagrams to this queue pair must carry. */
    int key() {
        return key;
    }

    private void give(int buffer) {
        device.check(work.receive(queuePair.address(), Work.id(Work.SETUP_RECEIVE, 0, buffer),
            memory.address() + (long) buffer * BUFFER_BYTES, BUFFER_BYTES, registration.localKey()), "ibv_post_recv");
    }

    /**
     * Sends a message. If too many are under way, it does not.
     *
     * @param peer the index of the peer
     * @param message the message, encoded
     */
    void send(int peer, PeerAddress to, byte[] message) {
        if (freeCount == 0) {
            return;
        }
        int buffer = free[freeCount - 1];
        long offset = (long) buffer * BUFFER_BYTES;
        MemorySegment.copy(message, 0, memory, ValueLayout.JAVA_BYTE, offset, message.length);
        int errno = work.sendDatagram(queuePair.address(), Work.id(Work.SETUP_SEND, peer, buffer),
            memory.address() + offset, message.length, registration.localKey(), route(peer, to),
            to.setupQueuePair(), to.setupKey());
        if (errno == 0) {
            freeCount--;
        }
    }

    private MemorySegment route(int peer, PeerAddress to) {
        return routes.computeIfAbsent(peer, _ -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attributes = ibv_ah_attr.allocate(arena);
                device.port().route(to, attributes);
                MemorySegment made = verbs_h.ibv_create_ah(device.domain(), attributes);
                device.require(made, "a way to peer " + peer + " (ibv_create_ah); is there a route to its address?");
                return made;
            }
        });
    }

    void sent(int buffer) {
        free[freeCount++] = buffer;
    }

    /** Takes the datagram that has come. It may come from anyone. */
    byte[] received(int buffer, int length) {
        long offset = (long) buffer * BUFFER_BYTES;
        byte[] bytes = length <= ROUTE_HEADER_BYTES ? new byte[0]
            : memory.asSlice(offset + ROUTE_HEADER_BYTES, length - ROUTE_HEADER_BYTES).toArray(ValueLayout.JAVA_BYTE);
        give(buffer);
        return bytes;
    }

    @Override
    public void close() {
        verbs_h.ibv_destroy_qp(queuePair);
        routes.values().forEach(verbs_h::ibv_destroy_ah);
        registration.close();
    }
}
