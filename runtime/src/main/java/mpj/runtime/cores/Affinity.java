package mpj.runtime.cores;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import mpj.bindings.libc.libc_h;

/** The cores that a thread may use. Threads and processes that it starts inherit them. */
public final class Affinity {
    private static final int THIS_THREAD = 0;
    /** Bits of a cpu_set_t: the kernel's limit in common builds is 8192. */
    private static final int MAX_CORES = 8_192;

    private Affinity() {
    }

    /**
     * Returns the cores of the calling thread.
     *
     * @throws IllegalStateException when the system does not tell them
     */
    public static BitSet get() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
            check("sched_getaffinity", libc_h.sched_getaffinity(THIS_THREAD, set.byteSize(), set));
            return BitSet.valueOf(set.toArray(ValueLayout.JAVA_LONG));
        }
    }

    /**
     * Binds the calling thread to cores.
     *
     * @throws IllegalStateException when the system refuses
     */
    public static void set(BitSet cores) {
        set(THIS_THREAD, cores);
    }

    /**
     * Binds a thread to cores.
     *
     * @param thread the kernel's number of the thread, which may belong to another process
     * @throws IllegalStateException when the system refuses, for instance because the thread has ended
     */
    public static void set(int thread, BitSet cores) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
            MemorySegment words = MemorySegment.ofArray(cores.toLongArray());
            MemorySegment.copy(words, 0, set, 0, words.byteSize());
            check("sched_setaffinity", libc_h.sched_setaffinity(thread, set.byteSize(), set));
        }
    }

    private static void check(String function, int result) {
        if (result < 0) {
            throw new IllegalStateException("--bind-to core: " + function + " failed; use --bind-to none");
        }
    }
}
