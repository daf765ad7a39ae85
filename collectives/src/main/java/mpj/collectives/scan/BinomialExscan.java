package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Carries out the binomial scan, and then each rank sends its result to the next rank. Any operation can be used.
 * Blelloch, "Scans as primitive parallel operations", 1989; Sanders and Träff, 2006.
 *
 * <p>Cost, exact for p a power of two: {@code 2 log2 p (α + nβ) + (2 log2 p - 1) nγ}; fewer than 3p messages.
 */
public final class BinomialExscan implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        long bytes = problem.bytes();
        Place inclusive = steps.work(bytes);
        BinomialScan.write(problem, inclusive, steps);
        steps.awaitAll();
        if (problem.rank() > 0) {
            steps.receive(problem.rank() - 1, Place.RECEIVE, bytes);
        }
        if (problem.rank() < problem.size() - 1) {
            steps.send(problem.rank() + 1, inclusive, bytes);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.bytes() == 0 ? 0 : problem.size() - 1L;
        long bytes = messages == 0 ? 0 : problem.bytes();
        return new BinomialScan().cost(problem)
            .then(new Cost(messages, messages * bytes, Math.min(1, messages), bytes, 0));
    }
}
