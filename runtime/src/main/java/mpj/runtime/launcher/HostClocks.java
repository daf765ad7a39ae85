package mpj.runtime.launcher;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * The differences between the clocks of other hosts and this host's clock. They are found by round trips: some at the
 * beginning, some at the end, and a few in between. In each half of the time, the shortest round trip counts, because
 * the error of a measurement is bounded by nothing but the length of its round trip. The clocks are System.nanoTime,
 * which all processes of a host share. Thread-safe.
 */
final class HostClocks {
    private static final int AT_BEGIN = 10;
    private static final int AT_END = 4;
    private static final long OFTEN_MILLIS = 100;
    private static final long SELDOM_MILLIS = 5_000;
    private static final long END_MILLIS = 500;

    private record Sample(long time, long offset, long error) {
    }

    private final Map<Integer, List<Sample>> samples = new HashMap<>();
    private final Map<Integer, Long> walls = new HashMap<>();
    private long lastAsked;
    private int answers;

    /** Nanoseconds since 1970-01-01 UTC minus System.nanoTime, on this host. */
    static long wall() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
    }

    /** Begins to ask all hosts from time to time, on a thread of its own. */
    void begin(LongConsumer ask) {
        Thread.ofPlatform().daemon().name("mpjrun-clocks").start(() -> {
            try {
                for (int i = 0; ; i++) {
                    ask(ask);
                    Thread.sleep(i < AT_BEGIN ? OFTEN_MILLIS : SELDOM_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /**
     * Asks for the last time, and waits for the answers of this number of hosts. It does not wait long, because a host
     * may be gone.
     */
    void end(LongConsumer ask, int hosts) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        for (int i = 0; i < AT_END; i++) {
            ask(ask);
            synchronized (this) {
                while (answers < hosts && System.nanoTime() < deadline) {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline - System.nanoTime()));
                }
            }
        }
    }

    private void ask(LongConsumer ask) {
        long now;
        synchronized (this) {
            now = System.nanoTime();
            lastAsked = now;
            answers = 0;
        }
        ask.accept(now);
    }

    /**
     * {@code time} is the host's time when it was asked; {@code asked} is this host's time when the question was sent.
     */
    synchronized void answered(int host, long asked, long time, long wall) {
        long half = (System.nanoTime() - asked) / 2;
        samples.computeIfAbsent(host, index -> new ArrayList<>()).add(new Sample(time, asked + half - time, half));
        walls.put(host, wall);
        if (asked == lastAsked) {
            answers++;
            notifyAll();
        }
    }

    synchronized long wallOf(int host) {
        return walls.getOrDefault(host, 0L);
    }

    /**
     * The best measurements of the first half and of the second, three numbers each: the time, the offset and the
     * error.
     */
    synchronized String samplesOf(int host) {
        List<Sample> all = samples.getOrDefault(host, List.of());
        if (all.isEmpty()) {
            return "";
        }
        long middle = all.getFirst().time + (all.getLast().time - all.getFirst().time) / 2;
        Sample first = null;
        Sample last = null;
        for (Sample sample : all) {
            if (sample.time <= middle) {
                first = first == null || sample.error < first.error ? sample : first;
            } else {
                last = last == null || sample.error < last.error ? sample : last;
            }
        }
        return text(first) + (last == null ? "" : " " + text(last));
    }

    private static String text(Sample sample) {
        return sample.time + " " + sample.offset + " " + sample.error;
    }
}
