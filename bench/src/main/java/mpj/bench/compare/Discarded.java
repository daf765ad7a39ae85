package mpj.bench.compare;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rounds at one size that could not be used.
 *
 * @param rounds how many rounds had each objection; a round counts for its first objection
 */
record Discarded(Map<Objection, Integer> rounds) {
    static final Discarded NONE = new Discarded(Map.of());

    Discarded {
        rounds = Map.copyOf(rounds);
    }

    int total() {
        return rounds.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Each reason with its number of rounds; empty if no round was discarded. */
    String reasons() {
        return rounds.entrySet().stream().sorted(Map.Entry.comparingByKey())
            .map(entry -> "in " + entry.getValue() + " " + entry.getKey().sentence())
            .collect(Collectors.joining("; "));
    }
}
