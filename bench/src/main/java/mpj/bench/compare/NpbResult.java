package mpj.bench.compare;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One benchmark on all sides.
 *
 * @param benchmark the benchmark, such as {@code CG}
 * @param problem its class
 * @param rounds for each round the figures of each side; the sides of a round ran one after the other
 * @param communication for each side, the part of the time that was communication; it is from a separate run
 */
record NpbResult(String benchmark, String problem, List<List<NpbFigures>> rounds, List<Double> communication) {
    String name() {
        return benchmark + "." + problem;
    }

    Spread seconds(int side) {
        return of(side, NpbFigures::seconds);
    }

    Spread rate(int side) {
        return of(side, NpbFigures::rate);
    }

    private Spread of(int side, ToDoubleFunction<NpbFigures> figure) {
        return Spread.of(rounds.stream().mapToDouble(round -> figure.applyAsDouble(round.get(side))).toArray());
    }

    /**
     * The first side's time as a multiple of a peer's time, round by round. It is computed from the rates: both sides
     * count the same operations, and the report has more digits of the rates than of the times.
     */
    Spread ratio(int peer) {
        return Spread.of(rounds.stream().mapToDouble(round -> round.get(peer).rate() / round.getFirst().rate())
            .toArray());
    }

    boolean isVerified(int side) {
        return rounds.stream().allMatch(round -> round.get(side).verified());
    }

    /** The geometric mean of the ratios of some results. */
    static double mean(List<NpbResult> results, int peer) {
        return Statistics.geometricMean(results.stream().mapToDouble(result -> result.ratio(peer).median()).toArray());
    }

    /** The classes of some results, in the order of the results. */
    static List<String> problems(List<NpbResult> results) {
        return results.stream().map(NpbResult::problem).distinct().toList();
    }
}
