package mpj.collectives.hierarchy;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.barrier.DisseminationBarrier;
import mpj.collectives.barrier.TournamentBarrier;
import mpj.collectives.barrier.TreeBarrier;
import mpj.collectives.tree.KNomial;

/**
 * The ranks of a host signal their leader up a binomial tree, the leaders meet by dissemination, and each leader
 * signals its host. Within a host messages are cheap, and only leaders use the network. Karonis et al., "Exploiting
 * hierarchy in parallel computer networks to optimize collective operation performance", 2000.
 *
 * <p>Cost, exact in messages: {@code 2 (h-1)} for each host of h ranks, plus the cost of the dissemination.
 */
public final class TwoLevelBarrier implements Algorithm {
    private final Algorithm across = new DisseminationBarrier();

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
        Problem within = levels.within(0);
        Steps host = levels.within(steps, Place.SEND, Place.RECEIVE);
        KNomial tree = KNomial.binomial(within.size());
        TreeBarrier.gather(tree, within, host);
        if (levels.leads()) {
            across.write(levels.across(0), levels.across(steps, Place.SEND, Place.RECEIVE));
            steps.awaitAll();
        }
        TreeBarrier.release(tree, within, host);
    }

    @Override
    public Cost cost(Problem problem) {
        return Levels.costWithin(new TournamentBarrier(), problem, 0).then(across.cost(new Levels(problem).across(0)));
    }
}
