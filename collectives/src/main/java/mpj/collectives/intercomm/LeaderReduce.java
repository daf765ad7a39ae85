package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The remote group combines its operands at its leader, in the order of its ranks, and the leader sends the root the
 * result.
 *
 * <pre>
 *   root's group     .  .  root  .
 *                          /
 *   remote group     0 &lt;- 1  2  3          up a tree
 *                    ^-------+--'
 * </pre>
 *
 * <p>Cost: the reduce's cost within the remote group, and {@code α + nβ}.
 */
public final class LeaderReduce implements Algorithm {
    private final Algorithm reduce;

    /**
     * @param reduce combines operands within a group
     */
    public LeaderReduce(Algorithm reduce) {
        this.reduce = reduce;
    }

    @Override
    public String name() {
        return reduce.name();
    }

    @Override
    public long parameter() {
        return reduce.parameter();
    }

    @Override
    public boolean fits(Problem problem) {
        return reduce.fits(new Groups(problem).facingRoot(problem.bytes()));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        long bytes = problem.bytes();
        if (groups.isRoot()) {
            steps.receive(groups.remote(0), Place.RECEIVE, bytes);
        } else if (!groups.inRootsGroup()) {
            Place combined = groups.leads() ? steps.work(bytes) : Place.WORK;
            reduce.write(groups.own(bytes), groups.own(steps, Place.SEND, combined));
            steps.awaitAll();
            if (groups.leads()) {
                steps.send(problem.root(), combined, bytes);
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return reduce.cost(new Groups(problem).facingRoot(problem.bytes())).then(Groups.message(problem.bytes()));
    }
}
