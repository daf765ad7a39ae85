package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * A bcast, gather or scatter of one group, among the root and the remote group. The root has no block of its own.
 *
 * <pre>
 *   root's group     .  .  root  .
 *                          / | \            a bcast's tree, say, of n + 1 ranks
 *   remote group          0  1  2  3
 *                                  |
 *                                  4
 * </pre>
 *
 * <p>Cost: the algorithm's cost among {@code 1 + n} ranks.
 */
public final class RootAndRemote implements Algorithm {
    private final Algorithm algorithm;

    /**
     * @param algorithm a bcast, or a gather or scatter of blocks that differ in size
     */
    public RootAndRemote(Algorithm algorithm) {
        this.algorithm = algorithm;
    }

    @Override
    public String name() {
        return algorithm.name();
    }

    @Override
    public long parameter() {
        return algorithm.parameter();
    }

    @Override
    public boolean fits(Problem problem) {
        return algorithm.fits(new Groups(problem).withRoot(problem.bytes()));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        if (groups.isRoot() || !groups.inRootsGroup()) {
            algorithm.write(part(problem, groups), groups.withRoot(steps));
        }
    }

    /** Only the root knows blocks. */
    private static Problem part(Problem problem, Groups groups) {
        Problem part = groups.withRoot(problem.bytes());
        int members = part.size() - 1;
        return part.blocks(problem.sent() == null ? null : Groups.afterNone(problem.sent(), members),
            problem.received() == null ? null : Groups.afterNone(problem.received(), members));
    }

    @Override
    public Cost cost(Problem problem) {
        return algorithm.cost(part(problem, new Groups(problem)));
    }
}
