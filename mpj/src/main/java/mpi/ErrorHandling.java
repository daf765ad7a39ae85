package mpi;

import java.util.function.IntSupplier;
import java.util.function.Supplier;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;

/** What becomes of the errors of calls on one communicator: they are thrown, or where errors are fatal, end the job. */
final class ErrorHandling {
    private volatile Errhandler handler = Errhandler.ERRORS_RETURN;

    Errhandler handler() {
        return handler;
    }

    void handler(Errhandler newHandler) {
        handler = newHandler;
    }

    /** What the call throws. */
    MPIException raise(MPIException e) {
        if (handler.fatal()) {
            MPI.engine().abort(e.Get_error_class(), e.getMessage() + " (MPI.ERRORS_ARE_FATAL)");
        }
        return e;
    }

    MPIException raise(ErrorClass error, String text) {
        return raise(new MPIException(error, text));
    }

    MPIException raise(Failure failure) {
        return raise(new MPIException(failure));
    }

    /** An error that the engine, a transport or the launcher has thrown. */
    MPIException raise(RuntimeException e) {
        return raise(MPIException.of(e) instanceof MPIException mpi ? mpi
            : new MPIException(ErrorClass.ERR_INTERN, e.toString(), e));
    }

    /** The result of what may throw an error of the communicator. */
    <T> T result(Supplier<T> call) {
        try {
            return call.get();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /** As {@link #result}. */
    int number(IntSupplier call) {
        try {
            return call.getAsInt();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /** As {@link #result}, of what has none. */
    void run(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }
}
