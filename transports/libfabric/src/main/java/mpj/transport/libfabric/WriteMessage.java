package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_msg_rma;
import mpj.bindings.libfabric.fi_rma_iov;
import mpj.bindings.libfabric.iovec;
import mpj.bindings.libfabric.libfabric_h;

/**
 * What fi_writemsg takes, for one write at a time: the provider has read it when the call returns. fi_write would be
 * shorter. But it takes no flags, and without them the end of a write may mean only that the bytes have left.
 */
final class WriteMessage {
    /** The write ends when the bytes are in the peer's memory. */
    static final long FLAGS = libfabric_h.FI_COMPLETION() | libfabric_h.FI_DELIVERY_COMPLETE();

    private final MemorySegment message;
    private final MemorySegment from;
    private final MemorySegment descriptors;
    private final MemorySegment to;

    WriteMessage(Arena arena) {
        message = fi_msg_rma.allocate(arena);
        from = iovec.allocate(arena);
        descriptors = arena.allocate(LONG);
        to = fi_rma_iov.allocate(arena);
        fi_msg_rma.msg_iov(message, from);
        fi_msg_rma.desc(message, descriptors);
        fi_msg_rma.iov_count(message, 1);
        fi_msg_rma.rma_iov(message, to);
        fi_msg_rma.rma_iov_count(message, 1);
    }

    void describe(long buffer, long bytes, long descriptor, long destination, long address, long key, long context) {
        from.set(LONG, iovec.iov_base$offset(), buffer);
        iovec.iov_len(from, bytes);
        descriptors.set(LONG, 0, descriptor);
        fi_rma_iov.addr(to, address);
        fi_rma_iov.len(to, bytes);
        fi_rma_iov.key(to, key);
        fi_msg_rma.addr(message, destination);
        message.set(LONG, fi_msg_rma.context$offset(), context);
    }

    long address() {
        return message.address();
    }
}
