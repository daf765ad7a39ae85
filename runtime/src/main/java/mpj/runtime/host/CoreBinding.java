package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.util.BitSet;
import mpj.bindings.Linux;
import mpj.runtime.cores.Affinity;

/**
 * Gives each rank one core or several cores of its own, in turn, from the cores that mpjrun may use. A rank gets one
 * hardware thread of a core. Ranks get second hardware threads only when each core has a rank.
 *
 * <p>A child inherits the affinity of the thread that starts it. So the starting thread binds itself while it starts a
 * rank. The rank's JVM is then bound from its first instruction with all its threads, and counts its processors
 * correctly.
 */
public final class CoreBinding {
    /** In the order in which ranks get them. */
    private final int[] allowed;
    private final int each;

    CoreBinding(int[] allowed, int each) {
        this.allowed = allowed;
        this.each = each;
    }

    /** Binds no rank: the system decides where ranks run. */
    public static CoreBinding none() {
        return new CoreBinding(new int[0], 0);
    }

    /** Whether threads can be bound on this system. */
    public static boolean isSupported() {
        return Linux.hasBindings();
    }

    /**
     * Binds ranks to the cores that this process may use.
     *
     * @param each the number of cores for each rank; 0 to bind none
     * @param ranks the number of ranks of this host
     */
    public static CoreBinding to(int each, int ranks) {
        if (each == 0) {
            return none();
        }
        if (!isSupported()) {
            throw new HostException("--bind-to core: only Linux binds processes to cores, and " + Linux.instead()
                + "; use --bind-to none");
        }
        BitSet allowed = allowed();
        if (each > allowed.cardinality()) {
            throw new HostException("--map-by pe=" + each + ": a rank may use " + allowed.cardinality()
                + " cores here; give it fewer");
        }
        return new CoreBinding(HardwareThreads.ofThisHost().order(allowed, (long) each * ranks, each), each);
    }

    /** The cores that the calling thread may use. */
    static BitSet allowed() {
        try {
            return Affinity.get();
        } catch (IllegalStateException e) {
            throw new HostException(e.getMessage());
        }
    }

    /** Binds the calling thread, and the next children that it starts. */
    static void bind(BitSet cores) {
        try {
            Affinity.set(cores);
        } catch (IllegalStateException e) {
            throw new HostException(e.getMessage());
        }
    }

    /** @throws HostException when there are fewer cores than the ranks need */
    public void checkRoom(int ranks) {
        if ((long) ranks * each > cores()) {
            throw new HostException("--map-by: " + Counted.of(ranks, "rank") + " of " + Counted.of(each, "core")
                + " each " + (ranks == 1 ? "is" : "are") + " mapped to " + Counted.of(cores(), "core")
                + "; map fewer, or allow it with --oversubscribe");
        }
    }

    /** The number of cores for each rank; 0 when ranks are not bound. */
    public int cores() {
        return allowed.length;
    }

    /** The cores of the rank with this index among the ranks of the host; none when ranks are not bound. */
    BitSet cores(int index) {
        BitSet own = new BitSet();
        for (int i = 0; i < each; i++) {
            own.set(allowed[(int) (((long) index * each + i) % allowed.length)]);
        }
        return own;
    }

    /** The first of these cores, or -1. */
    public int core(int index) {
        return cores(index).nextSetBit(0);
    }

    /** These cores in the form of the kernel (1 or 0-3,8); empty when ranks are not bound. */
    public String coresOf(int index) {
        return CpuList.text(cores(index));
    }

    /**
     * The cores that a process may use, in the form of the kernel (1 or 0-3,8); empty when the kernel does not tell
     * them.
     */
    static String coresOf(long pid) {
        try {
            for (String line : Files.readAllLines(Linux.file("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            return "";
        }
        return "";
    }
}
