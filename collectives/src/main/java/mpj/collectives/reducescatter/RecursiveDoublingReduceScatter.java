package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.RecursiveDoubling;

/**
 * Everything is combined on every rank by recursive doubling, and each rank keeps its block. For a few elements, no
 * algorithm has fewer rounds. Any operation can be used. Thakur, Rabenseifner and Gropp, "Optimization of collective
 * communication operations in MPICH", 2005, use it for operations that do not commute.
 *
 * <p>Cost, exact for p a power of two: {@code log2 p (α + nβ + nγ)}; p log2 p messages.
 */
public final class RecursiveDoublingReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    private static Problem whole(Problem problem) {
        return problem.part(problem.rank(), problem.size(), 0, problem.sent().length(0, problem.size()));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Place all = steps.work(whole(problem).bytes());
        RecursiveDoubling.write(whole(problem), all, steps);
        steps.copy(all.plus(problem.sent().at(problem.rank())), Place.RECEIVE, problem.sent().length(problem.rank()));
    }

    @Override
    public Cost cost(Problem problem) {
        return RecursiveDoubling.cost(whole(problem));
    }
}
