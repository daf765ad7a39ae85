package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.gather.BinomialGather;
import mpj.collectives.gather.LinearGather;

/**
 * Each host gathers its blocks at its leader, and the leaders send them to the root, one message for each host. Karonis
 * et al., "Exploiting hierarchy in parallel computer networks to optimize collective operation performance", 2000.
 *
 * <p>Cost: the sum of a binomial gather within the largest host and a linear one among hosts; p - 1 messages, exact.
 */
public final class TwoLevelGather implements Algorithm {
    private final Algorithm within = new BinomialGather();
    private final Algorithm across = new LinearGather();

    @Override
    public String name() {
        return "two-level";
    }

    @Override
    public boolean fits(Problem problem) {
        return Levels.exist(problem);
    }

    private static Problem across(Levels levels, Problem problem) {
        Blocks hosts = levels.byHost(new Blocks.Equal(problem.bytes()));
        return levels.across(hosts.length(levels.host())).blocks(null, hosts);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Levels levels = new Levels(problem);
        long bytes = problem.bytes();
        Place ofHost = levels.leads() ? steps.work(levels.hostSize() * bytes) : Place.WORK;
        within.write(levels.within(bytes).blocks(null, new Blocks.Equal(bytes)),
            levels.within(steps, Place.SEND, ofHost));
        steps.awaitAll();
        if (levels.leads()) {
            Place all = problem.rank() == problem.root() ? steps.work(problem.size() * bytes) : Place.WORK;
            across.write(across(levels, problem), levels.across(steps, ofHost, all));
            steps.awaitAll();
            if (problem.rank() == problem.root()) {
                levels.copy(Place.RECEIVE, problem.received(), all, false, steps);
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return Levels.costWithin(within, problem, problem.bytes())
            .then(across.cost(across(new Levels(problem), problem)));
    }
}
