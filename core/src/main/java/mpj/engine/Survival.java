package mpj.engine;

import java.util.List;

/** Lets a rank go on when others are lost. Thread-safe. */
public interface Survival {

    /**
     * Tells which ranks take part in a communicator. When one of these ranks is dead, receives from any source and all
     * collective operations of this communicator fail.
     *
     * @param context the communicator's context
     * @param members the ranks, in the job, that its messages come from; not to be changed
     * @param group the ranks, in the job, that take part in its collective operations; not to be changed
     */
    void members(Context context, int[] members, int[] group);

    /**
     * Revokes a communicator on all its ranks. Operations that are under way there and not matched fail with {@link
     * ErrorClass#ERR_REVOKED}, and so do all later ones. MPI: MPIX_Comm_revoke.
     */
    void revoke(Context context);

    /** Whether this rank knows that a communicator was revoked. Makes progress first. */
    boolean isRevoked(Context context);

    /** Which of these ranks of the job are lost, in the order of the losses. Makes progress first. */
    List<Integer> lost(int[] ranks);

    /**
     * Notes that the program knows of the first lost ranks of a communicator. From then on, receives from any source in
     * this communicator do not fail because of these ranks. Makes progress first. MPI: MPIX_Comm_ack_failed.
     *
     * @param ranks the ranks of the communicator in the job
     * @param number how many of {@link #lost}, from the first on; not negative
     * @return how many lost ranks the program has acknowledged in this communicator
     */
    int acknowledge(Context context, int[] ranks, int number);

    /**
     * Starts an agreement. All ranks that are left learn the same outcome, whichever ranks are lost meanwhile. All
     * ranks start the agreements of a communicator in the same order. MPI: MPIX_Comm_iagree.
     *
     * @param ranks the ranks, in the job, of all that take part, in the same order on each of them. The outcome's sets
     *     name ranks by their places in this array
     * @param flags the bits that this rank has set
     * @param number the outcome has the largest number of all ranks
     */
    void start(AgreeOperation operation, int[] ranks, long flags, long number);

    /**
     * Lets an operation that another thread completes fail when a collective operation could no longer complete,
     * because a rank is dead or the communicator was revoked. This may be so at once. Nothing happens once the
     * operation is complete.
     *
     * @param context the context of the collective operations
     */
    void guard(ExternalOperation operation, int context);

    /** Asks the launcher not to end the job when another rank's process dies. */
    void tolerateLosses();

    /**
     * Returns when every other rank has called this method or has ended. Makes progress meanwhile.
     *
     * @return false if losses are not {@linkplain #tolerateLosses tolerated}, or some ranks did not come in time
     */
    boolean awaitSurvivors();
}
