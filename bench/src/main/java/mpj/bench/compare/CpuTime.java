package mpj.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Processor time so far, in clock ticks of all cores, as {@code /proc} counts it.
 *
 * @param busy ticks that any process, the kernel or the hypervisor used
 * @param idle ticks that nobody used
 * @param own ticks that the compared processes and this process used
 */
record CpuTime(long busy, long idle, long own) {
    /**
     * The indices of fields in a process's stat, after the name of the command. The name ends at the last parenthesis.
     */
    private static final int UTIME_FIELD = 11;
    private static final int STIME_FIELD = 12;

    static CpuTime now(long[] pids) {
        long[] ticks = Arrays.stream(read(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split("\\s+"))
            .skip(1).mapToLong(Long::parseLong).toArray();
        long idle = ticks[3] + ticks[4];
        // The columns are user nice system idle iowait irq softirq steal. The time of guests is already counted in
        // user.
        long total = Arrays.stream(ticks, 0, 8).sum();
        long own = Arrays.stream(pids).map(CpuTime::of).sum() + of(ProcessHandle.current().pid());
        return new CpuTime(total - idle, idle, own);
    }

    private static long of(long pid) {
        String stat = read(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[UTIME_FIELD]) + Long.parseLong(fields[STIME_FIELD]);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The part of the time of all cores since {@code earlier} that other processes used, 0 to 1. */
    double foreignLoadSince(CpuTime earlier) {
        long all = busy + idle - earlier.busy - earlier.idle;
        long foreign = busy - earlier.busy - (own - earlier.own);
        return all <= 0 ? 0 : Math.clamp((double) foreign / all, 0, 1);
    }
}
