package mpj.bindings;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;

/**
 * The host on which this process runs, with the kernel's information: its name, and the values that distinguish it from
 * other hosts.
 */
public final class ThisHost {
    private static final String NAME = "/proc/sys/kernel/hostname";
    private static final String BOOT = "/proc/sys/kernel/random/boot_id";
    private static final String NAMESPACES = "/proc/self/ns";
    private static final String CORES = "/sys/devices/system/cpu/online";
    private static final String UNKNOWN = "localhost";

    private ThisHost() {
    }

    /** The host's name, for people. It is the name that {@code uname -n} prints. No name service is asked. */
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
     * A text that is the same in every process of this host, and differs on all other hosts. It consists of the name
     * and the kernel's id of this boot, because several hosts may have the same name, and the containers of a machine
     * have the same boot.
     */
    public static String identity() {
        return name() + " " + bootOr("");
    }

    /**
     * A text that is the same in all processes that see each other under {@code /proc} and can therefore open each
     * other's memory. It consists of the boot and the namespace of process ids.
     *
     * @throws IOException when there is no {@code /proc}
     */
    public static String processNamespace() throws IOException {
        return boot() + " " + namespace("pid");
    }

    /**
     * A text that is the same in all processes that reach each other by loopback addresses. It consists of the boot and
     * the network namespace.
     */
    public static String networkNamespace() {
        try {
            return boot() + " " + namespace("net");
        } catch (IOException e) {
            return name();
        }
    }

    /**
     * The number of cores of the host. {@link Runtime#availableProcessors} would return 1 in a process that is bound to
     * one core.
     */
    public static int cores() {
        return Cores.COUNT;
    }

    /** Reads the number when somebody asks for it first. A rank asks several times while it starts. */
    private static final class Cores {
        static final int COUNT = countCores();
    }

    private static int countCores() {
        int allowed = Runtime.getRuntime().availableProcessors();
        try {
            return Math.max(allowed, count(Files.readString(Linux.file(CORES)).strip()));
        } catch (IOException | NumberFormatException e) {
            return allowed; // not Linux
        }
    }

    /**
     * Whether a name that a user wrote means this host. No name service is asked, because a list may have thousands of
     * names.
     */
    public static boolean isNamed(String name) {
        return name.equals("localhost") || name.equals("127.0.0.1") || name.equals("::1") || isSame(name, name());
    }

    /** Whether two names of a host are the same, with or without the domain. */
    static boolean isSame(String name, String own) {
        return !own.isEmpty() && (name.equals(own) || own.startsWith(name + ".") || name.startsWith(own + "."));
    }

    /** The number of entries in a list that has the kernel's form, such as 0-3,8. */
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
