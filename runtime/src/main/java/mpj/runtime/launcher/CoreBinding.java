package mpj.runtime.launcher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import mpj.bindings.libc.libc_h;

/**
 * Gives each rank a core of its own, round robin over those that mpjrun may use.
 *
 * <p>A child inherits the affinity of the thread that starts it. So the starting thread binds itself for the moment of
 * the start: the rank's JVM is bound with its first instruction and all its threads, and counts its processors right.
 */
final class CoreBinding {
    /** Leaves every rank where the system puts it. */
    static final CoreBinding NONE = new CoreBinding(new BitSet());

    /** Bits of a cpu_set_t: the kernel's limit in common builds is 8192. */
    private static final int MAX_CORES = 8_192;

    private final BitSet allowed;

    private CoreBinding(BitSet allowed) {
        this.allowed = allowed;
    }

    /** Whether this system has threads that can be bound. */
    static boolean isSupported() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** To the cores that this process may use. */
    static CoreBinding toCores() {
        if (!isSupported()) {
            throw new UsageException("--bind-to core: only Linux can bind processes; use --bind-to none");
        }
        return new CoreBinding(Affinity.get());
    }

    /** What the next child of this thread is bound to. */
    void bindForChild(int rank) {
        if (!allowed.isEmpty()) {
            BitSet one = new BitSet();
            one.set(core(rank));
            Affinity.set(one);
        }
    }

    /** Gives this thread back the cores it had. */
    void release() {
        if (!allowed.isEmpty()) {
            Affinity.set(allowed);
        }
    }

    /** How many cores ranks are bound to; 0 when they are not bound. */
    int cores() {
        return allowed.cardinality();
    }

    /** The core of a rank, or -1 when it is not bound. */
    int core(int rank) {
        int core = allowed.nextSetBit(0);
        for (int skip = allowed.isEmpty() ? 0 : rank % allowed.cardinality(); skip > 0; skip--) {
            core = allowed.nextSetBit(core + 1);
        }
        return core;
    }

    /** The cores of the calling thread. */
    private static final class Affinity {
        private static final int THIS_THREAD = 0;

        static BitSet get() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
                check("sched_getaffinity", libc_h.sched_getaffinity(THIS_THREAD, set.byteSize(), set));
                return BitSet.valueOf(set.toArray(ValueLayout.JAVA_LONG));
            }
        }

        static void set(BitSet cores) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
                MemorySegment words = MemorySegment.ofArray(cores.toLongArray());
                MemorySegment.copy(words, 0, set, 0, words.byteSize());
                check("sched_setaffinity", libc_h.sched_setaffinity(THIS_THREAD, set.byteSize(), set));
            }
        }

        private static void check(String function, int result) {
            if (result < 0) {
                throw new UsageException("--bind-to core: " + function + " failed; use --bind-to none");
            }
        }
    }
}
