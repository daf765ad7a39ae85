package mpj.core.collective;

import java.util.function.UnaryOperator;

/**
 * The collective operations that are needed to make a communicator from two groups. They run among the members of each
 * group, and between the groups through their leaders.
 */
public final class GroupPair {
    private static final int[] NOTHING = {};

    private final GroupExchange local;
    private final int leader;
    private final UnaryOperator<int[]> leaders;

    /**
     * Two groups, seen from one.
     *
     * @param local this process's group
     * @param leader the rank of its leader in it
     * @param leaders sends ints to the other leader, and receives the ints that the other leader sends; only the leader
     *     calls it
     */
    public GroupPair(GroupExchange local, int leader, UnaryOperator<int[]> leaders) {
        this.local = local;
        this.leader = leader;
        this.leaders = leaders;
    }

    /**
     * The values that the other group's leader has passed, on every rank of this group. The values of ranks that are
     * not leaders are not used.
     */
    public int[] swap(int[] values) {
        return local.broadcast(local.rank() == leader ? leaders.apply(values) : NOTHING, leader);
    }

    /** The largest of the values of both groups' ranks, on every rank. */
    public long maximum(long value) {
        long ours = local.maximum(value);
        return Math.max(ours, GroupExchange.asLong(swap(GroupExchange.asInts(ours))));
    }
}
