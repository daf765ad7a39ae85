package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.scatter.BinomialScatter;
import mpj.collectives.scatter.LinearScatter;

/**
 * The root sends each host's leader the blocks of the host's ranks in one message, and each leader scatters them.
 * Karonis et al., "Exploiting hierarchy in parallel computer networks to optimize collective operation performance",
 * 2000.
 *
 * <p>Cost: the sum of a linear scatter among hosts and a binomial one within the largest host; p - 1 messages, exact.
 */
public final class TwoLevelScatter implements Algorithm {
    private final Algorithm across = new LinearScatter();
    private final Algorithm within = new BinomialScatter();

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
        return levels.across(hosts.length(levels.host())).blocks(hosts, null);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Levels levels = new Levels(problem);
        long bytes = problem.bytes();
        Place ofHost = levels.leads() ? steps.work(levels.hostSize() * bytes) : Place.WORK;
        if (levels.leads()) {
            Place all = problem.rank() == problem.root() ? steps.work(problem.size() * bytes) : Place.WORK;
            if (problem.rank() == problem.root()) {
                levels.copy(Place.SEND, problem.sent(), all, true, steps);
            }
            across.write(across(levels, problem), levels.across(steps, all, ofHost));
            steps.awaitAll();
        }
        within.write(levels.within(bytes).blocks(new Blocks.Equal(bytes), null),
            levels.within(steps, ofHost, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        return across.cost(across(new Levels(problem), problem))
            .then(Levels.costWithin(within, problem, problem.bytes()));
    }
}
