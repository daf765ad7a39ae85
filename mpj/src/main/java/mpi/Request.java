package mpi;

import mpj.core.request.RequestArray;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * An operation that is under way. MPI: MPI_Request. When the operation has completed and a call has returned its
 * status, the request is null. {@link #Is_null} then returns true, and further waits return an empty status at once.
 */
public class Request {
    private static final RequestArray<Request, Status> ARRAY = new RequestArray<>(new RequestArray.Access<>() {
        @Override
        public Operation operation(Request request) {
            return request.operation;
        }

        @Override
        public Requests owner(Request request) {
            return request.owner;
        }

        @Override
        public Status conclude(Request request, int index) {
            return request.conclude().at(index);
        }

        @Override
        public Status empty(int index) {
            return new Status().at(index);
        }
    }, Status[]::new, MPIException::of);

    /** Null if the request is null from the start. */
    private final Requests owner;
    /** The operation that is under way, or null. */
    private Operation operation;

    Request(Requests owner, Operation operation) {
        this.owner = owner;
        this.operation = operation;
    }

    /**
     * Whether no operation is under way. MPI: a comparison with MPI_REQUEST_NULL.
     *
     * @return true if so
     */
    public boolean Is_null() {
        return operation == null;
    }

    final boolean isActive() {
        return operation != null;
    }

    /** Sets the operation that is under way. */
    final void begin(Operation started) {
        operation = started;
    }

    /**
     * Gives the request up. The operation continues, but the program does not learn when it completes.
     * MPI: MPI_Request_free. Objects that arrive after this call are dropped.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when the request is null
     */
    public void Free() {
        if (Is_null()) {
            throw refusal("the request is null: it was completed or freed before");
        }
        operation = null;
    }

    /** The exception for a call that cannot be made. A request that is null from the start has no error handler. */
    final RuntimeException refusal(String text) {
        return owner == null ? new MPIException(ErrorClass.ERR_REQUEST, text) : owner.refusal(text);
    }

    /** Does nothing. The method exists for programs that call it. The JVM does not call an empty finalizer. */
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public void finalize() {
    }

    /**
     * Waits until the operation is complete. MPI: MPI_Wait.
     *
     * @return the status of the operation
     * @throws MPIException when the operation failed
     */
    public Status Wait() {
        if (operation == null) {
            return new Status();
        }
        owner.await(operation);
        return conclude();
    }

    /**
     * Checks whether the operation is complete. MPI: MPI_Test.
     *
     * @return the status of the operation, or null while it is under way
     * @throws MPIException when the operation failed
     */
    public Status Test() {
        if (operation == null) {
            return new Status();
        }
        return owner.test(operation) ? conclude() : null;
    }

    /**
     * Cancels the operation if it has not been matched yet. The program must still wait for the request.
     * {@link Status#Test_cancelled} then tells whether the operation was cancelled. MPI: MPI_Cancel.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when no operation is under way
     */
    public void Cancel() {
        if (operation == null) {
            throw refusal(Is_null() ? "the request is null: it was completed or freed before"
                : "the request is inactive; Start it before it is cancelled");
        }
        owner.cancel(operation);
    }

    /** Returns the status of an operation that is complete. */
    final Status conclude() {
        Operation complete = operation;
        operation = null;
        owner.conclude(complete);
        return Status.of(owner, complete);
    }

    /**
     * Waits until all requests are complete. MPI: MPI_Waitall.
     *
     * @param r the requests; requests that are null count as complete
     * @return the statuses, in the same order
     * @throws MPIException for the first request that failed, after all requests have completed
     */
    public static Status[] Waitall(Request[] r) {
        return ARRAY.waitAll(r);
    }

    /**
     * Waits until one of several requests is complete. MPI: MPI_Waitany.
     *
     * @param r the requests
     * @return the status of the complete request. {@link Status#index} is the request's place in the array, or
     *     {@link MPI#UNDEFINED} when all requests are null
     */
    public static Status Waitany(Request[] r) {
        return ARRAY.waitAny(r);
    }

    /**
     * Checks whether one of several requests is complete. MPI: MPI_Testany.
     *
     * @param r the requests
     * @return the status of the complete request, or null when no request is complete. {@link Status#index} is the
     *     request's place in the array, or {@link MPI#UNDEFINED} when all requests are null
     */
    public static Status Testany(Request[] r) {
        return ARRAY.testAny(r);
    }

    /**
     * Checks whether all requests are complete. MPI: MPI_Testall.
     *
     * @param r the requests; requests that are null count as complete
     * @return the statuses, or null while a request is under way
     */
    public static Status[] Testall(Request[] r) {
        return ARRAY.testAll(r);
    }

    /**
     * Waits until at least one request is complete. MPI: MPI_Waitsome.
     *
     * @param r the requests
     * @return the statuses of the complete requests, whose {@link Status#index} is the place in the array. The result
     *     is null, as in mpiJava, when all requests are null, so that a loop of waits ends
     */
    public static Status[] Waitsome(Request[] r) {
        return ARRAY.waitSome(r);
    }

    /**
     * Checks which requests are complete. MPI: MPI_Testsome.
     *
     * @param r the requests
     * @return the statuses of the complete requests, whose {@link Status#index} is the place in the array. The length
     *     is 0 when no request is complete, and also when all requests are null
     */
    public static Status[] Testsome(Request[] r) {
        return ARRAY.testSome(r);
    }
}
