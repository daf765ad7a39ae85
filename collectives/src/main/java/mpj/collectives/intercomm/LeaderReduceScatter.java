package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines to its leader, the leaders exchange what they have, and each sends the members of its group their
 * blocks. Fewest messages of all; any operation will do.
 *
 * <pre>
 *   one group        a0 &lt;- a1  a2           a0 -&gt; a1  a2
 *                    ^-----'                '------^
 *                        |      exchange
 *   the other        b0 &lt;- b1               b0 -&gt; b1
 * </pre>
 *
 * <p>Cost: the reduce's within the larger group, {@code α + nβ}, and the scatter's.
 */
public final class LeaderReduceScatter implements Algorithm {
    private final String name;
    private final Algorithm reduce;
    private final Algorithm scatter;

    /**
     * @param name the name
     * @param reduce what combines within a group, any operation
     * @param scatter what scatters blocks of any size within a group
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
        Place combined = groups.leads() ? steps.work(all) : Place.WORK;
        Place arrived = groups.leads() ? steps.work(all) : Place.WORK;
        reduce.write(groups.own(all), groups.own(steps, Place.SEND, combined));
        steps.awaitAll();
        if (groups.leads()) {
            steps.exchange(groups.remote(0), combined, all, groups.remote(0), arrived, all);
        }
        scatter.write(groups.own(blocks.length(groups.member())).blocks(blocks, null),
            groups.own(steps, arrived, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long all = problem.sent().length(0, groups.ownSize());
        return groups.beside(reduce::cost, all, all).then(Groups.beside(Groups.message(all), Groups.message(all)))
            .then(groups.beside(part -> scatter.cost(part.blocks(
                Blocks.dividing(all, problem.unit(), part.size()), null)), all, all));
    }
}
