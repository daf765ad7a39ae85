package mpj.bench.compare;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rounds at one size that could not be used.
 *
 * @param rounds how many, by the first objection to each
 */
record Discarded(Map<Objection, Integer> rounds) {
    static final Discarded NONE = new Discarded(Map.of());

    Discarded {
        rounds = Map.copyOf(rounds);
    }

    int total() {
        return rounds.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Each reason with its number of rounds; empty when there is none. */
    String reasons() {
        return rounds.entrySet().stream().sorted(Map.Entry.comparingByKey())
            .map(entry -> "in " + entry.getValue() + " " + entry.getKey().sentence())
            .collect(Collectors.joining("; "));
    }
}
