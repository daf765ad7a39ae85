package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * How many iterations a sample has: the options {@code -iter}, {@code -iter_policy} and {@code -time}.
 *
 * @param kind which rule
 * @param messagesPerSample the most iterations
 * @param overallVolume bytes that a sample moves at most, one iteration at least
 * @param secondsPerSample how long a sample lasts at most, about
 */
record IterationPolicy(Kind kind, int messagesPerSample, long overallVolume, double secondsPerSample) {
    /** IMB rounds message sizes up to its assignment type, a float, before it scales iterations by them. */
    private static final int LEAST_BYTES = 4;
    private static final int PROBE_ITERATIONS = 1000;

    /** The values of {@code -iter_policy}. */
    enum Kind {
        DYNAMIC, MULTIPLE_NP, AUTO, OFF;

        /** @throws IllegalArgumentException if there is none of that name */
        static Kind of(String name) {
            return Arrays.stream(values()).filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("-iter_policy '" + name
                    + "' is not one of dynamic, multiple_np, auto, off"));
        }
    }

    /** Whether the count follows from a trial run. */
    boolean adapts(boolean hasRoot) {
        return kind == Kind.DYNAMIC || kind == Kind.AUTO && !hasRoot;
    }

    /** The iterations before any trial run. */
    int selected(int bytes, int ranks, int longestBytes, boolean hasRoot, boolean hasSizes) {
        if (!hasSizes || kind == Kind.OFF) {
            return messagesPerSample;
        }
        if (kind == Kind.MULTIPLE_NP || kind == Kind.AUTO && hasRoot) {
            // A hyperbola through messagesPerSample at size 0, made a multiple of the ranks so each is root as often.
            int count = (int) ((double) messagesPerSample * longestBytes
                / ((double) ranks * Math.max(bytes, LEAST_BYTES) + longestBytes) + 0.5);
            return Math.max(count - count % ranks, ranks);
        }
        return (int) Math.max(1, bytes == 0 ? messagesPerSample : Math.min(overallVolume / bytes, messagesPerSample));
    }

    /**
     * The iterations that keep within the time.
     *
     * @param selected the most
     * @param previous those of the size before, which a larger one does not exceed
     * @param trial runs so many iterations and returns the seconds one took on the slowest rank
     */
    int adapted(int selected, int previous, IntToDoubleFunction trial) {
        double seconds = trial.applyAsDouble(1);
        int probe = Math.min(selected, seconds < 1.0 / PROBE_ITERATIONS ? PROBE_ITERATIONS
            : seconds < 1 ? (int) (1 / seconds + 0.5) : 1);
        if (probe > 1) {
            seconds = trial.applyAsDouble(probe);
        }
        double affordable = seconds > 1e-8 ? Math.min(1 + secondsPerSample / seconds, Integer.MAX_VALUE) : selected;
        return Math.min(selected, Math.min(previous, (int) affordable));
    }
}
