package mpj.core.collective;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The collective operations that are needed to make a communicator from two groups. They run among the members of each
 * group, and between the groups through their leaders. If a leader fails, the other ranks of its group fail as well:
 * nothing else would end their wait, because they do not see what the leader waits for.
 */
public final class GroupPair {
    private static final int[] NOTHING = {};

    private final GroupExchange local;
    private final int leader;
    private final String name;
    private final ErrorClass ofProgram;
    private final UnaryOperator<int[]> leaders;

    /**
     * Two groups, seen from one.
     *
     * @param local this process's group
     * @param leader the rank of its leader in it
     * @param name what the program calls that rank, for the text of an error
     * @param leaders sends ints to the other leader, and receives the ints that the other leader sends; only the leader
     *     calls it
     */
    public GroupPair(GroupExchange local, int leader, String name, UnaryOperator<int[]> leaders) {
        this(local, leader, name, ErrorClass.ERR_OTHER, leaders);
    }

    /**
     * The same, for a leader that passes values by a communicator of the program, whose error handler may make its own
     * exceptions.
     *
     * @param ofProgram the class of error that the other ranks get for such an exception, whose own class is not known
     */
    public GroupPair(GroupExchange local, int leader, String name, ErrorClass ofProgram,
                     UnaryOperator<int[]> leaders) {
        this.local = local;
        this.leader = leader;
        this.name = name;
        this.ofProgram = ofProgram;
        this.leaders = leaders;
    }

    /**
     * The values that the other group's leader has passed, on every rank of this group. The values of ranks that are
     * not leaders are not used.
     *
     * @throws RuntimeException on every rank of this group when the leader has failed; the leader gets its own
     *     exception, the others get one of the same class
     */
    public int[] swap(int[] values) {
        // Before the values goes the code of an error class, which is 0 if the leader has not failed.
        int[] told;
        if (local.rank() == leader) {
            told = local.broadcast(fromOtherLeader(values), leader);
        } else {
            told = local.broadcast(NOTHING, leader);
            if (told[0] != ErrorClass.SUCCESS.code()) {
                throw new EngineException(ErrorClass.of(told[0]), "the call failed on " + name
                    + "; its own error says why");
            }
        }
        return Arrays.copyOfRange(told, 1, told.length);
    }

    private int[] fromOtherLeader(int[] values) {
        try {
            int[] theirs = leaders.apply(values);
            int[] told = new int[1 + theirs.length];
            System.arraycopy(theirs, 0, told, 1, theirs.length);
            return told;
        } catch (RuntimeException e) {
            RuntimeException failure = EngineException.of(e);
            try {
                ErrorClass error = failure instanceof EngineException ? EngineException.classOf(failure) : ofProgram;
                local.broadcast(new int[] {error.code()}, leader);
            } catch (RuntimeException lost) {
                failure.addSuppressed(lost); // a rank of this group is lost, so the others fail without being told
            }
            throw failure;
        }
    }

    /** The largest of the values of both groups' ranks, on every rank. */
    public long maximum(long value) {
        long ours = local.maximum(value);
        return Math.max(ours, GroupExchange.asLong(swap(GroupExchange.asInts(ours))));
    }
}
