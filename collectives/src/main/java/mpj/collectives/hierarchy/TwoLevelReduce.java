package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.BinomialReduce;

/**
 * Each host combines its operands at its leader, and the leaders combine theirs at the root. An element crosses the
 * network once for each host. If the ranks of a host do not follow one another, the operation must commute, or the root
 * must be rank 0 of its host. Karonis et al., "Exploiting hierarchy in parallel computer networks to optimize
 * collective operation performance", 2000.
 *
 * <p>Cost: the sum of a binomial reduce within the largest host and one among hosts; p - 1 messages, exact for
 * operations that commute.
 */
public final class TwoLevelReduce implements Algorithm {
    private final Algorithm within = new BinomialReduce();
    private final Algorithm across = new BinomialReduce();

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
        Place combined = levels.leads() ? steps.work(problem.bytes()) : Place.WORK;
        within.write(levels.within(problem.bytes()), levels.within(steps, Place.SEND, combined));
        steps.awaitAll();
        if (levels.leads()) {
            across.write(levels.across(problem.bytes()), levels.across(steps, combined, Place.RECEIVE));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return Levels.costWithin(within, problem, problem.bytes())
            .then(across.cost(new Levels(problem).across(problem.bytes())));
    }
}
