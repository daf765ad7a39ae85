package mpj.collectives;

/**
 * What carries out a rank's steps: its messages and its memory. Regions and positions are those of {@link Place}.
 * Between two ranks, sends and receives match in the order of their posting.
 *
 * <p>Called by one thread at a time. Errors of data are kept by the machine until the execution ends, so that every
 * rank does its part for the others; what a method throws ends the execution.
 */
public interface Machine {
    /**
     * Starts to send.
     *
     * @param request the number under which the send is asked for afterwards
     * @param peer the receiver's rank
     * @param region where the bytes are
     * @param at their position there
     * @param bytes how many
     */
    void send(int request, int peer, int region, long at, long bytes);

    /**
     * Starts to receive.
     *
     * @param request the number under which the receive is asked for afterwards
     * @param peer the sender's rank
     * @param region where the bytes go
     * @param at their position there
     * @param bytes how many
     */
    void receive(int request, int peer, int region, long at, long bytes);

    /**
     * Whether a send or receive is complete.
     *
     * @param request its number
     * @return true if its memory may be used again
     */
    boolean completed(int request);

    /**
     * Waits until a send or receive is complete.
     *
     * @param request its number
     */
    void await(int request);

    /**
     * Copies within this rank.
     *
     * @param region where the bytes are
     * @param at their position there
     * @param toRegion where they go
     * @param to the position there
     * @param bytes how many
     */
    void copy(int region, long at, int toRegion, long to, long bytes);

    /**
     * Combines operands: {@code upper = lower op upper}.
     *
     * @param region where the lower operands are
     * @param at their position there
     * @param toRegion where the upper operands are, and the results go
     * @param to the position there
     * @param bytes how many, a multiple of the operands' size
     */
    void reduce(int region, long at, int toRegion, long to, long bytes);

    /**
     * Says to the ranks that share memory how far this one has come; see {@link Steps#post}.
     *
     * @param stage the stage
     */
    void post(int stage);

    /**
     * Writes a number to memory that ranks share; see {@link Steps#note}.
     *
     * @param at its position in {@link Place#SHARED}
     * @param number the number
     */
    void note(long at, long number);

    /**
     * Compares a number that a rank has noted.
     *
     * @param peer the rank
     * @param at its position in {@link Place#SHARED}
     * @param number what it must be
     */
    void expect(int peer, long at, long number);

    /**
     * Whether a rank has come so far; see {@link Steps#watch}.
     *
     * @param peer its rank
     * @param stage the stage
     * @return true if so; what it had written before that is then visible
     */
    boolean posted(int peer, int stage);

    /**
     * Waits until a rank has come so far.
     *
     * @param peer its rank
     * @param stage the stage
     */
    void watch(int peer, int stage);
}
