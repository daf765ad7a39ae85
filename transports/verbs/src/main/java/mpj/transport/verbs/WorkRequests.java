package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_recv_wr;
import mpj.bindings.verbs.ibv_send_wr;
import mpj.bindings.verbs.ibv_sge;
import mpj.bindings.verbs.verbs_h;

/**
 * Posts work by filling in one work request. The device has read the request when the call returns. Each call returns 0
 * or an errno.
 */
final class WorkRequests {
    static final int SIGNALED = verbs_h.IBV_SEND_SIGNALED();
    static final int INLINE = verbs_h.IBV_SEND_INLINE();

    private final DataCalls calls;
    private final MemorySegment send;
    private final MemorySegment sendPiece;
    private final MemorySegment rdma;
    private final MemorySegment datagram;
    private final MemorySegment receive;
    private final MemorySegment receivePiece;
    private final MemorySegment refused;

    WorkRequests(DataCalls calls, Arena arena) {
        this.calls = calls;
        send = ibv_send_wr.allocate(arena);
        sendPiece = ibv_sge.allocate(arena);
        rdma = ibv_send_wr.wr.rdma(ibv_send_wr.wr(send));
        datagram = ibv_send_wr.wr.ud(ibv_send_wr.wr(send));
        receive = ibv_recv_wr.allocate(arena);
        receivePiece = ibv_sge.allocate(arena);
        refused = arena.allocate(verbs_h.C_POINTER);
        ibv_send_wr.sg_list(send, sendPiece);
        ibv_recv_wr.sg_list(receive, receivePiece);
        ibv_recv_wr.num_sge(receive, 1);
    }

    /**
     * Sends a packet.
     *
     * @param self the number by which the peer knows this process; it is the immediate data of the packet
     */
    int send(long queuePair, long id, int self, long address, int bytes, int key, int flags) {
        ibv_send_wr.imm_data(send, self);
        return post(queuePair, id, verbs_h.IBV_WR_SEND_WITH_IMM(), address, bytes, key, flags);
    }

    /** Writes a peer's memory. */
    int write(long queuePair, long id, long address, int bytes, int key, long remoteAddress, int remoteKey, int flags) {
        ibv_send_wr.wr.rdma.remote_addr(rdma, remoteAddress);
        ibv_send_wr.wr.rdma.rkey(rdma, remoteKey);
        return post(queuePair, id, verbs_h.IBV_WR_RDMA_WRITE(), address, bytes, key, flags);
    }

    /** Reads a peer's memory. */
    int read(long queuePair, long id, long address, int bytes, int key, long remoteAddress, int remoteKey) {
        ibv_send_wr.wr.rdma.remote_addr(rdma, remoteAddress);
        ibv_send_wr.wr.rdma.rkey(rdma, remoteKey);
        return post(queuePair, id, verbs_h.IBV_WR_RDMA_READ(), address, bytes, key, SIGNALED);
    }

    /** Sends a datagram. */
    int sendDatagram(long queuePair, long id, long address, int bytes, int key, MemorySegment route, int to,
                     int datagramKey) {
        ibv_send_wr.wr.ud.ah(datagram, route);
        ibv_send_wr.wr.ud.remote_qpn(datagram, to);
        ibv_send_wr.wr.ud.remote_qkey(datagram, datagramKey);
        return post(queuePair, id, verbs_h.IBV_WR_SEND(), address, bytes, key, SIGNALED);
    }

    private int post(long queuePair, long id, int operation, long address, int bytes, int key, int flags) {
        ibv_send_wr.wr_id(send, id);
        ibv_send_wr.opcode(send, operation);
        ibv_send_wr.send_flags(send, flags);
        ibv_send_wr.num_sge(send, bytes == 0 ? 0 : 1);
        setPiece(sendPiece, address, bytes, key);
        return calls.postSend(queuePair, send.address(), refused.address());
    }

    /** Gives a buffer to a shared receive queue. */
    int receiveShared(long queue, long id, long address, int bytes, int key) {
        ibv_recv_wr.wr_id(receive, id);
        setPiece(receivePiece, address, bytes, key);
        return calls.postSharedReceive(queue, receive.address(), refused.address());
    }

    /** Gives a buffer to the receive queue of one queue pair. */
    int receive(long queuePair, long id, long address, int bytes, int key) {
        ibv_recv_wr.wr_id(receive, id);
        setPiece(receivePiece, address, bytes, key);
        return calls.postReceive(queuePair, receive.address(), refused.address());
    }

    private static void setPiece(MemorySegment piece, long address, int bytes, int key) {
        piece.set(PacketLayout.LONG, ibv_sge.addr$offset(), address);
        ibv_sge.length(piece, bytes);
        ibv_sge.lkey(piece, key);
    }
}
