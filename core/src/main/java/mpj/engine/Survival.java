package mpj.engine;

/** How a rank goes on when others are lost. Thread-safe. */
public interface Survival {

    /**
     * Tells who takes part in a communicator. When one of these ranks is lost, receives from any source and all
     * collective operations fail there.
     *
     * @param context its own
     * @param members the ranks in the job that its messages come from; not to be changed
     * @param group the ranks in the job that take part in its collective operations; not to be changed
     */
    void members(Context context, int[] members, int[] group);

    /** Asks the launcher not to end the job when another rank's process dies. */
    void tolerateLosses();

    /**
     * Returns when every rank that is left calls it or has ended. Makes progress meanwhile.
     *
     * @return false if losses are not {@linkplain #tolerateLosses tolerated}, or some ranks did not come in time
     */
    boolean awaitSurvivors();
}
