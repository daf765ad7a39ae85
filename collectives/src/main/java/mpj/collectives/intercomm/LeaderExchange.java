package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Steps;

/**
 * Each group combines its operands at its leader, and the leaders exchange the results.
 *
 * <pre>
 *   one group        a0 &lt;- a1  a2
 *                    |^-----'
 *                    |
 *   the other        b0 &lt;- b1
 * </pre>
 */
final class LeaderExchange {
    private LeaderExchange() {
    }

    /**
     * Brings the leader the remote group's result.
     *
     * @param into the place for it at the leader
     */
    static void write(Algorithm reduce, long bytes, Place into, Groups groups, Steps steps) {
        Place combined = groups.leads() ? steps.work(bytes) : Place.WORK;
        reduce.write(groups.own(bytes), groups.own(steps, Place.SEND, combined));
        steps.awaitAll();
        if (groups.leads()) {
            steps.exchange(groups.remote(0), combined, bytes, groups.remote(0), into, bytes);
        }
    }

    static Cost cost(Algorithm reduce, long bytes, Groups groups) {
        return groups.beside(reduce::cost, bytes).then(Groups.beside(Groups.message(bytes), Groups.message(bytes)));
    }
}
