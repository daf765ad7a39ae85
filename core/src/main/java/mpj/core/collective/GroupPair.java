package mpj.core.collective;

import java.util.function.UnaryOperator;

/**
 * The collective operations that are needed to make a communicator from two groups: in each group among its members,
 * and between the groups through their leaders.
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
     * @param leader its leader's rank in it
     * @param leaders what the leader calls to send ints to the other leader and receive what that one sends
     */
    public GroupPair(GroupExchange local, int leader, UnaryOperator<int[]> leaders) {
        this.local = local;
        this.leader = leader;
        this.leaders = leaders;
    }

    /**
     * What the other group's leader has passed, on every rank of this group. What ranks pass that are not leaders is
     * not used.
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
