package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The root sends all blocks to the remote group's leader in one message, and the leader scatters them. All blocks have
 * the same size.
 *
 * <pre>
 *   root's group     .  .  root  .
 *                          /
 *   remote group     0 -&gt; 1  2  3          down a tree
 *                    '-------^--^
 * </pre>
 *
 * <p>Cost: {@code α + n·bytes·β}, and the scatter's cost within the remote group.
 */
public final class LeaderScatter implements Algorithm {
    private final Algorithm scatter;

    /**
     * @param scatter scatters blocks within a group
     */
    public LeaderScatter(Algorithm scatter) {
        this.scatter = scatter;
    }

    @Override
    public String name() {
        return scatter.name();
    }

    @Override
    public long parameter() {
        return scatter.parameter();
    }

    @Override
    public boolean fits(Problem problem) {
        return scatter.fits(new Groups(problem).facingRoot(problem.bytes()));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        long bytes = problem.bytes();
        if (groups.isRoot()) {
            send(problem, groups.remoteSize(), steps, groups.remote(0));
        } else if (!groups.inRootsGroup()) {
            long all = groups.ownSize() * bytes;
            Place arrived = groups.leads() ? steps.work(all) : Place.WORK;
            if (groups.leads()) {
                steps.await(steps.receive(problem.root(), arrived, all));
            }
            scatter.write(groups.own(bytes).blocks(new Blocks.Equal(bytes), null),
                groups.own(steps, arrived, Place.RECEIVE));
        }
    }

    private static void send(Problem problem, int members, Steps steps, int leader) {
        Blocks blocks = problem.sent();
        Blocks packed = Blocks.packed(blocks, members);
        long all = packed.length(0, members);
        Place base = packed == blocks ? Place.SEND : steps.work(all);
        for (int member = 0; member < members; member++) {
            steps.copy(Place.SEND.plus(blocks.at(member)), base.plus(packed.at(member)), blocks.length(member));
        }
        steps.send(leader, base, all);
    }

    @Override
    public Cost cost(Problem problem) {
        Problem part = new Groups(problem).facingRoot(problem.bytes());
        return Groups.message(part.size() * problem.bytes())
            .then(scatter.cost(part.blocks(new Blocks.Equal(problem.bytes()), null)));
    }
}
