package mpj.bench.compare;

import java.util.Arrays;

/**
 * One turn of every side at one size, the sides in the order of the comparison whatever the order they ran in.
 *
 * @param microseconds the figure of each side
 * @param flagMicroseconds the bare flag exchange just before each side's block
 * @param displaced the part of each side's block, 0 to 1, that one of its ranks waited for a core others used
 */
record Round(double[] microseconds, double[] flagMicroseconds, double[] displaced) {
    /** Neighbouring flag exchanges that differ by more than this straddle a change of the machine's state. */
    private static final double STEADY = 1.4;
    private static final double DISPLACED_LIMIT = 0.02;

    /** Null if the machine kept its state and was the sides' own, so that the blocks can be compared. */
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
