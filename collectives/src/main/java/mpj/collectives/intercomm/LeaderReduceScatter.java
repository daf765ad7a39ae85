package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines its operands at its leader, the leaders {@linkplain LeaderExchange exchange} their results, and
 * each leader sends the members of its group their blocks. No algorithm has fewer messages. It suits any operation.
 *
 * <p>Cost: the reduce's cost within the larger group, {@code α + nβ}, and the scatter's cost.
 */
public final class LeaderReduceScatter implements Algorithm {
    private final String name;
    private final Algorithm reduce;
    private final Algorithm scatter;

    /**
     * @param name the name of this algorithm
     * @param reduce combines operands within a group, for any operation
     * @param scatter scatters blocks of any size within a group
     */
    public LeaderReduceScatter(String name, Algorithm reduce, Algorithm scatter) {
        this.name = name;
        this.reduce = reduce;
        this.scatter = scatter;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Blocks blocks = problem.sent();
        long all = blocks.length(0, groups.ownSize());
        Place arrived = groups.leads() ? steps.work(all) : Place.WORK;
        LeaderExchange.write(reduce, all, arrived, groups, steps);
        scatter.write(groups.own(blocks.length(groups.member())).blocks(blocks, null),
            groups.own(steps, arrived, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long all = problem.sent().length(0, groups.ownSize());
        return LeaderExchange.cost(reduce, all, groups).then(groups.beside(part ->
            scatter.cost(part.blocks(Blocks.dividing(all, problem.unit(), part.size()), null)), all));
    }
}
