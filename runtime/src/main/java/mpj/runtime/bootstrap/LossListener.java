package mpj.runtime.bootstrap;

/** Hears which ranks are lost. */
public interface LossListener {

    /**
     * A rank has died, or ended without Finalize.
     *
     * @param rank the rank
     * @param how its host and what happened to it
     * @param left whether it has ended of its own accord, with exit code 0: what it had begun, it has brought to an end
     */
    void lost(int rank, String how, boolean left);
}
