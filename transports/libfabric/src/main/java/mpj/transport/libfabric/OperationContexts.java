package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libfabric.fi_context2;

/**
 * Pieces of memory whose addresses identify operations when they complete. With the modes FI_CONTEXT and FI_CONTEXT2
 * the provider stores its own data there while the operation is under way, so each operation has its own piece.
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

    /** The operation's number, or -1 if the context belongs to no operation of this transport. */
    int number(long address) {
        long number = address - base >> SHIFT;
        return number >= 0 && number < count ? (int) number : NONE;
    }
}
