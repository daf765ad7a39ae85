package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;

/**
 * Goes up a binomial tree, so that each rank whose number plus one is a multiple of 2^k has the value of 2^k ranks.
 * Then it goes down again, and such a rank sends the rank 2^(k-1) further on the value of all ranks before that one. No
 * other scan of logarithmic time has fewer messages. Any operation can be used. Blelloch, "Scans as primitive parallel
 * operations", 1989; Sanders and Träff, 2006.
 *
 * <p>Cost, exact for p a power of two: {@code (2 log2 p - 1)(α + nβ + nγ)}; fewer than 2p messages.
 */
public final class BinomialScan implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        write(problem, Place.RECEIVE, steps);
    }

    /** Writes the scan. The result goes to a place that the caller names. */
    static void write(Problem problem, Place result, Steps steps) {
        int rank = problem.rank();
        int size = problem.size();
        long bytes = problem.bytes();
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND, result, steps.work(bytes));
        int distance = 1;
        for (; distance < size && (rank + 1) % (2L * distance) == 0; distance *= 2) {
            Place free = value.free();
            steps.await(steps.receive(rank - distance, free, bytes));
            value.takeLower(free, 0, bytes);
        }
        // The distance is now the lowest bit of the rank plus one. At this level the rank sends its value up, and gets
        // the value of the ranks before it on the way down.
        if (distance < size) {
            if (rank + distance < size && (rank + distance + 1) % (2L * distance) == 0) {
                steps.await(steps.send(rank + distance, value.value(), bytes));
            }
            if (rank - distance >= 0) {
                Place free = value.free();
                steps.await(steps.receive(rank - distance, free, bytes));
                value.takeLower(free, 0, bytes);
            }
        }
        for (distance /= 2; distance > 0; distance /= 2) {
            if (rank + distance < size) {
                steps.await(steps.send(rank + distance, value.value(), bytes));
            }
        }
        value.finish(0, bytes);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = 0;
        for (int distance = 1; distance < problem.size() && problem.bytes() > 0; distance *= 2) {
            int upward = problem.size() / (2 * distance);
            int downward = (problem.size() - distance) / (2 * distance);
            messages += upward + downward;
        }
        long rounds = messages == 0 ? 0 : 2L * Cost.log2(problem.size()) - 1;
        long path = rounds * problem.bytes();
        return new Cost(messages, messages * problem.bytes(), rounds, path, path);
    }
}
