package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_context2;

/**
 * What tells operations apart when they complete. With mode FI_CONTEXT or FI_CONTEXT2 the provider keeps its own things
 * there while the operation is under way, so each has its piece of memory.
 */
final class OperationContexts {
    private static final int SHIFT = 6;
    private static final int NONE = -1;

    private final long base;
    private final int count;

    OperationContexts(int count, Arena arena) {
        assert fi_context2.sizeof() <= 1 << SHIFT;
        MemorySegment memory = arena.allocate((long) count << SHIFT, 1 << SHIFT);
        this.base = memory.address();
        this.count = count;
    }

    long address(int number) {
        return base + ((long) number << SHIFT);
    }

    /** The operation's number, or -1 if the context is of none of ours. */
    int number(long address) {
        long number = address - base >> SHIFT;
        return number >= 0 && number < count ? (int) number : NONE;
    }
}
