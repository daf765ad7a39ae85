package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The blocks of each group are dealt out to the members of the other group, which then gather them from each other. So
 * each block crosses between the groups once, whatever its size, and no rank needs to know the blocks of its own group.
 *
 * <pre>
 *   one group        a0   a1   a2   a3
 *                      \  /      \  /        and b0, b1 to a0, a2 at the same time
 *   the other         b0        b1
 *                     a0 a1 &lt;-&gt; a2 a3         allgather among b0 and b1
 * </pre>
 *
 * <p>Cost: at most {@code ceil(m/n)} blocks to one member, and the allgather's cost within the larger group.
 */
public final class DealtAllgather implements Algorithm {
    private final Algorithm allgather;

    /**
     * @param allgather gathers blocks of any size within a group
     */
    public DealtAllgather(Algorithm allgather) {
        this.allgather = allgather;
    }

    @Override
    public String name() {
        return allgather.name();
    }

    @Override
    public long parameter() {
        return allgather.parameter();
    }

    @Override
    public boolean fits(Problem problem) {
        return new Groups(problem).bothFit(allgather::fits);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Blocks blocks = problem.received();
        Blocks packed = Blocks.packed(blocks, groups.remoteSize());
        Place base = packed == blocks ? Place.RECEIVE : steps.work(packed.length(0, groups.remoteSize()));
        Dealing dealing = new Dealing(groups.remoteSize(), groups.ownSize());
        for (int from = dealing.first(groups.member()); from < dealing.first(groups.member() + 1); from++) {
            steps.receive(groups.remote(from), base.plus(packed.at(from)), packed.length(from));
        }
        int taker = new Dealing(groups.ownSize(), groups.remoteSize()).taker(groups.member());
        steps.send(groups.remote(taker), Place.SEND, problem.bytes());
        steps.awaitAll();
        Blocks taken = taken(packed, dealing);
        allgather.write(groups.own(taken.length(groups.member())).blocks(null, taken),
            groups.own(steps, base.plus(taken.at(groups.member())), base));
        steps.awaitAll();
        for (int from = 0; packed != blocks && from < groups.remoteSize(); from++) {
            steps.copy(base.plus(packed.at(from)), Place.RECEIVE.plus(blocks.at(from)), blocks.length(from));
        }
    }

    /** The blocks that each member has of those that were dealt out. */
    private static Blocks taken(Blocks packed, Dealing dealing) {
        if (packed instanceof Blocks.Equal each && dealing.isEven()) {
            return new Blocks.Equal(each.length() * dealing.most());
        }
        long[] lengths = new long[dealing.to()];
        for (int taker = 0; taker < lengths.length; taker++) {
            int first = dealing.first(taker);
            lengths[taker] = packed.length(first, dealing.first(taker + 1) - first);
        }
        return Blocks.successive(lengths);
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        Blocks received = Blocks.packed(problem.received(), groups.remoteSize());
        Cost own = cost(received, new Dealing(groups.remoteSize(), groups.ownSize()), problem);
        Cost remote = cost(new Blocks.Equal(problem.bytes()), new Dealing(groups.ownSize(), groups.remoteSize()),
            problem);
        return Groups.beside(own, remote);
    }

    /** The cost, exact for blocks of one size. */
    private Cost cost(Blocks blocks, Dealing dealing, Problem problem) {
        Blocks taken = taken(blocks, dealing);
        long all = blocks.length(0, dealing.from());
        Cost deal = all == 0 ? Cost.NONE
            : new Cost(dealing.from(), all, dealing.most(), dealing.most() * blocks.length(0), 0);
        return deal.then(allgather.cost(problem.part(0, dealing.to(), 0, taken.length(0)).blocks(null, taken)
            .parameter(problem.parameter())));
    }
}
