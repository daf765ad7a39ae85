package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;

/**
 * In round k the ranks whose numbers differ in bit k exchange the values of their 2^k neighbours. The higher rank takes
 * the lower rank's value into its result. Any operation can be used. Thakur, Rabenseifner and Gropp's recursive
 * doubling, 2005, as MPICH uses it for scans.
 *
 * <p>Cost, exact for p a power of two except for γ, of which there is twice as much at worst:
 * {@code log2 p (α + nβ + nγ)}; p log2 p messages.
 */
public final class RecursiveDoublingScan implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        steps.copy(Place.SEND, Place.RECEIVE, problem.bytes());
        write(problem, true, steps);
    }

    /**
     * Writes the rounds.
     *
     * @param begun whether there is a result already; if not, it begins with the first value of lower ranks
     */
    static void write(Problem problem, boolean begun, Steps steps) {
        long bytes = problem.bytes();
        int rank = problem.rank();
        boolean hasResult = begun;
        Place result = Place.RECEIVE;
        // The value that this rank passes on: its own operands at first, and later also those of its neighbours on both
        // sides.
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND, steps.work(bytes),
            steps.work(bytes));
        for (int mask = 1; mask < problem.size(); mask *= 2) {
            int partner = rank ^ mask;
            if (partner >= problem.size()) {
                continue;
            }
            Place free = value.free();
            steps.exchange(partner, value.value(), bytes, partner, free, bytes);
            if (partner > rank) {
                value.takeUpper(free, 0, bytes);
                continue;
            }
            if (hasResult) {
                steps.reduce(free, result, bytes);
            } else {
                steps.copy(free, result, bytes);
                hasResult = true;
            }
            value.takeLower(free, 0, bytes);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = 0;
        for (int mask = 1; mask < problem.size() && problem.bytes() > 0; mask *= 2) {
            int whole = problem.size() / (2 * mask);
            messages += 2L * (whole * (long) mask + Math.max(0, problem.size() - 2L * mask * whole - mask));
        }
        long rounds = problem.bytes() == 0 ? 0 : Cost.log2(problem.size());
        long path = rounds * problem.bytes();
        return new Cost(messages, messages * problem.bytes(), rounds, path, 2 * path);
    }
}
