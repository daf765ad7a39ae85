package mpj.bench.compare;

import java.util.Arrays;

/**
 * One turn of every side at one size. The arrays are in the order of the comparison, whatever the order in which the
 * sides ran.
 *
 * @param microseconds the figure of each side
 * @param flagMicroseconds the time of the bare exchange of a flag just before each side's block
 * @param displaced for each side, the part of its block, 0 to 1, during which one of its ranks waited for a core that
 *   others used
 */
record Round(double[] microseconds, double[] flagMicroseconds, double[] displaced) {
    /**
     * If neighbouring exchanges of a flag differ by more than this factor, the machine changed its state between them.
     */
    private static final double STEADY = 1.4;
    private static final double DISPLACED_LIMIT = 0.02;

    /** Why the blocks cannot be compared. Null if the machine kept its state and nobody else used the cores. */
    Objection objection() {
        if (Arrays.stream(displaced).anyMatch(part -> part > DISPLACED_LIMIT)) {
            return Objection.DISPLACED;
        }
        if (state() == MachineState.DISTURBED) {
            return Objection.DISTURBED;
        }
        double least = Arrays.stream(flagMicroseconds).min().orElseThrow();
        double most = Arrays.stream(flagMicroseconds).max().orElseThrow();
        return most > STEADY * least ? Objection.STATE_CHANGED : null;
    }

    MachineState state() {
        return MachineState.of(Statistics.geometricMean(flagMicroseconds));
    }

    /** The first side's time divided by that of side {@code peer}. */
    double ratio(int peer) {
        return microseconds[0] / microseconds[peer];
    }
}
