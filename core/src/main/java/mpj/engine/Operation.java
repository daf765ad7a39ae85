package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.engine.wait.Handoff;

/**
 * What the engine completes: a send, a receive, a collective operation, or anything else that takes time. Its fields
 * change under the engine's lock only, or before the engine has it. Once {@link #done} is true they no longer change.
 *
 * <p>The engine knows no kind of operation by its class. Each kind overrides the methods that say what it waits for and
 * how it is cancelled.
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

    /** Set with release and read with acquire: a thread that sees it true also sees the elements received. */
    private boolean done;
    private boolean cancelled;
    private Failure failure;
    /** What is under way for it in a library; null of what travels in packets. */
    public LibraryRequest inLibrary;
    /** The one that was handed off before it, while it is in {@link Handoff}. */
    public Operation handedOffBefore;

    /** Whether the operation has completed, failed or was cancelled. */
    public final boolean done() {
        return (boolean) DONE.getAcquire(this);
    }

    /** Whether the operation was taken back before it was matched. */
    public final boolean cancelled() {
        return cancelled;
    }

    /**
     * Whether the operation has failed. Unlike {@link #failure}, this is inlined into callers that have not loaded
     * class {@link Failure} yet. Callers that send and receive have not: normally no message fails.
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

    @Override
    public final boolean isSeen() {
        return done();
    }

    /** Starts it, after the thread that was to start it has handed it off. Called with the lock held. */
    public void takeOver() {
        throw new IllegalStateException(getClass().getSimpleName() + " is never handed off");
    }

    /** The rank in the job that must do something before this is done, or {@link #NOBODY}. */
    public int peer() {
        return NOBODY;
    }

    /** Whether it is certain that the peer has not begun its part. */
    public boolean isUnmatched() {
        return false;
    }

    /**
     * Takes it back if it is not matched yet; once it is matched, it goes on. It is done some time later. By default
     * nothing happens: MPI cannot cancel an operation without a match.
     */
    public void takeBack() {
    }

    /** Gives it up after an error: nobody will wait for it. True if the object may be used again at once. */
    public boolean giveUp() {
        takeBack();
        return true;
    }

    /**
     * What this process must still wait for when the operation is done, because the program may then compute for hours;
     * null if there is nothing.
     */
    public Completion left() {
        return null;
    }

    public final void complete() {
        DONE.setRelease(this, true);
    }

    public final void cancel() {
        cancelled = true;
        complete();
    }

    /** Records a failure; the first stands. The operation completes as usual. */
    public final void fail(ErrorClass error, String text) {
        fail(error, text, Failure.NOBODY);
    }

    public final void fail(ErrorClass error, String text, int refusedBy) {
        if (failure == null) {
            failure = new Failure(error, text, refusedBy);
        }
    }

    public final void reset() {
        done = false;
        cancelled = false;
        failure = null;
    }
}
