package mpj.runtime.waits;

import java.util.List;

/** Tells what the threads of one rank wait for. The rank's engine implements it. */
public interface WaitSource {
    /** For a rank without an engine. It is no lambda, because every rank uses it at its start. */
    WaitSource NONE = new WaitSource() {
        @Override
        public Waits waits(boolean arrivals) {
            return new Waits(List.of(), 0, List.of());
        }
    };

    /**
     * Returns what the threads wait for now. Thread-safe; it takes no longer than a call of MPI.
     *
     * @param arrivals whether to begin to find out which messages have arrived; the answer to a later call contains the
     *     result
     * @return an immutable answer
     */
    Waits waits(boolean arrivals);

    /**
     * What a rank's threads wait for at one moment.
     *
     * @param waits the waits of the threads that have waited long enough to sleep
     * @param state a number that changes whenever a message comes, leaves or is matched
     * @param unanswered the ranks that have not yet confirmed the arrival of everything that was sent to them before
     *     these waits; empty if that was not asked
     */
    record Waits(List<Wait> waits, long state, List<Integer> unanswered) {
    }

    /**
     * The wait of one thread.
     *
     * @param thread the thread that waits
     * @param nanos the time at which the wait began, by {@link System#nanoTime}
     * @param any true when one of the needs is enough; false when all are needed
     * @param needs what the thread waits for
     */
    record Wait(Thread thread, long nanos, boolean any, List<Need> needs) {
    }
}
