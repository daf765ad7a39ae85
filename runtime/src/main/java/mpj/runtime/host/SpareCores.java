package mpj.runtime.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mpj.bindings.Linux;
import mpj.runtime.cores.Affinity;

/**
 * The cores of this host to which no rank of the job is bound. The JVMs of bound ranks compile and record events there,
 * so that these threads do not take a rank's core from the rank.
 *
 * <p>All threads of a JVM begin on the core of its rank, because they inherit the binding. The launcher moves the JVM's
 * own threads when the rank calls Init. The JVM has started these threads by then, and threads that it starts later
 * inherit the cores of the thread that starts them. Threads of the program stay where they are.
 *
 * <p>The threads that collect garbage while the program stands still also stay (VM Thread, GC Thread). They delay the
 * rank wherever they run, and the cache of its core has the objects.
 */
final class SpareCores {
    /** How those of HotSpot's threads are called that run beside the program, as far as the kernel keeps the names. */
    private static final List<String> BESIDE = List.of("C1 Compiler", "C2 Compiler", "Training replay", "VM Periodic",
        "G1 ", "ZWorker", "ZDriver", "ZDirector", "ZStat", "ZUncommitter", "RuntimeWorker#", "Shenandoah ", "JFR ",
        "Reference Handl", "Finalizer", "Common-Cleaner", "Service Thread", "Monitor Deflati", "Signal Dispatch",
        "Notification Th");

    private final BitSet spare;
    /** Whether no JVM has to share a spare core with another JVM. */
    private final boolean plenty;

    private SpareCores(BitSet spare, boolean plenty) {
        this.spare = spare;
        this.plenty = plenty;
    }

    /**
     * Finds the spare cores. A hardware thread beside a rank's own one is taken only if there are too few others,
     * because its work takes half of the rank's core.
     *
     * @param allowed the cores that mpjrun may use
     */
    static SpareCores of(BitSet allowed, List<RankJvm> jvms, HardwareThreads threads) {
        BitSet taken = new BitSet();
        jvms.forEach(jvm -> taken.or(jvm.cores()));
        BitSet whole = threads.besides(taken, allowed);
        if (whole.cardinality() >= jvms.size()) {
            return new SpareCores(whole, true);
        }
        BitSet spare = (BitSet) allowed.clone();
        spare.andNot(taken);
        return new SpareCores(spare, spare.cardinality() >= jvms.size());
    }

    /**
     * The cores for these threads of a JVM. If JVMs share the spare cores, the rank's own cores are among them. A
     * program whose compiler waits for a core runs long in slow code. The same holds for a rank that has several cores:
     * its JVM has as many threads that compile and collect garbage as it has cores, and the spare cores may be fewer.
     *
     * @param own the cores of the JVM's rank
     */
    BitSet with(BitSet own) {
        BitSet cores = (BitSet) spare.clone();
        if (!plenty || own.cardinality() > 1) {
            cores.or(own);
        }
        return cores;
    }

    /** Moves a JVM's threads to these cores, if there are any. */
    void take(long pid, BitSet own) {
        if (spare.isEmpty()) {
            return;
        }
        BitSet cores = with(own);
        try {
            for (int thread : beside(Linux.file("/proc", Long.toString(pid), "task"))) {
                set(thread, cores);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // the process has ended
        }
    }

    private static void set(int thread, BitSet cores) {
        try {
            Affinity.set(thread, cores);
        } catch (IllegalStateException e) {
            return; // this thread has ended
        }
    }

    /** @param tasks the folder in which the kernel describes the threads of a JVM */
    static List<Integer> beside(Path tasks) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                String name = name(thread);
                if (BESIDE.stream().anyMatch(name::startsWith)) {
                    numbers.add(Integer.parseInt(thread.getFileName().toString()));
                }
            }
        }
        return numbers;
    }

    /** The name of a thread; empty if the thread has ended. The kernel may cut a name inside a character of UTF-8. */
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
