package mpj.bench.compare;

import java.util.List;
import java.util.Locale;

/**
 * What became of the rounds at one size.
 *
 * @param bytes the message size
 * @param attempts the rounds that were run
 * @param discarded those of them that could not be used
 * @param foreignLoad the part of all cores' time that went to other processes, 0 to 1
 * @param results of the others, one for each state of the machine; none if all were discarded
 */
record SizeRun(int bytes, int attempts, Discarded discarded, double foreignLoad, List<SizeResult> results) {
    /** Why there is no result. */
    String why() {
        return String.format(Locale.ROOT,
            "no steady block in %d rounds: %s; other processes took %.0f %% of the machine", attempts,
            discarded.reasons(), 100 * foreignLoad);
    }
}
