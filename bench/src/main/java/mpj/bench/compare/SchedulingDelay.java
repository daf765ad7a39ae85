package mpj.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long the threads of a process have run, and how long they have waited for a core, from {@code
 * /proc/PID/task/TID/schedstat}. A rank that polls on its own core never waits, unless something else runs on this
 * core.
 */
final class SchedulingDelay {
    private final Map<String, Thread> threads;

    /** The nanoseconds on a core, and the nanoseconds ready to run but without a core. */
    private record Thread(long ran, long waited) {
    }

    private SchedulingDelay(Map<String, Thread> threads) {
        this.threads = threads;
    }

    static SchedulingDelay of(long pid) {
        Map<String, Thread> threads = new HashMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path task : tasks.toList()) {
                String[] fields = Files.readString(task.resolve("schedstat")).strip().split(" ");
                threads.put(task.getFileName().toString(),
                    new Thread(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
            }
        } catch (NoSuchFileException e) {
            // A thread has ended meanwhile, or the kernel has no such figures. Unknown figures are not counted.
            return new SchedulingDelay(threads);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SchedulingDelay(threads);
    }

    /**
     * The nanoseconds since {@code earlier} that the busiest thread waited because of other processes. The running time
     * of the process's other threads, for example of a JIT compiler bound to the same core, is the side's own cost and
     * is subtracted.
     */
    long causedByOthersSince(SchedulingDelay earlier) {
        List<Thread> differences = threads.entrySet().stream().map(entry -> {
            Thread before = earlier.threads.getOrDefault(entry.getKey(), new Thread(0, 0));
            return new Thread(entry.getValue().ran() - before.ran(), entry.getValue().waited() - before.waited());
        }).toList();
        Thread busiest = new Thread(0, 0);
        long ran = 0;
        for (Thread difference : differences) {
            ran += difference.ran();
            busiest = difference.ran() > busiest.ran() ? difference : busiest;
        }
        return Math.max(0, busiest.waited() - (ran - busiest.ran()));
    }
}
