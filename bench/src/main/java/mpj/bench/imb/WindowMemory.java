package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;

/** Who provides the memory of a window: the values of {@code -window}. */
enum WindowMemory {
    /** The benchmark's own buffer, as in IMB-RMA. MPI: MPI_Win_create. */
    CREATE,
    /** MPI allocates the memory, and ranks of one host may map it. MPI: MPI_Win_allocate. */
    ALLOCATE;

    /** @throws IllegalArgumentException if the word is not one of the values */
    static WindowMemory of(String name) {
        return Arrays.stream(values()).filter(memory -> memory.label().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("window '" + name + "' is neither create nor allocate"));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
