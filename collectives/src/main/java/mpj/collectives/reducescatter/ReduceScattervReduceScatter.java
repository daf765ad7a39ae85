package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.BinomialReduce;
import mpj.collectives.scatter.LinearScatter;

/**
 * Everything is combined up a binomial tree to rank 0, which then sends each rank its block. No algorithm has fewer
 * messages. Any operation can be used. Open MPI calls it non-overlapping.
 *
 * <p>Cost, exact: {@code ceil(log2 p)(α + nβ + nγ)} and the scatter's cost; 2(p-1) messages.
 */
public final class ReduceScattervReduceScatter implements Algorithm {
    private final Algorithm reduce = new BinomialReduce();
    private final Algorithm scatter = new LinearScatter();

    @Override
    public String name() {
        return "reduce-scatterv";
    }

    private static Problem whole(Problem problem) {
        return problem.part(problem.rank(), problem.size(), 0, problem.sent().length(0, problem.size()));
    }

    private static Problem scattering(Problem problem) {
        return problem.part(problem.rank(), problem.size(), 0, problem.sent().length(problem.rank()))
            .blocks(problem.sent(), null);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Place all = problem.rank() == 0 ? steps.work(whole(problem).bytes()) : Place.WORK;
        reduce.write(whole(problem), steps.among(rank -> rank, Place.SEND, all));
        steps.awaitAll();
        scatter.write(scattering(problem), steps.among(rank -> rank, all, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        return reduce.cost(whole(problem)).then(scatter.cost(scattering(problem)));
    }
}
