package mpj.runtime.bootstrap;

/** Receives reports of lost ranks. */
public interface LossListener {

    /**
     * Called when a rank has died, or has ended without Finalize.
     *
     * @param rank the lost rank
     * @param how the host of the rank, and what happened to it
     * @param left true when the rank ended by itself with exit code 0, and so completed everything that it had begun
     */
    void lost(int rank, String how, boolean left);

    /**
     * Called when a rank of another job of the same launcher has died, or has ended without Finalize. The default
     * method ignores this.
     *
     * @param job the id of that job, which both jobs compute from its secret: see Job of the module mpj.transport.spi
     * @param rank the lost rank, as that job numbers it
     * @param how the host of the rank, and what happened to it
     * @param left true when the rank ended by itself with exit code 0, and so completed everything that it had begun
     */
    default void lostElsewhere(long job, int rank, String how, boolean left) {
    }
}
