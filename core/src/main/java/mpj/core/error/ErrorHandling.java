package mpj.core.error;

import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;

/**
 * Handles the errors of calls on one object: a communicator, a window, a file. An error is thrown as an exception of
 * the API, or ends the job if errors are fatal. MPI: the object's error handler. Thread-safe.
 */
public final class ErrorHandling {
    /** The API's object, and whether it asks for an error to end the job. */
    private record Handler(Object apiObject, boolean fatal) {
    }

    private final LiveEngine engine;
    private final UnaryOperator<RuntimeException> exceptions;
    private final Handler throwing;
    /** The kind of object whose errors this handles. */
    private final String object;
    private volatile Handler handler;

    /**
     * Makes the handling of a communicator's errors, which throws them.
     *
     * @param apiExceptions turns an {@link EngineException} into the API's exception; it may throw that exception
     *     instead of returning it, if it is a checked one
     * @param returning the API's object for this handling
     */
    public ErrorHandling(LiveEngine live, UnaryOperator<RuntimeException> apiExceptions, Object returning) {
        engine = live;
        exceptions = apiExceptions;
        throwing = new Handler(returning, false);
        object = "communicator";
        handler = throwing;
    }

    private ErrorHandling(ErrorHandling other, String object, Handler handler) {
        engine = other.engine;
        exceptions = other.exceptions;
        throwing = other.throwing;
        this.object = object;
        this.handler = handler;
    }

    /** The handling for a communicator that is made from the communicator of this handling. */
    public ErrorHandling inherited() {
        return new ErrorHandling(this, object, handler);
    }

    /**
     * The handling for another object. It throws errors until the program sets another handler.
     *
     * @param kind what the object is, for the text of an error that ends the job
     */
    public ErrorHandling ofAnother(String kind) {
        return new ErrorHandling(this, kind, throwing);
    }

    /** The API's object. */
    public Object handler() {
        return handler.apiObject;
    }

    /**
     * Sets how errors are handled.
     *
     * @param apiObject the API's object
     * @param fatal whether an error ends the job
     */
    public void handler(Object apiObject, boolean fatal) {
        handler = new Handler(apiObject, fatal);
    }

    /** From now on all errors are thrown, whatever the program has set. */
    public void throwAll() {
        handler = throwing;
    }

    /**
     * Sets how errors are handled, for a program that asks for it.
     *
     * @param apiObject the API's object
     * @param fatal whether an error ends the job
     */
    public void set(Object apiObject, boolean fatal) {
        run(() -> checkHandler(apiObject));
        handler(apiObject, fatal);
    }

    /**
     * Checks an error handler that the program passes.
     *
     * @throws EngineException when the handler is null
     */
    public static void checkHandler(Object apiObject) {
        if (apiObject == null) {
            throw new EngineException(ErrorClass.ERR_ARG,
                "handler is null; pass MPI.ERRORS_RETURN or MPI.ERRORS_ARE_FATAL");
        }
    }

    /** Handles an error of this class as if a call had found it; see {@link #raise}. */
    public RuntimeException called(int code) {
        if (code <= ErrorClass.SUCCESS.code() || code > ErrorClass.LAST.code()) {
            return raise(ErrorClass.ERR_ARG, "errorCode is " + code + "; it must be that of an error, "
                + (ErrorClass.SUCCESS.code() + 1) + " to " + ErrorClass.LAST.code());
        }
        return raise(ErrorClass.of(code), "the program has called the error handler");
    }

    /**
     * The exception that a call has to throw: the API's exception if MPI refuses the call; any other exception as it
     * is.
     */
    public RuntimeException raise(RuntimeException e) {
        if (!(EngineException.of(e) instanceof EngineException error)) {
            return e;
        }
        if (handler.fatal && engine.isLive()) {
            engine.get().abort(error.error().code(),
                error.error() + ": " + error.getMessage() + " (errors of the " + object + " are fatal)");
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
