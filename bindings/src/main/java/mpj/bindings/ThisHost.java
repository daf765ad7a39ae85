package mpj.bindings;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;

/** The host that this process runs on, as its kernel tells it: what it is called, what tells it from others. */
public final class ThisHost {
    private static final String NAME = "/proc/sys/kernel/hostname";
    private static final String BOOT = "/proc/sys/kernel/random/boot_id";
    private static final String NAMESPACES = "/proc/self/ns";
    private static final String CORES = "/sys/devices/system/cpu/online";
    private static final String UNKNOWN = "localhost";

    private ThisHost() {
    }

    /** The host's name, for people: what {@code uname -n} prints. Asks no name service. */
    public static String name() {
        try {
            return Files.readString(Linux.file(NAME)).strip();
        } catch (IOException notLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (IOException e) {
                return UNKNOWN;
            }
        }
    }

    /**
     * The same in every process of this host, and on no other host. It has the name and the kernel's number of this
     * boot: hosts may share a name, and containers share the boot of their machine.
     */
    public static String identity() {
        return name() + " " + bootOr("");
    }

    /**
     * What processes have in common that see each other under {@code /proc}, and so can open each other's memory: the
     * boot, and the namespace of their ids.
     *
     * @throws IOException when there is no {@code /proc}
     */
    public static String processNamespace() throws IOException {
        return boot() + " " + namespace("pid");
    }

    /** What processes have in common that reach each other by loopback addresses: the boot, and their network. */
    public static String networkNamespace() {
        try {
            return boot() + " " + namespace("net");
        } catch (IOException e) {
            return name();
        }
    }

    /**
     * How many cores the host has. {@link Runtime#availableProcessors} would say 1 in a process that is bound to a core
     * of its own.
     */
    public static int cores() {
        int allowed = Runtime.getRuntime().availableProcessors();
        try {
            return Math.max(allowed, count(Files.readString(Linux.file(CORES)).strip()));
        } catch (IOException | NumberFormatException e) {
            return allowed; // not Linux
        }
    }

    /** Whether a name that a user wrote means this host. Asks no name service: a list may have thousands of names. */
    public static boolean isNamed(String name) {
        return name.equals("localhost") || name.equals("127.0.0.1") || name.equals("::1") || isSame(name, name());
    }

    /** Whether two names of a host are the same, with or without the domain. */
    static boolean isSame(String name, String own) {
        return !own.isEmpty() && (name.equals(own) || own.startsWith(name + ".") || name.startsWith(own + "."));
    }

    /** How many numbers a list has as the kernel writes it, as in 0-3,8. */
    static int count(String ranges) {
        int count = 0;
        for (String range : ranges.split(",")) {
            String[] ends = range.split("-");
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }

    private static String boot() throws IOException {
        return Files.readString(Linux.file(BOOT)).strip();
    }

    private static String bootOr(String other) {
        try {
            return boot();
        } catch (IOException e) {
            return other;
        }
    }

    private static String namespace(String kind) throws IOException {
        return Files.readSymbolicLink(Linux.file(NAMESPACES, kind)).toString();
    }
}
