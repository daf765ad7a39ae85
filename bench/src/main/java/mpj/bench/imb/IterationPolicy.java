package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * How many iterations a sample has. The options {@code -iter}, {@code -iter_policy} and {@code -time} decide.
 *
 * @param kind the rule
 * @param messagesPerSample the largest number of iterations
 * @param overallVolume how many bytes a sample moves at most; there is always one iteration
 * @param secondsPerSample about how many seconds a sample lasts at most
 */
record IterationPolicy(Kind kind, int messagesPerSample, long overallVolume, double secondsPerSample) {
    /** Before IMB scales iterations by message sizes, it rounds the sizes up to its assignment type, a float. */
    private static final int LEAST_BYTES = 4;
    private static final int PROBE_ITERATIONS = 1000;

    /** The values of {@code -iter_policy}. */
    enum Kind {
        DYNAMIC, MULTIPLE_NP, AUTO, OFF;

        /** @throws IllegalArgumentException if there is no kind of that name */
        static Kind of(String name) {
            return Arrays.stream(values()).filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("-iter_policy '" + name
                    + "' is not one of dynamic, multiple_np, auto, off"));
        }
    }

    /** Whether a trial run decides the number of iterations. */
    boolean adapts(boolean hasRoot) {
        return kind == Kind.DYNAMIC || kind == Kind.AUTO && !hasRoot;
    }

    /** The number of iterations before any trial run. */
    int selected(int bytes, int ranks, int longestBytes, boolean hasRoot, boolean hasSizes) {
        if (!hasSizes || kind == Kind.OFF) {
            return messagesPerSample;
        }
        if (kind == Kind.MULTIPLE_NP || kind == Kind.AUTO && hasRoot) {
            // The formula is a hyperbola through messagesPerSample at size 0. The result is a multiple of the number of
            // ranks, so that each rank is the root equally often.
            int count = (int) ((double) messagesPerSample * longestBytes
                / ((double) ranks * Math.max(bytes, LEAST_BYTES) + longestBytes) + 0.5);
            return Math.max(count - count % ranks, ranks);
        }
        return (int) Math.max(1, bytes == 0 ? messagesPerSample : Math.min(overallVolume / bytes, messagesPerSample));
    }

    /**
     * The number of iterations that keeps within the time.
     *
     * @param selected the largest number
     * @param previous the number for the size before; a larger size does not get more
     * @param trial runs this many iterations, and returns the seconds of one iteration on the slowest rank
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
