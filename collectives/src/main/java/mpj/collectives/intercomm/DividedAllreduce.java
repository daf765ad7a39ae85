package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines in {@linkplain Pieces pieces}, one for each member, the groups exchange these, and each gathers
 * the other's. A rank sends about twice its elements, however many ranks there are.
 *
 * <p>Cost: the reduce-scatter's within the larger group, {@code α + n/min(m,n) β}, and the allgather's.
 */
public final class DividedAllreduce implements Algorithm {
    private final String name;
    private final Algorithm reduceScatter;
    private final Algorithm allgather;

    /**
     * @param name the name
     * @param reduceScatter what combines within a group, for blocks of any size
     * @param allgather what gathers pieces within a group, of any size
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
        return Pieces.fit(reduceScatter, problem) && new Groups(problem).bothFit(allgather::fits);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Pieces pieces = new Pieces(problem, problem.bytes());
        Blocks blocks = pieces.blocks();
        Place piece = Place.RECEIVE.plus(blocks.at(groups.member()));
        pieces.exchange(reduceScatter, piece, steps);
        allgather.write(groups.own(blocks.length(groups.member())).blocks(null, blocks),
            groups.own(steps, piece, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        Pieces pieces = new Pieces(problem, problem.bytes());
        return pieces.cost(reduceScatter)
            .then(pieces.beside((part, each) -> allgather.cost(part.blocks(null, each))));
    }
}
