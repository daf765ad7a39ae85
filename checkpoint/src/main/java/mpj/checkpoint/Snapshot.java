package mpj.checkpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The state of a rank at one time.
 *
 * @param data the content of the parts, one after the other; never on the heap, so that it can be sent without waiting
 */
record Snapshot(Table table, MemorySegment data) {
    /** Memory that lasts as long as anybody uses it, even a message that was given up. */
    static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    /** Copies what a rank has registered. */
    static Snapshot of(Table table, State state) {
        MemorySegment data = allocate(table.bytes());
        long at = 0;
        for (MemorySegment memory : state.memory()) {
            MemorySegment.copy(memory, 0, data, at, memory.byteSize());
            at += memory.byteSize();
        }
        return new Snapshot(table, data);
    }
}
