package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.bcast.BinomialBcast;

/**
 * The root sends to the leaders of the other hosts, and each leader sends to its host. So an element crosses the
 * network once for each host. Karonis et al., "Exploiting hierarchy in parallel computer networks to optimize
 * collective operation performance", 2000.
 *
 * <p>Cost: the sum of a binomial bcast among hosts and one within the largest host; p - 1 messages, exact.
 */
public final class TwoLevelBcast implements Algorithm {
    private final Algorithm across = new BinomialBcast();
    private final Algorithm within = new BinomialBcast();

    @Override
    public String name() {
        return "two-level";
    }

    @Override
    public boolean fits(Problem problem) {
        return Levels.exist(problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Levels levels = new Levels(problem);
        if (levels.leads()) {
            across.write(levels.across(problem.bytes()), levels.across(steps, Place.SEND, Place.RECEIVE));
        }
        within.write(levels.within(problem.bytes()), levels.within(steps, Place.SEND, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        return across.cost(new Levels(problem).across(problem.bytes()))
            .then(Levels.costWithin(within, problem, problem.bytes()));
    }
}
