package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libc.libc_h;
import mpj.bindings.libc.pollfd;
import mpj.bindings.libc.timespec;
import mpj.bindings.verbs.ibv_comp_channel;
import mpj.bindings.verbs.ibv_wc;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.spi.TransportException;

/** The only queue in which work completes, and the channel that wakes sleepers. */
final class CompletionQueue implements AutoCloseable {
    private static final int BATCH = 16;
    private static final long BYTES = ibv_wc.sizeof();

    private final DataCalls calls;
    private final MemorySegment channel;
    private final MemorySegment queue;
    private final long queueAddress;
    private final MemorySegment entries;
    private final long entriesAddress;
    private final MemorySegment readable;
    private final MemorySegment noTime;
    private final MemorySegment event;
    private int size;
    /** The number of completions that {@link #arm} found. The next {@link #poll} returns them. */
    private int found;

    CompletionQueue(Device device, DataCalls calls, int size, Arena arena) {
        this.calls = calls;
        this.size = size;
        channel = verbs_h.ibv_create_comp_channel(device.context());
        device.require(channel, "a completion channel (ibv_create_comp_channel)");
        queue = verbs_h.ibv_create_cq(device.context(), size, MemorySegment.NULL, channel, 0);
        if (queue.equals(MemorySegment.NULL)) {
            verbs_h.ibv_destroy_comp_channel(channel);
        }
        device.require(queue, "a completion queue of " + size + " entries (ibv_create_cq)");
        queueAddress = queue.address();
        entries = ibv_wc.allocateArray(BATCH, arena);
        entriesAddress = entries.address();
        readable = pollfd.allocate(arena);
        noTime = timespec.allocate(arena);
        event = arena.allocate(verbs_h.C_POINTER, 2);
    }

    MemorySegment queue() {
        return queue;
    }

    /**
     * Makes room for more work.
     *
     * @throws TransportException when the device cannot do this
     */
    void grow(int more) {
        int errno = Libibverbs.resize(queue, size + more);
        if (errno != 0) {
            throw new TransportException("transport verbs: the device cannot enlarge its completion queue from " + size
                + " to " + (size + more) + " entries for peers of other jobs (ibv_resize_cq): "
                + Libibverbs.error(errno) + "; choose another transport with -Dmpj.transport=NAME");
        }
        size += more;
    }

    int descriptor() {
        return ibv_comp_channel.fd(channel);
    }

    /** Takes completions. Returns their number, or a negative number after a failure. */
    int poll() {
        if (found > 0) {
            int count = found;
            found = 0;
            return count;
        }
        return calls.poll(queueAddress, BATCH, entriesAddress);
    }

    /**
     * Requests that the next completion make the descriptor readable. Returns false if there is a completion already.
     */
    boolean arm() {
        while (isReadable(ibv_comp_channel.fd(channel))) {
            verbs_h.ibv_get_cq_event(channel, event, event.asSlice(verbs_h.C_POINTER.byteSize()));
            verbs_h.ibv_ack_cq_events(queue, 1);
        }
        calls.requestNotice(queueAddress);
        // The device gives no notice of work that completed before the request.
        if (found == 0) {
            found = Math.max(0, calls.poll(queueAddress, BATCH, entriesAddress));
        }
        return found == 0;
    }

    /** Whether a descriptor is readable now. */
    boolean isReadable(int descriptor) {
        pollfd.fd(readable, descriptor);
        pollfd.events(readable, (short) libc_h.POLLIN());
        return libc_h.ppoll(readable, 1, noTime, MemorySegment.NULL) > 0;
    }

    long work(int entry) {
        return entries.get(verbs_h.C_LONG, entry * BYTES + ibv_wc.wr_id$offset());
    }

    int status(int entry) {
        return entries.get(verbs_h.C_INT, entry * BYTES + ibv_wc.status$offset());
    }

    int length(int entry) {
        return entries.get(verbs_h.C_INT, entry * BYTES + ibv_wc.byte_len$offset());
    }

    /** The number of the queue pair that the work belongs to. */
    int queuePair(int entry) {
        return entries.get(verbs_h.C_INT, entry * BYTES + ibv_wc.qp_num$offset());
    }

    /** The number by which this process knows the sender. Packets carry it as immediate data. */
    int sender(int entry) {
        return entries.get(verbs_h.C_INT, entry * BYTES + ibv_wc.imm_data$offset());
    }

    int vendorError(int entry) {
        return entries.get(verbs_h.C_INT, entry * BYTES + ibv_wc.vendor_err$offset());
    }

    @Override
    public void close() {
        verbs_h.ibv_destroy_cq(queue);
        verbs_h.ibv_destroy_comp_channel(channel);
    }
}
