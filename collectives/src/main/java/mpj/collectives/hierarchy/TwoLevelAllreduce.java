package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.allreduce.RabenseifnerAllreduce;
import mpj.collectives.bcast.BinomialBcast;
import mpj.collectives.reduce.BinomialReduce;

/**
 * Each host combines its operands at its leader, the leaders combine their values among themselves, and each leader
 * sends its host the result. If the ranks of a host do not follow one another, the operation must commute. Karonis et
 * al., "Exploiting hierarchy in parallel computer networks to optimize collective operation performance", 2000.
 *
 * <p>Cost: the sum of a binomial reduce within the largest host, Rabenseifner's allreduce among hosts, and a binomial
 * bcast.
 */
public final class TwoLevelAllreduce implements Algorithm {
    private final Algorithm combine = new BinomialReduce();
    private final Algorithm across = new RabenseifnerAllreduce();
    private final Algorithm tell = new BinomialBcast();

    @Override
    public String name() {
        return "two-level";
    }

    @Override
    public boolean fits(Problem problem) {
        return Levels.exist(problem) && (problem.commutative() || problem.topology().successive());
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Levels levels = new Levels(problem);
        long bytes = problem.bytes();
        Place combined = levels.leads() ? steps.work(bytes) : Place.WORK;
        combine.write(levels.within(bytes), levels.within(steps, Place.SEND, combined));
        steps.awaitAll();
        if (levels.leads()) {
            across.write(levels.across(bytes), levels.across(steps, combined, Place.RECEIVE));
            steps.awaitAll();
        }
        tell.write(levels.within(bytes), levels.within(steps, Place.SEND, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        long bytes = problem.bytes();
        return Levels.costWithin(combine, problem, bytes).then(across.cost(new Levels(problem).across(bytes)))
            .then(Levels.costWithin(tell, problem, bytes));
    }
}
