package mpj.core.error;

import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;

/**
 * Handles the errors of calls on one communicator. They are thrown as the API's exceptions, or end the job if errors
 * are fatal. MPI: the error handler of a communicator. Thread-safe.
 */
public final class ErrorHandling {
    /** The API's object, and whether it asks for an error to end the job. */
    private record Handler(Object object, boolean fatal) {
    }

    private final LiveEngine engine;
    private final UnaryOperator<RuntimeException> exceptions;
    private volatile Handler handler;

    /**
     * Makes a handling that throws errors.
     *
     * @param exceptions makes the API's exception of an {@link EngineException}; it may instead throw that exception
     *     itself, if it is a checked one
     * @param returning the API's object for this handling
     */
    public ErrorHandling(LiveEngine engine, UnaryOperator<RuntimeException> exceptions, Object returning) {
        this(engine, exceptions, new Handler(returning, false));
    }

    private ErrorHandling(LiveEngine engine, UnaryOperator<RuntimeException> exceptions, Handler handler) {
        this.engine = engine;
        this.exceptions = exceptions;
        this.handler = handler;
    }

    /** The handling for a communicator that is made from this one's. */
    public ErrorHandling inherited() {
        return new ErrorHandling(engine, exceptions, handler);
    }

    /** The API's object. */
    public Object handler() {
        return handler.object;
    }

    /**
     * Sets what becomes of errors.
     *
     * @param object the API's
     * @param fatal whether an error ends the job
     */
    public void handler(Object object, boolean fatal) {
        handler = new Handler(object, fatal);
    }

    /** What a call is to throw: the API's exception if MPI refuses the call; any other exception as it is. */
    public RuntimeException raise(RuntimeException e) {
        if (!(EngineException.of(e) instanceof EngineException error)) {
            return e;
        }
        if (handler.fatal && engine.isLive()) {
            engine.get().abort(error.error().code(),
                error.error() + ": " + error.getMessage() + " (errors of the communicator are fatal)");
        }
        return exceptions.apply(error);
    }

    public RuntimeException raise(ErrorClass error, String text) {
        return raise(new EngineException(error, text));
    }

    public RuntimeException raise(Failure failure) {
        return raise(new EngineException(failure));
    }

    /** Returns the result of a call that may throw an error of the communicator. */
    public <T> T result(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw raise(e);
        }
    }

    /** As {@link #result}. */
    public int number(IntSupplier call) {
        try {
            return call.getAsInt();
        } catch (RuntimeException e) {
            throw raise(e);
        }
    }

    /** As {@link #result}, for a call without a result. */
    public void run(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw raise(e);
        }
    }
}
