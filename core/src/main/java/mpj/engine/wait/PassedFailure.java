package mpj.engine.wait;

import java.util.concurrent.locks.LockSupport;
import mpj.engine.SteppedOperation;

/**
 * An exception or error that the {@linkplain ProgressThread progress thread} met when it polled, for example because a
 * transport has failed. The next thread that polls throws it again.
 */
final class PassedFailure {
    private static final int NO_CONTEXT = -1;

    private final Throwable thrown;
    private final Thread passing;
    private volatile boolean taken;

    /** @param passing the thread that is unparked when the failure is taken */
    PassedFailure(Throwable thrown, Thread passing) {
        this.thrown = thrown;
        this.passing = passing;
    }

    /**
     * The failure as an operation in steps. Every poll carries on such operations already, so no poll has to ask for a
     * failure.
     */
    SteppedOperation operation() {
        return new SteppedOperation(NO_CONTEXT, this::isOver);
    }

    boolean isTaken() {
        return taken;
    }

    private boolean isOver() {
        if (taken) {
            return true;
        }
        taken = true;
        LockSupport.unpark(passing);
        switch (thrown) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new AssertionError(thrown);
        }
    }
}
