package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines its operands at its leader, the leaders {@linkplain LeaderExchange exchange} their results, and
 * each leader sends its group the other group's result.
 *
 * <p>Cost: the reduce's cost within the larger group, {@code α + nβ}, and the bcast's cost.
 */
public final class LeaderAllreduce implements Algorithm {
    private final String name;
    private final Algorithm reduce;
    private final Algorithm bcast;

    /**
     * @param name the name of this algorithm
     * @param reduce combines operands within a group, for any operation
     * @param bcast sends the result to a group
     */
    public LeaderAllreduce(String name, Algorithm reduce, Algorithm bcast) {
        this.name = name;
        this.reduce = reduce;
        this.bcast = bcast;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        long bytes = problem.bytes();
        LeaderExchange.write(reduce, bytes, Place.RECEIVE, groups, steps);
        bcast.write(groups.own(bytes), groups.own(steps, Place.SEND, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long bytes = problem.bytes();
        return LeaderExchange.cost(reduce, bytes, groups).then(groups.beside(bcast::cost, bytes));
    }
}
