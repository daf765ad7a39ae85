package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;

/**
 * In round k each rank sends the value of the 2^k ranks up to itself to the rank 2^k further on, and takes in the value
 * from the rank 2^k before it. Any operation can be used. Hillis and Steele, "Data parallel algorithms", 1986; called
 * simultaneous binomial trees by Sanders and Träff, 2006.
 *
 * <p>Cost, exact: {@code ceil(log2 p)(α + nβ + nγ)}; in round k p - 2^k messages.
 */
public final class SimultaneousBinomialScan implements Algorithm {
    @Override
    public String name() {
        return "simultaneous-binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        long bytes = problem.bytes();
        int rank = problem.rank();
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND, Place.RECEIVE, steps.work(bytes));
        for (int distance = 1; distance < problem.size(); distance *= 2) {
            Place free = value.free();
            int received = rank >= distance ? steps.receive(rank - distance, free, bytes) : -1;
            int sent = rank + distance < problem.size() ? steps.send(rank + distance, value.value(), bytes) : -1;
            steps.await(received);
            steps.await(sent);
            if (rank >= distance) {
                value.takeLower(free, 0, bytes);
            }
        }
        value.finish(0, bytes);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = 0;
        long rounds = 0;
        for (int distance = 1; distance < problem.size() && problem.bytes() > 0; distance *= 2) {
            messages += problem.size() - distance;
            rounds++;
        }
        long path = rounds * problem.bytes();
        return new Cost(messages, messages * problem.bytes(), rounds, path, path);
    }
}
