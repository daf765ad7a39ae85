package mpj.core.request;

import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.RankTable;
import mpj.core.message.Incoming;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Receive;

/**
 * Completes the operations of one communicator. The request of an API has an operation and one of these. Thread-safe.
 * It outlives the communicator, since operations may outlive it.
 */
public sealed class Requests permits RmaRequests, WatchedRequests {
    private final LiveEngine engine;
    private final ErrorHandling errors;
    private final RankTable ranks;

    /** @param ranks finds the ranks of the communicator, or of the remote group */
    public Requests(LiveEngine engine, ErrorHandling errors, RankTable ranks) {
        this.engine = engine;
        this.errors = errors;
        this.ranks = ranks;
    }

    /** The rank in the communicator of a rank in the job. */
    public int rankOf(int member) {
        return ranks.of(member);
    }

    /** Waits until an operation is complete. Throws if the wait is interrupted; the operation then goes on. */
    public void await(Operation operation) {
        finish(operation);
        while (!operation.done()) {
            checkWait(operation);
            finish(operation);
        }
    }

    private void finish(Operation operation) {
        try {
            engine.get().finish(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /**
     * Throws if the waits for an operation are interrupted. It makes progress first: the wait has made none, and the
     * message of the operation may have come.
     */
    final void checkWait(Operation operation) {
        if (operation.isInterrupted()) {
            try {
                engine.get().progress();
            } catch (RuntimeException e) {
                throw errors.raise(e);
            }
            Failure interruption = operation.interruption();
            if (interruption != null) {
                throw errors.raise(interruption);
            }
        }
    }

    /** Waits until one of several operations is complete. Ignores nulls. */
    public void awaitAny(Operation[] operations) {
        try {
            engine.get().finishAny(operations);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Waits until all of several operations are complete. Ignores nulls. */
    public void awaitAll(Operation[] operations) {
        try {
            engine.get().finishAll(operations);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /**
     * Whether an operation is complete, after some progress. Throws if the waits for the operation are interrupted;
     * the operation then goes on.
     */
    public final boolean test(Operation operation) {
        boolean complete = advance(operation);
        checkWait(operation);
        return complete;
    }

    /** Whether an operation is complete, after some progress. */
    boolean advance(Operation operation) {
        try {
            return engine.get().test(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Asks to take an operation back if it is not matched yet. The program must still wait for the operation. */
    public void cancel(Operation operation) {
        try {
            engine.get().cancel(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Notes that a call begins that completes several operations, at least one of this communicator. */
    void begin(String call) {
    }

    /** Notes that such a call returns, or throws. */
    void end(boolean failed) {
    }

    /** Throws if a complete operation has failed. */
    public void check(Operation complete) {
        if (complete.hasFailed()) {
            throw errors.raise(complete.failure());
        }
    }

    /** Does what is left to do for a complete operation. Throws if it has failed. */
    public void conclude(Operation complete) {
        check(complete);
        if (complete instanceof Receive receive && receive.attachment() instanceof Incoming incoming
            && !receive.cancelled()) {
            receive.attach(null);
            try {
                incoming.deserialize(receive);
            } catch (RuntimeException e) {
                throw errors.raise(e);
            }
        }
    }

    /** The exception for a call on a request that is not allowed. */
    public RuntimeException refusal(String text) {
        return errors.raise(ErrorClass.ERR_REQUEST, text);
    }
}
