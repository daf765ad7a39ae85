package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_cq_data_entry;
import mpj.bindings.libfabric.fi_cq_err_entry;
import mpj.bindings.libfabric.libfabric_h;

/** Reads completions, several in one call. */
final class CompletionQueue {
    private static final int BATCH = 16;
    private static final long ENTRY_BYTES = fi_cq_data_entry.sizeof();
    private static final long CONTEXT_AT = fi_cq_data_entry.op_context$offset();
    private static final long FLAGS_AT = fi_cq_data_entry.flags$offset();
    private static final long LENGTH_AT = fi_cq_data_entry.len$offset();
    private static final long BUFFER_AT = fi_cq_data_entry.buf$offset();

    private final DataCalls calls;
    private final MemorySegment entries;
    private final long entriesAddress;
    private final MemorySegment error;

    /**
     * An operation that failed.
     *
     * @param context the operation's context
     * @param code libfabric's error number, positive
     * @param detail the provider's own error number
     */
    record Failed(long context, int code, int detail) {
        String text() {
            return Libfabric.error(-code) + (detail == 0 ? "" : ", provider's error " + detail);
        }
    }

    CompletionQueue(DataCalls calls, Arena arena) {
        this.calls = calls;
        entries = fi_cq_data_entry.allocateArray(BATCH, arena);
        entriesAddress = entries.address();
        error = fi_cq_err_entry.allocate(arena);
    }

    /** Reads completions. Returns their number, or a negated error number, which is -FI_EAGAIN if there are none. */
    long read() {
        return calls.readQueue(entriesAddress, BATCH);
    }

    long context(int entry) {
        return entries.get(LONG, entry * ENTRY_BYTES + CONTEXT_AT);
    }

    long flags(int entry) {
        return entries.get(LONG, entry * ENTRY_BYTES + FLAGS_AT);
    }

    long length(int entry) {
        return entries.get(LONG, entry * ENTRY_BYTES + LENGTH_AT);
    }

    /** The address where a packet starts, for receive buffers that take many packets. */
    long buffer(int entry) {
        return entries.get(LONG, entry * ENTRY_BYTES + BUFFER_AT);
    }

    /** The operation whose failure {@link #read} reported with -FI_EAVAIL, or null if there is none after all. */
    Failed failed() {
        error.fill((byte) 0);
        return calls.readError(error.address()) != 1 ? null
            : new Failed(fi_cq_err_entry.op_context(error).address(), fi_cq_err_entry.err(error),
                fi_cq_err_entry.prov_errno(error));
    }

    static boolean empty(long result) {
        return result == -libfabric_h.FI_EAGAIN();
    }

    static boolean hasFailure(long result) {
        return result == -libfabric_h.FI_EAVAIL();
    }
}
