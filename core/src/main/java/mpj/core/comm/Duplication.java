package mpj.core.comm;

import java.lang.invoke.VarHandle;
import java.util.function.Function;
import mpj.core.collective.StartedMaximum;
import mpj.core.error.ErrorHandling;
import mpj.engine.CollectiveOperation;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A duplicate of a communicator that is being made while the rank does something else. Its ranks agree on a context
 * whenever they make progress. MPI: what MPI_Comm_idup starts. Thread-safe.
 */
public final class Duplication {
    private final ErrorHandling errors;
    private final ContextAgreement agreement;
    private final StartedMaximum maximum;
    private final CollectiveOperation operation;
    private Function<Context, Communicator> opening;
    private Communicator duplicate;

    /** @param opening makes the communicator that has a context */
    Duplication(ErrorHandling errors, ContextAgreement agreement, StartedMaximum maximum,
                Function<Context, Communicator> opening) {
        this.errors = errors;
        this.agreement = agreement;
        this.maximum = maximum;
        this.opening = opening;
        maximum.begin(agreement.offer());
        operation = new CollectiveOperation(maximum.context(), this::advance);
    }

    CollectiveOperation started() {
        return operation;
    }

    /** What completes when the duplicate is there. */
    public Operation operation() {
        return operation;
    }

    /** Goes on as far as it can without waiting, with the engine's lock held. True at the end, also after an error. */
    private boolean advance() {
        try {
            while (maximum.advance()) {
                if (agreement.take(maximum.maximum())) {
                    return true;
                }
                maximum.begin(agreement.offer());
                if (agreement.isHeldUp()) {
                    return false; // by others of this rank, which go on when this one lets them
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

    /** The duplicate, once the operation is complete. */
    public synchronized Communicator get() {
        if (duplicate == null) {
            if (!operation.done()) {
                throw errors.raise(ErrorClass.ERR_COMM,
                    "the communicator is not made yet; wait for the request that getRequest() returns");
            }
            duplicate = errors.result(() -> {
                operation.check();
                Communicator opened = opening.apply(agreement.context());
                VarHandle.releaseFence(); // an API keeps it where other threads may look without a lock
                return opened;
            });
            opening = null;
        }
        return duplicate;
    }
}
