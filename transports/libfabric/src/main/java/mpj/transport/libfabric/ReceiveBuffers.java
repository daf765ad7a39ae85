package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_msg;
import mpj.bindings.libfabric.iovec;
import mpj.bindings.libfabric.libfabric_h;

/**
 * The registered memory into which packets arrive. If the provider has FI_MULTI_RECV, there are a few large buffers,
 * and each takes one packet after another until it is full. Otherwise there are many buffers, and each takes one
 * packet. A packet is used or copied away at once, so a buffer is posted again as soon as the provider has finished
 * with it.
 */
final class ReceiveBuffers implements AutoCloseable {
    private static final int MULTIPLE_BUFFERS = 8;
    private static final int SINGLE_BUFFERS = 64;
    /** The size of a buffer for many packets, unless {@link #LARGEST_PACKETS} of the largest packets need more. */
    private static final long MULTIPLE_BYTES = 1 << 20;
    private static final int LARGEST_PACKETS = 2;

    private final MemorySegment memory;
    private final Registrar.Registration registration;
    private final DataCalls calls;
    private final OperationContexts contexts;
    private final int firstContext;
    private final boolean multiple;
    private final long bufferBytes;
    private final int count;
    private final MemorySegment messages;

    /** The buffers that the provider has not taken yet. */
    private final int[] unposted;
    private int unpostedCount;

    /**
     * @param most the most buffers that may be posted at once
     * @param packetBytes the size of the largest packet
     * @param firstContext the first of {@link #count(boolean, long)} contexts
     */
    ReceiveBuffers(boolean multiple, long most, long packetBytes, Registrar registrar, DataCalls calls,
                   OperationContexts contexts, int firstContext, Arena arena) {
        this.multiple = multiple;
        this.calls = calls;
        this.contexts = contexts;
        this.firstContext = firstContext;
        count = count(multiple, most);
        bufferBytes = multiple ? Math.max(MULTIPLE_BYTES, LARGEST_PACKETS * packetBytes) : packetBytes;
        memory = arena.allocate(count * bufferBytes, 64);
        registration = registrar.buffers(memory, libfabric_h.FI_RECV());
        messages = fi_msg.allocateArray(count, arena);
        unposted = new int[count];
        for (int i = 0; i < count; i++) {
            describe(i, fi_msg.asSlice(messages, i), arena);
            unposted[unpostedCount++] = i;
        }
    }

    /** The number of buffers. */
    static int count(boolean multiple, long most) {
        return (int) Math.min(most, multiple ? MULTIPLE_BUFFERS : SINGLE_BUFFERS);
    }

    private void describe(int buffer, MemorySegment message, Arena arena) {
        MemorySegment vector = iovec.allocate(arena);
        iovec.iov_base(vector, memory.asSlice(buffer * bufferBytes));
        iovec.iov_len(vector, bufferBytes);
        fi_msg.msg_iov(message, vector);
        fi_msg.iov_count(message, 1);
        fi_msg.desc(message, arena.allocateFrom(libfabric_h.C_POINTER, MemorySegment.ofAddress(descriptor())));
        fi_msg.addr(message, libfabric_h.FI_ADDR_UNSPEC());
        fi_msg.context(message, MemorySegment.ofAddress(contexts.address(firstContext + buffer)));
    }

    private long descriptor() {
        return registration == null ? 0 : registration.descriptor();
    }

    MemorySegment memory() {
        return memory;
    }

    /**
     * The place where a packet starts in the memory.
     *
     * @param context the context of its completion
     * @param address the address in the completion, for buffers that take many packets
     */
    long offset(int context, long address) {
        return multiple ? address - memory.address() : (context - firstContext) * bufferBytes;
    }

    /** Notes that a packet is finished with, and perhaps its buffer, too. */
    void done(int context, long flags) {
        if (!multiple || (flags & libfabric_h.FI_MULTI_RECV()) != 0) {
            unposted[unpostedCount++] = context - firstContext;
            post();
        }
    }

    /**
     * Posts the buffers that are not posted.
     *
     * @return 0, or a failure other than a full queue of the provider
     */
    long post() {
        while (unpostedCount > 0) {
            int buffer = unposted[unpostedCount - 1];
            long result = multiple
                ? calls.receiveMessage(messages.address() + buffer * fi_msg.sizeof(), libfabric_h.FI_MULTI_RECV())
                : calls.receive(memory.address() + buffer * bufferBytes, bufferBytes, descriptor(),
                    contexts.address(firstContext + buffer));
            if (result != 0) {
                return result == -libfabric_h.FI_EAGAIN() ? 0 : result;
            }
            unpostedCount--;
        }
        return 0;
    }

    boolean hasUnposted() {
        return unpostedCount > 0;
    }

    @Override
    public void close() {
        if (registration != null) {
            registration.close();
        }
    }
}
