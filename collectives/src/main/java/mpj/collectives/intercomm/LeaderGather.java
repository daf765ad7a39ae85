package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The remote group gathers its blocks at its leader, which sends the root all blocks in one message. All blocks have
 * the same size.
 *
 * <pre>
 *   root's group     .  .  root  .
 *                          /
 *   remote group     0 &lt;- 1  2  3          up a tree
 *                    ^-------+--'
 * </pre>
 *
 * <p>Cost: the gather's cost within the remote group, and {@code α + n·bytes·β}.
 */
public final class LeaderGather implements Algorithm {
    private final Algorithm gather;

    /**
     * @param gather gathers blocks within a group
     */
    public LeaderGather(Algorithm gather) {
        this.gather = gather;
    }

    @Override
    public String name() {
        return gather.name();
    }

    @Override
    public long parameter() {
        return gather.parameter();
    }

    @Override
    public boolean fits(Problem problem) {
        return gather.fits(new Groups(problem).facingRoot(problem.bytes()));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        long bytes = problem.bytes();
        if (groups.isRoot()) {
            receive(problem, groups.remoteSize(), steps, groups.remote(0));
        } else if (!groups.inRootsGroup()) {
            long all = groups.ownSize() * bytes;
            Place gathered = groups.leads() ? steps.work(all) : Place.WORK;
            gather.write(groups.own(bytes).blocks(null, new Blocks.Equal(bytes)),
                groups.own(steps, Place.SEND, gathered));
            steps.awaitAll();
            if (groups.leads()) {
                steps.send(problem.root(), gathered, all);
            }
        }
    }

    private static void receive(Problem problem, int members, Steps steps, int leader) {
        Blocks blocks = problem.received();
        Blocks packed = Blocks.packed(blocks, members);
        long all = packed.length(0, members);
        Place base = packed == blocks ? Place.RECEIVE : steps.work(all);
        steps.await(steps.receive(leader, base, all));
        for (int member = 0; member < members; member++) {
            steps.copy(base.plus(packed.at(member)), Place.RECEIVE.plus(blocks.at(member)), blocks.length(member));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Problem part = new Groups(problem).facingRoot(problem.bytes());
        return gather.cost(part.blocks(null, new Blocks.Equal(problem.bytes())))
            .then(Groups.message(part.size() * problem.bytes()));
    }
}
