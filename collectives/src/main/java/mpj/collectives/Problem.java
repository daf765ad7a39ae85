package mpj.collectives;

/**
 * A collective as one rank sees it. Which regions hold what is said at {@link Collective}; all sizes are in bytes.
 *
 * <p>The ranks may be those of two groups, of an intercommunicator. Then the first group has the ranks below
 * {@code firstGroup}, the second the others, in an order that both groups agree on, and package {@code intercomm} says
 * what the blocks are.
 *
 * @param rank this rank
 * @param size the number of ranks, those of both groups
 * @param root the root, or 0 where there is none; in two groups {@link #NO_ROOT} at the others of the root's group
 * @param bytes the elements of each rank, or of each block where every rank has blocks of one size
 * @param sent the blocks of {@link Place#SEND}, or null where it is one block of {@code bytes}
 * @param received the blocks of {@link Place#RECEIVE}, or null where it is one block of {@code bytes}
 * @param unit the size of what must not be divided: an element, or an operand
 * @param commutative whether operands may change places
 * @param parameter the algorithm's parameter; see {@link Algorithm#parameter}
 * @param topology which ranks share a host
 * @param shared the size of each rank's room in {@link Place#SHARED}, or 0 where the ranks share no memory
 * @param firstGroup the number of ranks in the first of two groups, or 0 where there is but one
 */
public record Problem(int rank, int size, int root, long bytes, Blocks sent, Blocks received, long unit,
                      boolean commutative, long parameter, Topology topology, long shared, int firstGroup) {
    /** The root as others of its group know it, MPI_PROC_NULL: it is one of them, and they take no part. */
    public static final int NO_ROOT = -1;

    /**
     * A problem of one group.
     *
     * @param rank this rank
     * @param size the number of ranks
     * @param root the root, or 0 where there is none
     * @param bytes the elements of each rank, or of each block where every rank has blocks of one size
     * @param sent the blocks sent, or null
     * @param received the blocks received, or null
     * @param unit the size of what must not be divided
     * @param commutative whether operands may change places
     * @param parameter the algorithm's parameter
     * @param topology which ranks share a host
     * @param shared the size of each rank's room, or 0
     */
    public Problem(int rank, int size, int root, long bytes, Blocks sent, Blocks received, long unit,
                   boolean commutative, long parameter, Topology topology, long shared) {
        this(rank, size, root, bytes, sent, received, unit, commutative, parameter, topology, shared, 0);
    }

    /**
     * A problem without blocks, of one host and a commutative operation.
     *
     * @param rank this rank
     * @param size the number of ranks
     * @param root the root
     * @param bytes the elements of each rank
     * @param unit the size of an element
     * @return the problem
     */
    public static Problem of(int rank, int size, int root, long bytes, long unit) {
        return new Problem(rank, size, root, bytes, null, null, unit, true, 0, null, 0);
    }

    /**
     * The same in another form.
     *
     * @param newSent the blocks sent
     * @param newReceived the blocks received
     * @return the problem
     */
    public Problem blocks(Blocks newSent, Blocks newReceived) {
        return new Problem(rank, size, root, bytes, newSent, newReceived, unit, commutative, parameter, topology,
            shared, firstGroup);
    }

    /**
     * The same for an operation.
     *
     * @param commutes whether its operands may change places
     * @return the problem
     */
    public Problem commutative(boolean commutes) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutes, parameter, topology, shared,
            firstGroup);
    }

    /**
     * The same with another parameter.
     *
     * @param newParameter the parameter
     * @return the problem
     */
    public Problem parameter(long newParameter) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, newParameter, topology,
            shared, firstGroup);
    }

    /**
     * The same on hosts.
     *
     * @param newTopology which ranks share a host
     * @return the problem
     */
    public Problem topology(Topology newTopology) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, newTopology,
            shared, firstGroup);
    }

    /**
     * The same among ranks that share memory.
     *
     * @param room the size of each rank's room, or 0 where they share none
     * @return the problem
     */
    public Problem shared(long room) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, topology, room,
            firstGroup);
    }

    /**
     * The same as another rank sees it, where the ranks differ in nothing else.
     *
     * @param newRank the rank
     * @return the problem
     */
    public Problem rank(int newRank) {
        return new Problem(newRank, size, root, bytes, sent, received, unit, commutative, parameter, topology,
            shared, firstGroup);
    }

    /**
     * The same between two groups. Nothing goes by shared memory or in two levels then.
     *
     * @param ranksInFirst the number of ranks in the first group, from 1 to the number of ranks - 1
     * @return the problem
     */
    public Problem between(int ranksInFirst) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, null, 0,
            ranksInFirst);
    }

    /**
     * Whether the ranks are those of an intercommunicator.
     *
     * @return false if they are one group
     */
    public boolean hasTwoGroups() {
        return firstGroup > 0;
    }

    /**
     * A problem of the same operation among other ranks, of one group, with its algorithm's own parameter.
     *
     * @param newRank this rank there
     * @param newSize the number of ranks there
     * @param newRoot the root there
     * @param newBytes the elements of each rank there
     * @return the problem
     */
    public Problem part(int newRank, int newSize, int newRoot, long newBytes) {
        return new Problem(newRank, newSize, newRoot, newBytes, null, null, unit, commutative, 0, null, 0);
    }

    /**
     * This rank counted from the root, which is 0.
     *
     * @return the number
     */
    public int relative() {
        return Math.floorMod(rank - root, size);
    }

    /**
     * The rank of a number counted from the root.
     *
     * @param relative the number
     * @return the rank
     */
    public int absolute(int relative) {
        return (int) (((long) relative + root) % size);
    }

    /**
     * The rank so many further around the ring of ranks.
     *
     * @param distance how far; may be negative
     * @return the rank
     */
    public int around(int distance) {
        return Math.floorMod(rank + distance, size);
    }

    /**
     * The parameter, or the algorithm's own where none was given.
     *
     * @param algorithm the algorithm
     * @return the parameter, at least 1
     */
    public long parameter(Algorithm algorithm) {
        return Math.max(1, parameter > 0 ? parameter : algorithm.parameter());
    }

    /**
     * The bytes cut into segments of the parameter's size.
     *
     * @param algorithm the algorithm, whose own parameter counts where none was given
     * @return the segments
     */
    public Segments segments(Algorithm algorithm) {
        return Segments.of(bytes, parameter(algorithm), unit);
    }
}
