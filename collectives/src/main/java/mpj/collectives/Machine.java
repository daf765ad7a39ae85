package mpj.collectives;

/**
 * Carries out a rank's steps with the rank's messages and memory. Regions and positions are those of {@link Place}.
 * Between two ranks, sends and receives match in the order in which they were posted.
 *
 * <p>Called by one thread at a time. The machine keeps errors in the data until the execution ends, so that every rank
 * does its part for the others. An exception of a method ends the execution.
 */
public interface Machine {
    /**
     * Starts a send.
     *
     * @param request the number that identifies the send afterwards
     * @param peer the receiver's rank
     * @param region the region of the bytes
     * @param at their position there
     * @param bytes the number of bytes
     */
    void send(int request, int peer, int region, long at, long bytes);

    /**
     * Starts a receive.
     *
     * @param request the number that identifies the receive afterwards
     * @param peer the sender's rank
     * @param region the region where the bytes go
     * @param at their position there
     * @param bytes the number of bytes
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
     * Copies bytes within this rank.
     *
     * @param region the region of the bytes
     * @param at their position there
     * @param toRegion the region where they go
     * @param to the position there
     * @param bytes the number of bytes
     */
    void copy(int region, long at, int toRegion, long to, long bytes);

    /**
     * Combines operands: {@code upper = lower op upper}.
     *
     * @param region the region of the lower operands
     * @param at their position there
     * @param toRegion the region of the upper operands, where the results go
     * @param to the position there
     * @param bytes the number of bytes, a multiple of the operands' size
     */
    void reduce(int region, long at, int toRegion, long to, long bytes);

    /**
     * Tells the ranks that share memory which stage this rank has reached. See {@link Steps#post}.
     *
     * @param stage the stage
     */
    void post(int stage);

    /**
     * Writes a number to memory that ranks share. See {@link Steps#note}.
     *
     * @param at its position in {@link Place#SHARED}
     * @param number the number
     */
    void note(long at, long number);

    /**
     * Compares a number that a rank has noted with the expected one. See {@link Steps#expect}.
     *
     * @param peer the rank
     * @param at the number's position in {@link Place#SHARED}
     * @param number the expected number
     */
    void expect(int peer, long at, long number);

    /**
     * Whether a rank has reached a stage. See {@link Steps#awaitStage}.
     *
     * @param peer the rank
     * @param stage the stage
     * @return true if it has; everything that the rank wrote before it posted the stage is then visible
     */
    boolean posted(int peer, int stage);

    /**
     * Waits until a rank has reached a stage.
     *
     * @param peer the rank
     * @param stage the stage
     */
    void awaitStage(int peer, int stage);

    /**
     * Whether this rank's room may be written to. See {@link Steps#claim}.
     *
     * @return true if no other rank reads the room any more
     */
    boolean isRoomFree();

    /** Waits until this rank's room may be written to. */
    void awaitRoomFree();

    /** Notes that every rank has begun this collective. See {@link Steps#allHaveBegun}. */
    void allHaveBegun();
}
