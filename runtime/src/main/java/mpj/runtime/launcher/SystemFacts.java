package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Facts about a Linux system, read from its files. Facts that the system does not provide are left out. */
final class SystemFacts {
    private static final String LOCKED = "Max locked memory";
    private static final String UNLIMITED = "unlimited";
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final int STEP = 1024;

    private SystemFacts() {
    }

    /**
     * Returns the facts, each under the name of its subject.
     *
     * @param root the root of the file system
     */
    static Map<String, String> of(Path root) {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "distribution", distribution(lines(root.resolve("etc/os-release"))));
        put(facts, "processor", processor(lines(root.resolve("proc/cpuinfo"))));
        put(facts, "limits of the control group", new ControlGroup(root).toString());
        put(facts, "/dev/shm", space(root.resolve("dev/shm")));
        put(facts, "locked memory (ulimit -l)", lockedMemory(lines(root.resolve("proc/self/limits"))));
        return facts;
    }

    private static void put(Map<String, String> facts, String of, String fact) {
        if (!fact.isEmpty()) {
            facts.put(of, fact);
        }
    }

    private static String distribution(List<String> release) {
        return value(release, "PRETTY_NAME", "=").replace("\"", "");
    }

    /** On aarch64 the kernel gives no name for the processor, but two numbers. */
    private static String processor(List<String> cpus) {
        String name = value(cpus, "model name", ":");
        String implementer = value(cpus, "CPU implementer", ":");
        return !name.isEmpty() || implementer.isEmpty() ? name
            : "implementer " + implementer + ", part " + value(cpus, "CPU part", ":");
    }

    private static String space(Path folder) {
        try {
            FileStore store = Files.getFileStore(folder);
            return size(store.getTotalSpace()) + ", of which " + size(store.getUsableSpace()) + " are free";
        } catch (IOException e) {
            return ""; // there is none
        }
    }

    private static String lockedMemory(List<String> limits) {
        for (String line : limits) {
            if (line.startsWith(LOCKED)) {
                String[] softAndHard = line.substring(LOCKED.length()).strip().split("\\s+");
                return limit(softAndHard[0]) + ", hard limit " + limit(softAndHard[1]);
            }
        }
        return "";
    }

    private static String limit(String word) {
        return word.equals(UNLIMITED) ? word : size(Long.parseLong(word));
    }

    /** The text behind the separator, in the first line that begins with a name; empty when there is no such line. */
    private static String value(List<String> lines, String name, String separator) {
        for (String line : lines) {
            int at = line.indexOf(separator);
            if (at > 0 && line.substring(0, at).strip().equals(name)) {
                return line.substring(at + 1).strip();
            }
        }
        return "";
    }

    /** A number of bytes, in the largest unit that fits at least once. */
    static String size(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return (value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value)
            : String.format(Locale.ROOT, "%.1f", value)) + " " + UNITS[unit];
    }

    /** The lines of a file; none if the file cannot be read. */
    static List<String> lines(Path file) {
        try {
            // The kernel's files have no size, and may contain any bytes.
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
