package mpj.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * From the times of a recording to the launcher's clock. A JVM stamps its events by a clock of its own, which it sets
 * once by the system's. What it records of System.nanoTime beside that (mpj.ClockSample) tells how the two go together.
 */
final class RecordingClock {
    private record Pair(long stamp, long nanoTime) {
    }

    private final List<Pair> pairs = new ArrayList<>();
    private final HostClock host;

    RecordingClock(HostClock host) {
        this.host = host;
    }

    /** An event with this stamp was at this System.nanoTime. */
    void sample(long stamp, long nanoTime) {
        pairs.add(new Pair(stamp, nanoTime));
    }

    /** The launcher's time of an event. */
    long time(long stamp) {
        if (pairs.isEmpty()) {
            return host.toLauncher(stamp - host.wall());
        }
        Pair first = pairs.getFirst();
        Pair last = pairs.getLast();
        double rate = last.stamp == first.stamp ? 1
            : (double) (last.nanoTime - first.nanoTime) / (last.stamp - first.stamp);
        return host.toLauncher(first.nanoTime + Math.round(rate * (stamp - first.stamp)));
    }
}
