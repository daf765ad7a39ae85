package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_device_attr;
import mpj.bindings.verbs.ibv_qp;
import mpj.bindings.verbs.ibv_qp_attr;
import mpj.bindings.verbs.ibv_qp_cap;
import mpj.bindings.verbs.ibv_qp_init_attr;
import mpj.bindings.verbs.verbs_h;

/** A reliable connected queue pair, from its creation to its end. */
final class QueuePair implements AutoCloseable {
    /** The size of the send queue. */
    static final int DEPTH = 64;
    private static final int MOST_READS = 16;
    /** The sizes of inline data that are requested, in this order. A device with less room refuses. */
    private static final int[] INLINE_SIZES = {256, 128, 64, 28, 0};
    /**
     * The time limit of an acknowledgement is 4.096 µs times two to this power, 1.07 s. With this number of retries, a
     * peer that is gone is noticed within 10 s. The field has room for seven retries, but with seven Linux's software
     * RDMA would never give up.
     */
    private static final byte ACKNOWLEDGE_TIMEOUT = 18;
    private static final byte RETRIES = 6;
    /**
     * Retries without limit. Credits keep the receive queue from running empty, and the device's own use of this
     * mechanism is no error either.
     */
    private static final byte RECEIVER_NOT_READY_RETRIES = 7;
    /** 0.64 ms, in the specification's encoding. */
    private static final byte RECEIVER_NOT_READY_TIMER = 12;

    private final Device device;
    private final MemorySegment queuePair;
    private final int inlineBytes;

    QueuePair(Device device, MemorySegment completions, MemorySegment receives) {
        this.device = device;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = ibv_qp_init_attr.allocate(arena);
            ibv_qp_init_attr.send_cq(wanted, completions);
            ibv_qp_init_attr.recv_cq(wanted, completions);
            ibv_qp_init_attr.srq(wanted, receives);
            ibv_qp_init_attr.qp_type(wanted, verbs_h.IBV_QPT_RC());
            MemorySegment made = MemorySegment.NULL;
            MemorySegment capacity = ibv_qp_init_attr.cap(wanted);
            int bytes = 0;
            for (int i = 0; i < INLINE_SIZES.length && made.equals(MemorySegment.NULL); i++) {
                bytes = INLINE_SIZES[i];
                ibv_qp_cap.max_send_wr(capacity, DEPTH);
                ibv_qp_cap.max_send_sge(capacity, 1);
                ibv_qp_cap.max_inline_data(capacity, bytes);
                made = verbs_h.ibv_create_qp(device.domain(), wanted);
            }
            device.require(made, "a reliable connected queue pair of " + DEPTH + " sends (ibv_create_qp)");
            queuePair = made;
            inlineBytes = bytes;
        }
        try {
            initialize();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void initialize() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = ibv_qp_attr.allocate(arena);
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_INIT());
            ibv_qp_attr.port_num(attributes, (byte) device.port().number());
            ibv_qp_attr.qp_access_flags(attributes,
                verbs_h.IBV_ACCESS_REMOTE_WRITE() | verbs_h.IBV_ACCESS_REMOTE_READ());
            modify(attributes, verbs_h.IBV_QP_STATE() | verbs_h.IBV_QP_PKEY_INDEX() | verbs_h.IBV_QP_PORT()
                | verbs_h.IBV_QP_ACCESS_FLAGS(), "INIT");
        }
    }

    /** Connects to the peer's queue pair. From now on this queue pair receives packets and may send. */
    void connect(int firstPacket, SetupMessage peer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = ibv_qp_attr.allocate(arena);
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_RTR());
            ibv_qp_attr.path_mtu(attributes, Math.min(device.port().mtu(), peer.address().mtu()));
            ibv_qp_attr.dest_qp_num(attributes, peer.queuePair());
            ibv_qp_attr.rq_psn(attributes, peer.firstPacket());
            ibv_qp_attr.max_dest_rd_atomic(attributes, (byte) readsAnswered(device));
            ibv_qp_attr.min_rnr_timer(attributes, RECEIVER_NOT_READY_TIMER);
            device.port().route(peer.address(), ibv_qp_attr.ah_attr(attributes));
            modify(attributes, verbs_h.IBV_QP_STATE() | verbs_h.IBV_QP_AV() | verbs_h.IBV_QP_PATH_MTU()
                | verbs_h.IBV_QP_DEST_QPN() | verbs_h.IBV_QP_RQ_PSN() | verbs_h.IBV_QP_MAX_DEST_RD_ATOMIC()
                | verbs_h.IBV_QP_MIN_RNR_TIMER(), "RTR");
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_RTS());
            ibv_qp_attr.sq_psn(attributes, firstPacket);
            ibv_qp_attr.timeout(attributes, ACKNOWLEDGE_TIMEOUT);
            ibv_qp_attr.retry_cnt(attributes, RETRIES);
            ibv_qp_attr.rnr_retry(attributes, RECEIVER_NOT_READY_RETRIES);
            ibv_qp_attr.max_rd_atomic(attributes, (byte) Math.min(peer.reads(),
                Math.min(MOST_READS, ibv_device_attr.max_qp_init_rd_atom(device.attributes()))));
            modify(attributes, verbs_h.IBV_QP_STATE() | verbs_h.IBV_QP_SQ_PSN() | verbs_h.IBV_QP_TIMEOUT()
                | verbs_h.IBV_QP_RETRY_CNT() | verbs_h.IBV_QP_RNR_RETRY() | verbs_h.IBV_QP_MAX_QP_RD_ATOMIC(), "RTS");
        }
    }

    /** The number of reads of one peer that are answered at once. */
    static int readsAnswered(Device device) {
        return Math.min(MOST_READS, ibv_device_attr.max_qp_rd_atom(device.attributes()));
    }

    /** Ends all work that is under way with errors. */
    void fail() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = ibv_qp_attr.allocate(arena);
            ibv_qp_attr.qp_state(attributes, verbs_h.IBV_QPS_ERR());
            verbs_h.ibv_modify_qp(queuePair, attributes, verbs_h.IBV_QP_STATE());
        }
    }

    private void modify(MemorySegment attributes, int mask, String state) {
        device.check(verbs_h.ibv_modify_qp(queuePair, attributes, mask), "ibv_modify_qp to state " + state);
    }

    int number() {
        return ibv_qp.qp_num(queuePair);
    }

    /** The address of the {@code ibv_qp}. */
    long address() {
        return queuePair.address();
    }

    /** The largest packet that the device copies together with the request. */
    int inlineBytes() {
        return inlineBytes;
    }

    @Override
    public void close() {
        verbs_h.ibv_destroy_qp(queuePair);
    }
}
