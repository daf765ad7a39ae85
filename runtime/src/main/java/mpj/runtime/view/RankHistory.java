package mpj.runtime.view;

import java.util.HashMap;
import java.util.Map;
import mpj.runtime.bootstrap.RankSample;

/** The last two different samples of each rank, from which rates are made. Not thread-safe. */
final class RankHistory {
    private final Map<Integer, RankSample> last = new HashMap<>();
    private final Map<Integer, RankSample> before = new HashMap<>();

    /** @param sample the rank's last sample; null if there is none */
    RankRow row(int rank, String host, RankSample sample) {
        RankSample known = last.get(rank);
        if (sample != null && !sample.equals(known)) {
            if (known != null) {
                before.put(rank, known);
            }
            last.put(rank, sample);
        }
        return new RankRow(rank, host, sample, before.get(rank));
    }
}
