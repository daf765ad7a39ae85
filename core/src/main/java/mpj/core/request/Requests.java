package mpj.core.request;

import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.RankTable;
import mpj.core.message.Incoming;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;

/**
 * Completes the operations of one communicator. An API's request has an operation and one of these. Thread-safe. It
 * outlives the communicator, since operations do.
 */
public sealed class Requests permits WatchedRequests {
    private final LiveEngine engine;
    private final ErrorHandling errors;
    private final RankTable ranks;

    /** @param ranks of the communicator, or of the remote group */
    public Requests(LiveEngine engine, ErrorHandling errors, RankTable ranks) {
        this.engine = engine;
        this.errors = errors;
        this.ranks = ranks;
    }

    /** The rank in the communicator of one in the job. */
    public int rankOf(int member) {
        return ranks.of(member);
    }

    /** Waits until an operation is complete. */
    public void await(Operation operation) {
        try {
            engine.get().finish(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Waits until one of several operations is complete. Nulls are passed over. */
    public void awaitAny(Operation[] operations) {
        try {
            engine.get().finishAny(operations);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Waits until all of several operations are complete. Nulls are passed over. */
    public void awaitAll(Operation[] operations) {
        try {
            engine.get().finishAll(operations);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Whether an operation is complete, after some progress. */
    public boolean test(Operation operation) {
        try {
            return engine.get().test(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** Asks for an operation to be taken back if it is not matched yet. It must still be waited for. */
    public void cancel(Operation operation) {
        try {
            engine.get().cancel(operation);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }

    /** A call begins that completes several operations, of which one is of this communicator. */
    void begin(String call) {
    }

    /** That call returns, or throws. */
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

    /** The exception for a call on a request that cannot be made. */
    public RuntimeException refusal(String text) {
        return errors.raise(ErrorClass.ERR_REQUEST, text);
    }
}
