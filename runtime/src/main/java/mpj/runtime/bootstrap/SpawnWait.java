package mpj.runtime.bootstrap;

/** A process that waits until the ranks of a job which it has spawned connect to it. Thread-safe. */
public interface SpawnWait {

    /**
     * Tells whether the process still waits.
     *
     * @return false when the ranks have connected, or when nobody waits for them any more
     */
    boolean isOn();

    /**
     * Says under which number the new job runs. The launcher names it in the news of ranks that are lost.
     *
     * @param job the number
     */
    default void started(long job) {
    }

    /**
     * Says that the new job has ended, so nobody will connect. Does nothing if the process no longer waits.
     *
     * @param how how the job has ended, for the user
     */
    void ended(String how);
}
