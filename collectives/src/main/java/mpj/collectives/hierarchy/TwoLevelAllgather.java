package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.allgather.RingAllgather;
import mpj.collectives.bcast.BinomialBcast;
import mpj.collectives.gather.LinearGather;

/**
 * Each host gathers its blocks at its leader, the leaders exchange their blocks around a ring, and each leader sends
 * its host all blocks. A block crosses the network once for each host. Karonis et al., "Exploiting hierarchy in
 * parallel computer networks to optimize collective operation performance", 2000.
 *
 * <p>Cost: the sum of a gather within the largest host, a ring among hosts and a binomial bcast.
 */
public final class TwoLevelAllgather implements Algorithm {
    private final Algorithm gather = new LinearGather();
    private final Algorithm across = new RingAllgather();
    private final Algorithm tell = new BinomialBcast();

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
        Blocks blocks = problem.received();
        Blocks hosts = levels.byHost(blocks);
        long all = hosts.length(0, levels.hosts());
        Place byHost = steps.work(all);
        Place own = byHost.plus(hosts.at(levels.host()));
        Problem gathering = levels.within(blocks.length(problem.rank())).blocks(null, levels.ofHost(blocks));
        gather.write(gathering, levels.within(steps, Place.SEND, own));
        steps.awaitAll();
        if (levels.leads()) {
            across.write(levels.across(hosts.length(levels.host())).blocks(null, hosts),
                levels.across(steps, own, byHost));
            steps.awaitAll();
        }
        tell.write(levels.within(all), levels.within(steps, Place.SEND, byHost));
        steps.awaitAll();
        levels.copy(Place.RECEIVE, blocks, byHost, false, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        Levels levels = new Levels(problem);
        Blocks hosts = levels.byHost(problem.received());
        long all = hosts.length(0, levels.hosts());
        return Levels.costWithin(gather, problem, all / problem.size())
            .then(across.cost(levels.across(hosts.length(levels.host())).blocks(null, hosts)))
            .then(Levels.costWithin(tell, problem, all));
    }
}
