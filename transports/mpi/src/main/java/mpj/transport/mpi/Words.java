package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory for the values that one function returns in addition to its result. Used by one thread at a time. */
final class Words {
    private final MemorySegment memory = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

    MemorySegment first() {
        return memory;
    }

    MemorySegment second() {
        return memory.asSlice(Long.BYTES);
    }

    int firstInt() {
        return memory.get(ValueLayout.JAVA_INT, 0);
    }

    int secondInt() {
        return memory.get(ValueLayout.JAVA_INT, Long.BYTES);
    }

    long firstLong() {
        return memory.get(ValueLayout.JAVA_LONG, 0);
    }

    long secondLong() {
        return memory.get(ValueLayout.JAVA_LONG, Long.BYTES);
    }

    void first(long value) {
        memory.set(ValueLayout.JAVA_LONG, 0, value);
    }
}
