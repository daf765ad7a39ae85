package mpj.collectives;

/**
 * A collective as one rank sees it. {@link Collective} says what the regions contain. All sizes are in bytes.
 *
 * <p>The ranks may belong to two groups, those of an intercommunicator. The first group then has the ranks below {@code
 * firstGroup}, and the second group has the others, in an order on which both groups agree. Package {@code intercomm}
 * says what the blocks are in this case.
 *
 * @param rank this rank
 * @param size the number of ranks, of both groups together
 * @param root the root, or 0 if there is none; with two groups, {@link #NO_ROOT} at the ranks of the root's group other
 *     than the root
 * @param bytes the size of the elements of each rank, or of each block if every rank has blocks of one size
 * @param sent the blocks of {@link Place#SEND}, or null if it is one block of {@code bytes}
 * @param received the blocks of {@link Place#RECEIVE}, or null if it is one block of {@code bytes}
 * @param unit the size of the pieces that must not be divided: an element, or an operand
 * @param commutative whether operands may change places
 * @param parameter the algorithm's parameter; see {@link Algorithm#parameter}
 * @param topology which ranks share a host
 * @param shared the size of each rank's room in {@link Place#SHARED}, or 0 if the ranks share no memory
 * @param firstGroup the number of ranks in the first of two groups, or 0 if there is only one group
 */
public record Problem(int rank, int size, int root, long bytes, Blocks sent, Blocks received, long unit,
                      boolean commutative, long parameter, Topology topology, long shared, int firstGroup) {
    /**
     * The root as the other ranks of the root's group name it: MPI_PROC_NULL. The root is one of these ranks, and the
     * others take no part.
     */
    public static final int NO_ROOT = -1;

    /**
     * Describes a problem of one group.
     *
     * @param rank this rank
     * @param size the number of ranks
     * @param root the root, or 0 if there is none
     * @param bytes the size of the elements of each rank, or of each block if every rank has blocks of one size
     * @param sent the blocks sent, or null
     * @param received the blocks received, or null
     * @param unit the size of the pieces that must not be divided
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
     * A problem without blocks, on one host, with a commutative operation.
     *
     * @param rank this rank
     * @param size the number of ranks
     * @param root the root
     * @param bytes the size of the elements of each rank
     * @param unit the size of an element
     * @return the problem
     */
    public static Problem of(int rank, int size, int root, long bytes, long unit) {
        return new Problem(rank, size, root, bytes, null, null, unit, true, 0, null, 0);
    }

    /**
     * The same problem with other blocks.
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
     * The same problem for another operation.
     *
     * @param commutes whether the operation's operands may change places
     * @return the problem
     */
    public Problem commutative(boolean commutes) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutes, parameter, topology, shared,
            firstGroup);
    }

    /**
     * The same problem with another parameter.
     *
     * @param newParameter the parameter
     * @return the problem
     */
    public Problem parameter(long newParameter) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, newParameter, topology,
            shared, firstGroup);
    }

    /**
     * The same problem on other hosts.
     *
     * @param newTopology which ranks share a host
     * @return the problem
     */
    public Problem topology(Topology newTopology) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, newTopology,
            shared, firstGroup);
    }

    /**
     * The same problem among ranks that share memory.
     *
     * @param room the size of each rank's room in bytes, or 0 if they share none
     * @return the problem
     */
    public Problem shared(long room) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, topology, room,
            firstGroup);
    }

    /**
     * The same problem as another rank sees it, if the ranks differ in nothing else.
     *
     * @param newRank the other rank
     * @return the problem
     */
    public Problem rank(int newRank) {
        return new Problem(newRank, size, root, bytes, sent, received, unit, commutative, parameter, topology,
            shared, firstGroup);
    }

    /**
     * The same problem between two groups. It then uses neither shared memory nor two levels.
     *
     * @param ranksInFirst the number of ranks in the first group, from 1 to the number of ranks - 1
     * @return the problem
     */
    public Problem between(int ranksInFirst) {
        return new Problem(rank, size, root, bytes, sent, received, unit, commutative, parameter, null, 0,
            ranksInFirst);
    }

    /**
     * Whether the ranks belong to an intercommunicator.
     *
     * @return false if they are one group
     */
    public boolean hasTwoGroups() {
        return firstGroup > 0;
    }

    /**
     * A problem of the same operation among other ranks of one group, with the default parameter of its algorithm.
     *
     * @param newRank this rank's number there
     * @param newSize the number of ranks there
     * @param newRoot the root there
     * @param newBytes the size of the elements of each rank there
     * @return the problem
     */
    public Problem part(int newRank, int newSize, int newRoot, long newBytes) {
        return new Problem(newRank, newSize, newRoot, newBytes, null, null, unit, commutative, 0, null, 0);
    }

    /**
     * This rank's number, counted from the root, which is 0.
     *
     * @return the number
     */
    public int relative() {
        return Math.floorMod(rank - root, size);
    }

    /**
     * The rank that has a number counted from the root.
     *
     * @param relative the number
     * @return the rank
     */
    public int absolute(int relative) {
        return (int) (((long) relative + root) % size);
    }

    /**
     * The rank at a distance around the ring of ranks.
     *
     * @param distance the distance; may be negative
     * @return the rank
     */
    public int around(int distance) {
        return Math.floorMod(rank + distance, size);
    }

    /**
     * The parameter, or the algorithm's own if none was given.
     *
     * @param algorithm the algorithm
     * @return the parameter, at least 1
     */
    public long parameter(Algorithm algorithm) {
        return Math.max(1, parameter > 0 ? parameter : algorithm.parameter());
    }

    /**
     * The segments of the parameter's size into which the bytes are cut.
     *
     * @param algorithm the algorithm, whose own parameter is used if none was given
     * @return the segments
     */
    public Segments segments(Algorithm algorithm) {
        return Segments.of(bytes, parameter(algorithm), unit);
    }
}
