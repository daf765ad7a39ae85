package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Anything that the engine completes: a send, a receive, a collective operation, or something else that takes time. Its
 * fields change only with the engine's lock held, or before the engine has it. Once {@link #done} is true they no
 * longer change.
 *
 * <p>The engine knows no kind of operation by its class. Each kind overrides the methods that say for what it waits and
 * how it is cancelled.
 */
public abstract class Operation implements Completion {
    /** No rank in particular. */
    static final int NO_RANK = -1;

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
    /** Why waits for it are interrupted; null for nearly all operations. */
    private Failure interruption;
    /** The requests for it that are under way in a library; null if it travels in packets. */
    public LibraryRequest inLibrary;
    /** The operation that was handed off before it, as long as no thread has taken this one over. */
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
     * class {@link Failure} yet. Callers that send and receive normally have not loaded it, since no message fails.
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

    /**
     * Why a wait for the operation has to end although the operation goes on; null if there is no reason, or no longer
     * one. The program may wait again later. MPI: an error of class MPI_ERR_PROC_FAILED_PENDING.
     */
    public final Failure interruption() {
        return isInterrupted() ? interruption : null;
    }

    /** Whether a wait for the operation has to end although the operation goes on. */
    public final boolean isInterrupted() {
        return interruption != null && isUnmatched() && !done();
    }

    /** Ends the waits for the operation, or allows waits again. Null allows waits. Called with the lock held. */
    public final void interrupt(Failure why) {
        interruption = why;
    }

    /** Whether a wait for the operation is over: the operation is done, or its waits are interrupted. */
    @Override
    public final boolean reached() {
        return done || isInterrupted();
    }

    @Override
    public final boolean isSeen() {
        return done() || isInterrupted();
    }

    /** Starts the operation, after the thread that was to start it has handed it off. Called with the lock held. */
    public void takeOver() {
        throw new IllegalStateException(getClass().getSimpleName() + " is never handed off");
    }

    /** The rank in the job that must do something before this is done, or {@link #NO_RANK}. */
    public int peer() {
        return NO_RANK;
    }

    /** Whether it is certain that the peer has not begun its part. */
    public boolean isUnmatched() {
        return false;
    }

    /**
     * Takes the operation back if it is not matched yet. If it is matched, it goes on. In both cases it is done some
     * time later. By default nothing happens, because MPI cannot cancel an operation that has no match.
     */
    public void takeBack() {
    }

    /**
     * Gives the operation up after an error, after which nobody will wait for it. Returns whether the object may be
     * used again at once.
     */
    public boolean giveUp() {
        takeBack();
        return true;
    }

    /**
     * What this process must still wait for when the operation is done; null if there is nothing. It must wait because
     * the program may then compute for hours.
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

    /** Records a failure. The first failure stands. The operation completes as usual. */
    public final void fail(ErrorClass error, String text) {
        fail(error, text, Failure.NO_RANK);
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
        interruption = null;
    }
}
