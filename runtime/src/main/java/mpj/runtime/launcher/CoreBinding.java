package mpj.runtime.launcher;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

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

    /** To the cores that this process may use. */
    static CoreBinding toCores() {
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

    /** The core of a rank, or -1 when it is not bound. */
    int core(int rank) {
        int core = allowed.nextSetBit(0);
        for (int skip = allowed.isEmpty() ? 0 : rank % allowed.cardinality(); skip > 0; skip--) {
            core = allowed.nextSetBit(core + 1);
        }
        return core;
    }

    /** sched_getaffinity(2) and sched_setaffinity(2) of the calling thread. */
    private static final class Affinity {
        private static final MethodHandle GET = function("sched_getaffinity");
        private static final MethodHandle SET = function("sched_setaffinity");

        static BitSet get() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
                check("sched_getaffinity", (int) GET.invokeExact(0, set.byteSize(), set));
                return BitSet.valueOf(set.toArray(ValueLayout.JAVA_LONG));
            } catch (Throwable e) {
                throw failure(e);
            }
        }

        static void set(BitSet cores) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment set = arena.allocate(MAX_CORES / Byte.SIZE, Long.BYTES);
                MemorySegment.copy(MemorySegment.ofArray(cores.toLongArray()), 0, set, 0,
                    (long) Long.BYTES * cores.toLongArray().length);
                check("sched_setaffinity", (int) SET.invokeExact(0, set.byteSize(), set));
            } catch (Throwable e) {
                throw failure(e);
            }
        }

        private static void check(String function, int result) {
            if (result != 0) {
                throw new UsageException("--bind-to core: " + function + " failed; use --bind-to none");
            }
        }

        private static RuntimeException failure(Throwable e) {
            return e instanceof RuntimeException known ? known : new IllegalStateException(e);
        }

        private static MethodHandle function(String name) {
            Linker linker = Linker.nativeLinker();
            MemorySegment address = linker.defaultLookup().find(name).orElseThrow(() -> new UsageException(
                "--bind-to core: this system has no " + name + "; use --bind-to none"));
            return linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        }
    }
}
