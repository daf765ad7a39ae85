package mpj.runtime.waits;

import java.util.List;

/** Knows what the threads of one rank wait for: its engine. */
public interface WaitSource {
    /** Where no engine is. No lambda: every rank comes here at its start. */
    WaitSource NONE = new WaitSource() {
        @Override
        public Waits waits(boolean arrivals) {
            return new Waits(List.of(), 0, List.of());
        }
    };

    /**
     * The waits of now. Thread-safe; takes no longer than a call of MPI.
     *
     * @param arrivals whether to find out what has arrived: the answer to a later call knows it
     * @return those, which do not change any more
     */
    Waits waits(boolean arrivals);

    /**
     * What a rank's threads wait for at one moment.
     *
     * @param waits of threads that have waited for long enough to sleep
     * @param state a number that changes with each message that comes, leaves or is matched
     * @param unanswered ranks that have not confirmed yet that all has arrived which was sent to them before these
     *     waits; empty if that was not asked
     */
    record Waits(List<Wait> waits, long state, List<Integer> unanswered) {
    }

    /**
     * A thread that waits.
     *
     * @param thread which
     * @param nanos since when, by {@link System#nanoTime}
     * @param any whether one of the needs is enough; else it needs all
     * @param needs what it waits for
     */
    record Wait(Thread thread, long nanos, boolean any, List<Need> needs) {
    }
}
