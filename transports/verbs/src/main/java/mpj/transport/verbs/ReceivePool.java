package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_srq_attr;
import mpj.bindings.verbs.ibv_srq_init_attr;
import mpj.bindings.verbs.verbs_h;

/** The registered buffers into which the packets of all peers arrive, and the queue that holds them. */
final class ReceivePool implements AutoCloseable {
    private final Device device;
    private final WorkRequests work;
    private final int packet;
    private final MemorySegment memory;
    private final long address;
    private final Registration registration;
    private final int key;
    private final MemorySegment queue;
    private final long queueAddress;

    /**
     * @param count the number of buffers
     * @param packet the largest packet, in bytes, header included
     */
    ReceivePool(Device device, WorkRequests work, int count, int packet, Arena arena) {
        this.device = device;
        this.work = work;
        this.packet = packet;
        memory = arena.allocate((long) count * packet, 64);
        address = memory.address();
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE());
        key = registration.localKey();
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment wanted = ibv_srq_init_attr.allocate(scratch);
            ibv_srq_attr.max_wr(ibv_srq_init_attr.attr(wanted), count);
            ibv_srq_attr.max_sge(ibv_srq_init_attr.attr(wanted), 1);
            queue = verbs_h.ibv_create_srq(device.domain(), wanted);
        }
        if (queue.equals(MemorySegment.NULL)) {
            registration.close();
        }
        device.require(queue, "a shared receive queue of " + count + " entries (ibv_create_srq;"
            + " -Dmpj.verbs.receives= makes it smaller)");
        queueAddress = queue.address();
        for (int i = 0; i < count; i++) {
            give(i);
        }
    }

    MemorySegment queue() {
        return queue;
    }

    MemorySegment memory() {
        return memory;
    }

    /** The place where a buffer starts in the memory. */
    long offset(int buffer) {
        return (long) buffer * packet;
    }

    /** Gives a buffer back to the device. */
    void give(int buffer) {
        int errno = work.receiveShared(queueAddress, Work.id(Work.RECEIVE, 0, buffer), address + offset(buffer), packet,
            key);
        if (errno != 0) {
            device.check(errno, "ibv_post_srq_recv");
        }
    }

    @Override
    public void close() {
        verbs_h.ibv_destroy_srq(queue);
        registration.close();
    }
}
