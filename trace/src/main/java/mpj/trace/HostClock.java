package mpj.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a host, compared with the clock of the launcher's host. Both clocks are System.nanoTime, which all
 * processes of a host share.
 *
 * @param host the name of the host
 * @param ranks the ranks that run on the host
 * @param wall nanoseconds since 1970-01-01 UTC minus System.nanoTime, for recordings that do not contain it; 0 if it is
 *     not known
 * @param samples in the order in which they were taken; none for the launcher's own host
 */
record HostClock(String host, List<Integer> ranks, long wall, List<Sample> samples) {
    private static final int NUMBERS = 3;

    /**
     * One round trip between the launcher and the host.
     *
     * @param time the time of the host
     * @param offset the number to add to the host's time to get the launcher's time
     * @param error the largest error of the offset: half of the round trip
     */
    record Sample(long time, long offset, long error) {
    }

    /** Reads samples of three numbers each. */
    static HostClock of(String host, List<Integer> ranks, long wall, String text) {
        List<Sample> samples = new ArrayList<>();
        String[] numbers = text.isBlank() ? new String[0] : text.strip().split(" ");
        for (int i = 0; i + NUMBERS <= numbers.length; i += NUMBERS) {
            samples.add(new Sample(Long.parseLong(numbers[i]), Long.parseLong(numbers[i + 1]),
                Long.parseLong(numbers[i + 2])));
        }
        return new HostClock(host, ranks, wall, List.copyOf(samples));
    }

    /** The launcher's time at a time of this host. */
    long toLauncher(long time) {
        if (samples.isEmpty()) {
            return time;
        }
        Sample from = drifts() ? samples.getFirst() : best();
        return time + from.offset + Math.round(drift() * (time - from.time));
    }

    /** The nanoseconds by which the clocks diverge in one nanosecond; 0 if the samples do not show a drift. */
    double drift() {
        Sample first = samples.isEmpty() ? null : samples.getFirst();
        return drifts() ? (double) (samples.getLast().offset - first.offset) / (samples.getLast().time - first.time)
            : 0;
    }

    /** The largest error of a time. */
    long error() {
        if (samples.isEmpty()) {
            return 0;
        }
        return drifts() ? Math.max(samples.getFirst().error, samples.getLast().error) : best().error;
    }

    /** Whether the offset has changed by more than the error of the samples. A smaller change is not a drift. */
    private boolean drifts() {
        if (samples.size() < 2 || samples.getFirst().time == samples.getLast().time) {
            return false;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return Math.abs(last.offset - first.offset) > first.error + last.error;
    }

    private Sample best() {
        Sample best = samples.getFirst();
        for (Sample sample : samples) {
            best = sample.error < best.error ? sample : best;
        }
        return best;
    }
}
