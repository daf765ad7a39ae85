package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines its operands in {@linkplain PartExchange parts}, one for each member. The groups exchange the
 * parts, and each group gathers the other's. A rank sends about twice its elements, however many ranks there are.
 *
 * <p>Cost: the reduce-scatter's cost within the larger group, {@code α + n/min(m,n) β}, and the allgather's cost.
 */
public final class DividedAllreduce implements Algorithm {
    private final String name;
    private final Algorithm reduceScatter;
    private final Algorithm allgather;

    /**
     * @param name the name of this algorithm
     * @param reduceScatter combines blocks of any size within a group
     * @param allgather gathers parts of any size within a group
     */
    public DividedAllreduce(String name, Algorithm reduceScatter, Algorithm allgather) {
        this.name = name;
        this.reduceScatter = reduceScatter;
        this.allgather = allgather;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean fits(Problem problem) {
        return PartExchange.fit(reduceScatter, problem) && new Groups(problem).bothFit(allgather::fits);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        PartExchange exchange = new PartExchange(problem, problem.bytes());
        Blocks parts = exchange.parts();
        Place part = Place.RECEIVE.plus(parts.at(groups.member()));
        exchange.write(reduceScatter, part, steps);
        allgather.write(groups.own(parts.length(groups.member())).blocks(null, parts),
            groups.own(steps, part, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        PartExchange exchange = new PartExchange(problem, problem.bytes());
        return exchange.cost(reduceScatter)
            .then(exchange.beside((group, parts) -> allgather.cost(group.blocks(null, parts))));
    }
}
