package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * In round k member i of one group sends to member i + k of the other group and receives from member i - k, counted
 * around the larger group. If the other group has no member of that number, there is no message. The number of rounds
 * that are under way at once is one in pairwise, the parameter in bounded-linear, and all in linear.
 *
 * <pre>
 *   round 0    a0 - b0    a1 - b1    a2
 *   round 1    a0 -&gt; b1   a1         a2 -&gt; b0    and b0 -&gt; a1, b1 -&gt; a2
 *   round 2    a0         a1 -&gt; b0   a2 -&gt; b1    and b0 -&gt; a2, b1 -&gt; a0
 * </pre>
 *
 * <p>Cost, for blocks of one size: {@code max(m,n)(α + nβ)}; 2mn messages.
 */
public final class ExchangeAlltoall implements Algorithm {
    private final String name;
    private final int rounds;

    /**
     * @param name the name of this algorithm
     * @param rounds the number of rounds under way at once, or 0 if the parameter determines it
     */
    public ExchangeAlltoall(String name, int rounds) {
        this.name = name;
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long parameter() {
        return rounds == 0 ? 4 : 0;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        int larger = Math.max(groups.ownSize(), groups.remoteSize());
        int limit = (int) Math.min(rounds == 0 ? problem.parameter(this) : rounds, larger);
        int[] receives = new int[larger];
        int[] sends = new int[larger];
        for (int round = 0; round < larger; round++) {
            if (round >= limit) {
                steps.await(receives[round - limit]);
                steps.await(sends[round - limit]);
            }
            int source = Math.floorMod(groups.member() - round, larger);
            int dest = (groups.member() + round) % larger;
            receives[round] = source >= groups.remoteSize() ? Steps.NONE
                : steps.receive(groups.remote(source), Place.RECEIVE.plus(received.at(source)),
                    received.length(source));
            sends[round] = dest >= groups.remoteSize() ? Steps.NONE
                : steps.send(groups.remote(dest), Place.SEND.plus(sent.at(dest)), sent.length(dest));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long pairs = (long) groups.ownSize() * groups.remoteSize();
        long there = problem.sent().length(0);
        long back = problem.received().length(0);
        long larger = Math.max(groups.ownSize(), groups.remoteSize());
        return Groups.beside(there == 0 ? Cost.NONE : new Cost(pairs, pairs * there, larger, larger * there, 0),
            back == 0 ? Cost.NONE : new Cost(pairs, pairs * back, larger, larger * back, 0));
    }
}
