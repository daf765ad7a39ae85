package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the engine completes: a send, a receive, a collective operation, or whatever else takes its time. Its fields
 * change under the engine's lock only; once {@link #done} is true they no longer change.
 *
 * <p>A kind of operation says by overriding what it is waited for and cancelled by; the engine knows none by its class.
 */
public abstract class Operation implements Completion {
    /** No rank in particular. */
    static final int NOBODY = -1;

    private static final VarHandle DONE;

    static {
        try {
            DONE = MethodHandles.lookup().findVarHandle(Operation.class, "done", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Set with release and read with acquire: who sees it true sees the elements received. */
    private boolean done;
    private boolean cancelled;
    private Failure failure;

    /** Whether the operation has completed, failed or was cancelled. */
    public final boolean done() {
        return (boolean) DONE.getAcquire(this);
    }

    /** Whether the operation was taken back before it was matched. */
    public final boolean cancelled() {
        return cancelled;
    }

    /**
     * Whether the operation has failed. Unlike {@link #failure}, it is inlined into callers that have not loaded class
     * {@link Failure} yet, as those of messages have not: no message fails.
     */
    public final boolean hasFailed() {
        return failure != null;
    }

    /** Why the operation failed, or null. */
    public final Failure failure() {
        return failure;
    }

    /** Throws if the operation has failed. */
    public final void check() {
        if (failure != null) {
            throw new EngineException(failure);
        }
    }

    @Override
    public final boolean reached() {
        return done;
    }

    /** The rank in the job that must do something before this is done, or {@link #NOBODY}. */
    int peer() {
        return NOBODY;
    }

    /** Whether it is certain that the peer has not begun its part. */
    boolean isUnmatched() {
        return false;
    }

    /** Takes it back if it is not matched yet; what has no match, MPI does not cancel. It is done some time later. */
    void takeBack() {
    }

    /** Gives it up after an error: nobody will wait for it. True if it may be used again at once. */
    boolean giveUp() {
        takeBack();
        return true;
    }

    /** What else this process has to see to when it is done, before the program may compute for hours; or null. */
    Completion left() {
        return null;
    }

    final void complete() {
        DONE.setRelease(this, true);
    }

    final void cancel() {
        cancelled = true;
        complete();
    }

    /** Records a failure; the first stands. The operation completes as usual. */
    final void fail(ErrorClass error, String text) {
        fail(error, text, Failure.NOBODY);
    }

    final void fail(ErrorClass error, String text, int refusedBy) {
        if (failure == null) {
            failure = new Failure(error, text, refusedBy);
        }
    }

    final void reset() {
        done = false;
        cancelled = false;
        failure = null;
    }
}
