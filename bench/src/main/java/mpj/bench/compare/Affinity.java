package mpj.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** The binding of threads and processes to cores, as the kernel sees it. */
final class Affinity {
    /** The bytes of glibc's cpu_set_t, which has 1,024 CPUs. */
    private static final int CPU_SET_BYTES = 128;

    private static final MethodHandle SCHED_SETAFFINITY = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().find("sched_setaffinity").orElseThrow(),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

    private Affinity() {
    }

    /** Binds the calling platform thread to one CPU. */
    static void bindCurrentThread(int cpu) {
        bind(0, cpu);
    }

    /**
     * Binds a thread of this or another process to one CPU. The number is the kernel's number of the thread; 0 is the
     * calling thread.
     */
    static void bind(long thread, int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        bind(thread, cpus);
    }

    /** Binds a thread to CPUs. Processes that the thread starts are bound to them, too. */
    static void bind(long thread, BitSet cpus) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(CPU_SET_BYTES, Long.BYTES);
            byte[] bits = cpus.toByteArray();
            MemorySegment.copy(bits, 0, set, ValueLayout.JAVA_BYTE, 0, Math.min(bits.length, CPU_SET_BYTES));
            int failed = (int) SCHED_SETAFFINITY.invokeExact((int) thread, (long) CPU_SET_BYTES, set);
            if (failed != 0) {
                throw new IllegalArgumentException("CPU " + cpus + " is not one that thread " + thread
                    + " (0: the calling one) may run on");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The CPUs on which a process or thread may run, from its {@code /proc} status. */
    static BitSet allowed(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> parseList(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst().orElseThrow(() -> new IOException("no Cpus_allowed_list for process " + pid));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses the kernel's list format, such as {@code 0-3,8}. */
    static BitSet parseList(String list) {
        BitSet cpus = new BitSet();
        for (String range : list.split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            cpus.set(first, 1 + (dash < 0 ? first : Integer.parseInt(range.substring(dash + 1))));
        }
        return cpus;
    }
}
