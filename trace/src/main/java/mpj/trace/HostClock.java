package mpj.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a host beside that of the launcher's host. Both are System.nanoTime, which all processes of a host
 * share.
 *
 * @param host its name
 * @param ranks those that run there
 * @param wall nanoseconds since 1970-01-01 UTC minus System.nanoTime, for recordings that do not tell; 0 if not known
 * @param samples in the order in which they were taken; none for the launcher's own host
 */
record HostClock(String host, List<Integer> ranks, long wall, List<Sample> samples) {
    private static final int NUMBERS = 3;

    /**
     * One round trip between the launcher and the host.
     *
     * @param time of the host
     * @param offset what is to be added to have the launcher's time
     * @param error by which the offset may be wrong: half of the round trip
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

    /** The launcher's time at a time of this host: the offset drifts evenly between the first sample and the last. */
    long toLauncher(long time) {
        if (samples.isEmpty()) {
            return time;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        if (last.time == first.time) {
            return time + first.offset;
        }
        return time + first.offset + Math.round(drift() * (time - first.time));
    }

    /** Nanoseconds that the clocks part in a nanosecond. */
    double drift() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return last.time == first.time ? 0 : (double) (last.offset - first.offset) / (last.time - first.time);
    }

    /** By how much a time may be wrong. */
    long error() {
        long error = 0;
        for (Sample sample : samples) {
            error = Math.max(error, sample.error);
        }
        return error;
    }
}
