package mpj.bench.compare;

import java.util.List;
import java.util.Locale;

/**
 * The results of the rounds at one size.
 *
 * @param bytes the message size
 * @param attempts how many rounds were run
 * @param discarded the rounds that could not be used
 * @param foreignLoad the part of the time of all cores that other processes used, 0 to 1
 * @param results the results of the other rounds, one for each state of the machine; empty if all were discarded
 */
record SizeRun(int bytes, int attempts, Discarded discarded, double foreignLoad, List<SizeResult> results) {
    /** Why there is no result. */
    String why() {
        return String.format(Locale.ROOT,
            "no steady block in %d rounds: %s; other processes took %.0f %% of the machine", attempts,
            discarded.reasons(), 100 * foreignLoad);
    }
}
