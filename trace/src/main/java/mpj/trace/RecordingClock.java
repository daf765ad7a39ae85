package mpj.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts the times of a recording to the launcher's clock. A JVM stamps its events with a clock of its own, which it
 * sets once by the system's clock. The JVM also records System.nanoTime beside this stamp (mpj.ClockSample), which
 * shows how the two clocks are related.
 */
final class RecordingClock {
    private record Pair(long stamp, long nanoTime) {
    }

    private final List<Pair> pairs = new ArrayList<>();
    private final HostClock host;

    RecordingClock(HostClock host) {
        this.host = host;
    }

    /** Adds a sample: the event with this stamp happened at this System.nanoTime. */
    void sample(long stamp, long nanoTime) {
        pairs.add(new Pair(stamp, nanoTime));
    }

    /** The time of an event on the launcher's clock. */
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
