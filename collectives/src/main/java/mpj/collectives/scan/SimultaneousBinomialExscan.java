package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;

/**
 * In round k each rank sends the value of the 2^k ranks up to itself to the rank 2^k further on. It takes in the value
 * from the rank 2^k before it, both into the value that it sends and into its result. Any operation can be used. Hillis
 * and Steele, "Data parallel algorithms", 1986; called simultaneous binomial trees by Sanders and Träff, 2006.
 *
 * <p>Cost, exact except for γ, of which there is twice as much at worst: {@code ceil(log2 p)(α + nβ + nγ)}; in round k
 * p - 2^k messages.
 */
public final class SimultaneousBinomialExscan implements Algorithm {
    @Override
    public String name() {
        return "simultaneous-binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        long bytes = problem.bytes();
        int rank = problem.rank();
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND, steps.work(bytes),
            steps.work(bytes));
        Place buffer = steps.work(bytes);
        for (int distance = 1; distance < problem.size(); distance *= 2) {
            Place arriving = distance == 1 ? Place.RECEIVE : buffer;
            int received = rank >= distance ? steps.receive(rank - distance, arriving, bytes) : -1;
            int sent = rank + distance < problem.size() ? steps.send(rank + distance, value.value(), bytes) : -1;
            steps.await(received);
            steps.await(sent);
            if (rank >= distance) {
                if (distance > 1) {
                    steps.reduce(arriving, Place.RECEIVE, bytes);
                }
                if (rank + 2 * distance < problem.size()) {
                    Place lower = value.free();
                    steps.copy(arriving, lower, bytes);
                    value.takeLower(lower, 0, bytes);
                }
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Cost inclusive = new SimultaneousBinomialScan().cost(problem);
        return new Cost(inclusive.messages(), inclusive.bytes(), inclusive.rounds(), inclusive.path(),
            2 * inclusive.reduced());
    }
}
