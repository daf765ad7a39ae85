package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * A barrier of one group, among the ranks of both groups. It also waits for the ranks of this rank's own group, which
 * MPI allows.
 *
 * <p>Cost: the barrier's cost among {@code m + n} ranks.
 */
public final class UnionBarrier implements Algorithm {
    private final Algorithm barrier;

    /**
     * @param barrier the barrier of one group
     */
    public UnionBarrier(Algorithm barrier) {
        this.barrier = barrier;
    }

    @Override
    public String name() {
        return barrier.name();
    }

    @Override
    public long parameter() {
        return barrier.parameter();
    }

    private static Problem union(Problem problem) {
        return problem.part(problem.rank(), problem.size(), 0, 0).parameter(problem.parameter());
    }

    @Override
    public boolean fits(Problem problem) {
        return barrier.fits(union(problem));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        barrier.write(union(problem), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return barrier.cost(union(problem));
    }
}
