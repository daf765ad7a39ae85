package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_msg;
import mpj.bindings.libfabric.iovec;
import mpj.bindings.libfabric.libfabric_h;

/**
 * The registered memory into which packets arrive. Where the provider has FI_MULTI_RECV, a few large buffers each take
 * packet after packet until they are full; else each of many takes one. Packets are used or copied away at once, so a
 * buffer is posted again as soon as the provider has done with it.
 */
final class ReceiveBuffers implements AutoCloseable {
    private static final int MULTIPLE_BUFFERS = 8;
    private static final int SINGLE_BUFFERS = 64;
    /** Of a buffer for many packets, unless that is less than {@link #LARGEST_PACKETS} take. */
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

    /** Those that the provider did not take back yet. */
    private final int[] unposted;
    private int unpostedCount;

    /**
     * @param most how many may be posted at once
     * @param packetBytes the largest packet
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

    /** How many buffers there will be. */
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
     * Where in the memory a packet starts.
     *
     * @param context of its completion
     * @param address what the completion says, for buffers that take many
     */
    long offset(int context, long address) {
        return multiple ? address - memory.address() : (context - firstContext) * bufferBytes;
    }

    /** Says that a packet is done with, and perhaps its buffer. */
    void done(int context, long flags) {
        if (!multiple || (flags & libfabric_h.FI_MULTI_RECV()) != 0) {
            unposted[unpostedCount++] = context - firstContext;
            post();
        }
    }

    /**
     * Posts what is not posted.
     *
     * @return 0, or a failure other than that the provider's queue is full
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
