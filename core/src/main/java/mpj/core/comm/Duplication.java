package mpj.core.comm;

import java.lang.invoke.VarHandle;
import java.util.function.Function;
import mpj.core.collective.StartedMaximum;
import mpj.core.error.ErrorHandling;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.SteppedOperation;

/**
 * A duplicate of a communicator, which is made while the rank does something else. The ranks agree on its context
 * whenever they make progress. MPI: the operation that MPI_Comm_idup starts. Thread-safe.
 */
public final class Duplication {
    private final ErrorHandling errors;
    private final ContextAgreement agreement;
    private final StartedMaximum maximum;
    private final SteppedOperation operation;
    private Function<Context, Communicator> opening;
    private Communicator duplicate;

    /** @param opening makes the duplicate when its context is known */
    Duplication(ErrorHandling errors, ContextAgreement agreement, StartedMaximum maximum,
                Function<Context, Communicator> opening) {
        this.errors = errors;
        this.agreement = agreement;
        this.maximum = maximum;
        this.opening = opening;
        maximum.begin(agreement.offer());
        operation = new SteppedOperation(maximum.context(), this::advance);
    }

    SteppedOperation started() {
        return operation;
    }

    /** The operation that completes when {@link #get} can return the duplicate. */
    public Operation operation() {
        return operation;
    }

    /**
     * Goes on as far as is possible without waiting. Called with the engine's lock held. True if the duplication is
     * over, whether it has succeeded or failed.
     */
    private boolean advance() {
        try {
            while (maximum.advance()) {
                if (agreement.take(maximum.maximum())) {
                    return true;
                }
                maximum.begin(agreement.offer());
                if (agreement.isHeldUp()) {
                    return false; // by other agreements of this rank, which go on when this method returns
                }
            }
            return false;
        } catch (RuntimeException e) {
            RuntimeException error = EngineException.of(e);
            maximum.abandon();
            agreement.end();
            operation.failed(EngineException.classOf(error), EngineException.text(error));
            return true;
        }
    }

    /** The duplicate, when the operation is complete. */
    public synchronized Communicator get() {
        if (duplicate == null) {
            if (!operation.done()) {
                throw errors.raise(ErrorClass.ERR_COMM,
                    "the communicator is not made yet; wait for the request that getRequest() returns");
            }
            duplicate = errors.result(() -> {
                operation.check();
                Communicator opened = opening.apply(agreement.context());
                VarHandle.releaseFence(); // an API keeps the duplicate where other threads may read it without a lock
                return opened;
            });
            opening = null;
        }
        return duplicate;
    }
}
