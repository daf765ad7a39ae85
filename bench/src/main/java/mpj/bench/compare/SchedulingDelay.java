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
 * How long the threads of a process have run and have waited for a core, from {@code /proc/PID/task/TID/schedstat}.
 * A rank that polls on a core of its own never waits, unless something else runs there.
 */
final class SchedulingDelay {
    private final Map<String, Thread> threads;

    /** Nanoseconds on a core and nanoseconds runnable without one. */
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
            // A thread that ended meanwhile, or a kernel without these figures: what is not known is not counted.
            return new SchedulingDelay(threads);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SchedulingDelay(threads);
    }

    /**
     * Nanoseconds since {@code earlier} that the busiest thread waited because of other processes. What the process's
     * other threads ran (a JIT compiler bound to the same core, say) is the side's own cost and is taken off.
     */
    long becauseOfOthersSince(SchedulingDelay earlier) {
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
