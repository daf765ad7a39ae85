package tycho;

import java.util.concurrent.TimeUnit;

/**
 * What a consumer's end does about a producer that says nothing. A producer that has nothing to send is silent as well,
 * so it is asked. A producer that does not answer is looked up, and it is gone if the registry does not know it twice.
 * Not thread-safe.
 */
final class Silence {
    /** What to do now. */
    enum Step {
        NOTHING, ASK, LOOK_UP
    }

    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int FIRST_LOOK_UP = 3;
    private static final int ABSENCES = 2;

    /** When something came, or when something was done about it last. */
    private long last;
    private int steps;
    private int absences;

    Silence(long now) {
        last = now;
    }

    /** To be called now and then, with whether anything has come since the last call. */
    Step tick(long now, boolean heard) {
        if (heard) {
            last = now;
            steps = 0;
            absences = 0;
        }
        if (now - last < STEP_NANOS) {
            return Step.NOTHING;
        }
        last = now;
        steps++;
        return steps < FIRST_LOOK_UP ? Step.ASK : Step.LOOK_UP;
    }

    /** Takes in whether the registry knows the producer; answers whether the producer is gone. */
    boolean isGone(boolean known) {
        absences = known ? 0 : absences + 1;
        return absences >= ABSENCES;
    }
}
