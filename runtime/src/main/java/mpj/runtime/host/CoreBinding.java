package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import mpj.runtime.cores.Affinity;

/**
 * Gives each rank a core of its own, round robin over those that mpjrun may use.
 *
 * <p>A child inherits the affinity of the thread that starts it. So the starting thread binds itself for the moment of
 * the start: the rank's JVM is bound with its first instruction and all its threads, and counts its processors right.
 */
public final class CoreBinding {
    /** Leaves every rank where the system puts it. */
    public static final CoreBinding NONE = new CoreBinding(new BitSet());

    private final BitSet allowed;

    private CoreBinding(BitSet allowed) {
        this.allowed = allowed;
    }

    /** Whether this system has threads that can be bound. */
    public static boolean isSupported() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** To the cores that this process may use. */
    public static CoreBinding toCores() {
        if (!isSupported()) {
            throw new HostException("--bind-to core: only Linux can bind processes; use --bind-to none");
        }
        try {
            return new CoreBinding(Affinity.get());
        } catch (IllegalStateException e) {
            throw new HostException(e.getMessage());
        }
    }

    /** What the next child of this thread is bound to. */
    void bindForChild(int index) {
        if (!allowed.isEmpty()) {
            BitSet one = new BitSet();
            one.set(core(index));
            bind(one);
        }
    }

    /** Gives this thread back the cores it had. */
    void release() {
        if (!allowed.isEmpty()) {
            bind(allowed);
        }
    }

    private static void bind(BitSet cores) {
        try {
            Affinity.set(cores);
        } catch (IllegalStateException e) {
            throw new HostException(e.getMessage());
        }
    }

    /** @throws HostException when there are fewer cores than ranks */
    public void checkRoom(int ranks) {
        if (ranks > cores()) {
            throw new HostException("--map-by core: " + ranks + " ranks are mapped to " + cores()
                + " cores; map fewer, or allow it with --oversubscribe");
        }
    }

    /** How many cores ranks are bound to; 0 when they are not bound. */
    public int cores() {
        return allowed.cardinality();
    }

    /** The core of the rank that has this place among those of the host, or -1 when it is not bound. */
    public int core(int index) {
        int core = allowed.nextSetBit(0);
        for (int skip = allowed.isEmpty() ? 0 : index % allowed.cardinality(); skip > 0; skip--) {
            core = allowed.nextSetBit(core + 1);
        }
        return core;
    }

    /** The cores that a process may use, as the kernel tells them (1 or 0-3,8); empty when it does not. */
    static String coresOf(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
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
