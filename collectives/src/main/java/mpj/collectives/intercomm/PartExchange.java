package mpj.collectives.intercomm;

import java.util.function.BiFunction;
import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group's result is cut into as many parts as the smaller group has members. Members with the same number exchange
 * their parts.
 *
 * <pre>
 *   one group        a0      a1      a2       reduce-scatter: a0 and a1 have the parts, a2 nothing
 *                    |       |
 *   the other        b0      b1               likewise, then a0 with b0, a1 with b1
 * </pre>
 */
final class PartExchange {
    private final Problem problem;
    private final Groups groups;
    private final Blocks own;
    private final Blocks remote;
    private final long bytes;

    /**
     * @param bytes the size of each group's result
     */
    PartExchange(Problem problem, long bytes) {
        this.problem = problem;
        this.bytes = bytes;
        groups = new Groups(problem);
        int count = Math.min(groups.ownSize(), groups.remoteSize());
        Blocks parts = Blocks.dividing(bytes, problem.unit(), count);
        own = followedByNone(parts, count, groups.ownSize());
        remote = followedByNone(parts, count, groups.remoteSize());
    }

    private static Blocks followedByNone(Blocks parts, int count, int members) {
        if (members == count) {
            return parts;
        }
        long[] lengths = new long[members];
        for (int part = 0; part < count; part++) {
            lengths[part] = parts.length(part);
        }
        return Blocks.successive(lengths);
    }

    /** The parts of the members of this rank's group. */
    Blocks parts() {
        return own;
    }

    /** Brings this rank its part of the remote group's result. */
    void write(Algorithm reduceScatter, Place part, Steps steps) {
        int member = groups.member();
        long length = own.length(member);
        Place combined = steps.work(length);
        reduceScatter.write(groups.own(length).blocks(own, null), groups.own(steps, Place.SEND, combined));
        steps.awaitAll();
        // Members beyond the last part have no partner, and no bytes to exchange.
        steps.exchange(groups.remote(member), combined, length, groups.remote(member), part, length);
    }

    static boolean fit(Algorithm reduceScatter, Problem problem) {
        return new Groups(problem).bothFit(reduceScatter::fits);
    }

    /** The cost of what both groups do with their parts at the same time. */
    Cost beside(BiFunction<Problem, Blocks, Cost> withinGroup) {
        return Groups.beside(withinGroup.apply(groups.own(own.length(groups.member())), own),
            withinGroup.apply(problem.part(0, groups.remoteSize(), 0, remote.length(0)), remote));
    }

    Cost cost(Algorithm reduceScatter) {
        int pairs = (int) Math.min(Math.min(groups.ownSize(), groups.remoteSize()), bytes / problem.unit());
        Cost exchange = Groups.message(own.length(0)).beside(pairs);
        return beside((group, parts) -> reduceScatter.cost(group.blocks(parts, null)))
            .then(Groups.beside(exchange, exchange));
    }
}
