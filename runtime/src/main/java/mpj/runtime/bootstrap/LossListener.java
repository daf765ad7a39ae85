package mpj.runtime.bootstrap;

/** Hears which ranks' processes have died. */
public interface LossListener {

    /**
     * A rank's process has died.
     *
     * @param rank the rank
     * @param how its host and what happened to it
     */
    void lost(int rank, String how);
}
