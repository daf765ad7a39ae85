package mpj.runtime.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The limits that control groups set for this process: the smallest limit among its own group and the groups above it.
 * Both versions of cgroups are read, as the kernel's documents describe them (cgroup-v2, cgroup-v1/memory,
 * scheduler/sched-bwc).
 */
final class ControlGroup {
    private static final String ANY = "max";
    /** Version 1 writes the largest multiple of a page when there is no limit. */
    private static final long NO_LIMIT = Long.MAX_VALUE >> 1;

    private double cpus = Double.POSITIVE_INFINITY;
    private long memory = Long.MAX_VALUE;

    /** @param root the root of the file system */
    ControlGroup(Path root) {
        Path controllers = root.resolve("sys/fs/cgroup");
        for (String line : SystemFacts.lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3); // ID:CONTROLLERS:PATH
            if (parts.length == 3) {
                Path top = controllers.resolve(parts[1]);
                Path own = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                // A container that does not see its own path finds its limits at the top.
                for (Path group = own.startsWith(top) ? own : top; group.startsWith(top); group = group.getParent()) {
                    read(group);
                }
            }
        }
    }

    private void read(Path group) {
        String[] quota = word(group, "cpu.max").split(" ");
        takeCpus(quota[0], quota.length > 1 ? quota[1] : "");
        takeCpus(word(group, "cpu.cfs_quota_us"), word(group, "cpu.cfs_period_us"));
        for (String name : List.of("memory.max", "memory.limit_in_bytes")) {
            long limit = number(word(group, name));
            if (limit > 0 && limit < NO_LIMIT) {
                memory = Math.min(memory, limit);
            }
        }
    }

    private void takeCpus(String quota, String period) {
        long time = number(quota);
        long each = number(period);
        if (time > 0 && each > 0) {
            cpus = Math.min(cpus, (double) time / each);
        }
    }

    private static String word(Path group, String file) {
        Path path = group.resolve(file);
        List<String> lines = Files.exists(path) ? SystemFacts.lines(path) : List.of();
        return lines.isEmpty() ? ANY : lines.getFirst().strip();
    }

    /** Returns a negative number when there is no limit. */
    private static long number(String word) {
        return word.matches("\\d{1,18}") ? Long.parseLong(word) : -1;
    }

    /** The limits in a form for people; empty if there are none. */
    @Override
    public String toString() {
        String processors = cpus == Double.POSITIVE_INFINITY ? "" : String.format(Locale.ROOT, "%.1f CPUs", cpus);
        String bytes = memory == Long.MAX_VALUE ? "" : SystemFacts.size(memory) + " of memory";
        return processors + (processors.isEmpty() || bytes.isEmpty() ? "" : ", ") + bytes;
    }
}
