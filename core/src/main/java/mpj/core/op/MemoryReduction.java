package mpj.core.op;

import java.lang.foreign.MemorySegment;

/** One operator on elements of one type in memory off the heap. */
@FunctionalInterface
public interface MemoryReduction {
    /**
     * Replaces each element by its combination with an element of another operand.
     *
     * @param in the other operand: an array of the type, or a segment; it must not overlap the range of {@code inout}
     * @param from where the operand begins in {@code in}, in bytes
     * @param inout the memory
     * @param to where the elements begin in {@code inout}, in bytes
     * @param count how many elements
     */
    void apply(Object in, long from, MemorySegment inout, long to, int count);
}
