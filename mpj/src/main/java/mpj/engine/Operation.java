package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A send, a receive or a collective operation under way. Its fields change under the engine's lock only; once {@link
 * #done} is true they no longer change.
 */
public abstract sealed class Operation implements Completion permits Send, Receive, CollectiveOperation {
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
