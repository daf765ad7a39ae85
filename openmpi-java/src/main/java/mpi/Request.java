package mpi;

import java.util.Arrays;
import mpj.core.request.RequestArray;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * An operation that is under way. MPI: MPI_Request. When the operation has completed and a call has returned its
 * status, the request is null. {@link #isNull} then returns true, and further waits return an empty status at once.
 *
 * <p>A method whose name ends in {@code Status} returns the status of the message. The other methods do not. All of
 * them throw an {@link MPIException} when the operation has failed.
 */
public class Request implements Freeable {
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
     * Whether no operation is under way and none can be started. MPI: a comparison with MPI_REQUEST_NULL.
     *
     * @return true if so
     */
    public final boolean isNull() {
        return operation == null && !isStartable();
    }

    boolean isStartable() {
        return false;
    }

    final boolean isActive() {
        return operation != null;
    }

    /** Sets the operation that is under way. */
    final void begin(Operation started) {
        operation = started;
    }

    /**
     * Gives the request up. The operation continues, but the program does not learn when it completes. This does
     * nothing if the request is null. MPI: MPI_Request_free.
     */
    @Override
    public void free() {
        operation = null;
    }

    /** The exception for a call that cannot be made. A request that is null from the start has no error handler. */
    final RuntimeException refusal(String text) {
        return owner == null ? new MPIException(ErrorClass.ERR_REQUEST, text) : owner.refusal(text);
    }

    /**
     * Cancels the operation if it has not been matched yet. The program must still wait for the request.
     * {@link Status#isCancelled} then tells whether the operation was cancelled. MPI: MPI_Cancel.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when no operation is under way, or when the operation is
     *     one of a window
     */
    public final void cancel() {
        if (operation == null) {
            throw refusal(isNull() ? "the request is null: it was completed or freed before"
                : "the request is inactive; start it before it is cancelled");
        }
        owner.cancel(operation);
    }

    /**
     * Waits until the operation is complete. MPI: MPI_Wait.
     *
     * @return the status of the operation
     */
    public final Status waitStatus() {
        if (operation == null) {
            return new Status();
        }
        owner.await(operation);
        return conclude();
    }

    /** Waits until the operation is complete. MPI: MPI_Wait. */
    public final void waitFor() {
        if (operation != null) {
            owner.await(operation);
            end();
        }
    }

    /**
     * Checks whether the operation is complete. MPI: MPI_Test.
     *
     * @return the status of the operation, or null while it is under way
     */
    public final Status testStatus() {
        if (operation == null) {
            return new Status();
        }
        return owner.test(operation) ? conclude() : null;
    }

    /**
     * Checks whether the operation is complete. MPI: MPI_Test.
     *
     * @return true if the operation is complete
     */
    public final boolean test() {
        if (operation == null) {
            return true;
        }
        boolean complete = owner.test(operation);
        if (complete) {
            end();
        }
        return complete;
    }

    /**
     * Checks whether the operation is complete, without a change of the request. The program must still wait for the
     * request or free it. MPI: MPI_Request_get_status.
     *
     * @return the status of the operation, or null while it is under way
     */
    public final Status getStatus() {
        if (operation == null) {
            return new Status();
        }
        if (!owner.test(operation)) {
            return null;
        }
        owner.check(operation);
        return Status.of(owner, operation);
    }

    /** Returns the status of an operation that is complete. */
    final Status conclude() {
        Operation complete = operation;
        end();
        return Status.of(owner, complete);
    }

    private void end() {
        Operation complete = operation;
        operation = null;
        owner.conclude(complete);
    }

    /**
     * Waits until one of several requests is complete. MPI: MPI_Waitany.
     *
     * @param requests the requests
     * @return the status of the complete request. {@link Status#getIndex} is the request's place in the array, or
     *     {@link MPI#UNDEFINED} when no operation is under way
     */
    public static Status waitAnyStatus(Request[] requests) {
        return ARRAY.waitAny(requests);
    }

    /**
     * Waits until one of several requests is complete. MPI: MPI_Waitany.
     *
     * @param requests the requests
     * @return the place of the complete request in the array, or {@link MPI#UNDEFINED} when no operation is under way
     */
    public static int waitAny(Request[] requests) {
        return ARRAY.waitAny(requests).getIndex();
    }

    /**
     * Checks whether one of several requests is complete. MPI: MPI_Testany.
     *
     * @param requests the requests
     * @return the status of the complete request, or null when no request is complete. {@link Status#getIndex} is the
     *     request's place in the array, or {@link MPI#UNDEFINED} when no operation is under way
     */
    public static Status testAnyStatus(Request[] requests) {
        return ARRAY.testAny(requests);
    }

    /**
     * Checks whether one of several requests is complete. MPI: MPI_Testany.
     *
     * @param requests the requests
     * @return the place of the complete request in the array, or {@link MPI#UNDEFINED} when no request is complete or
     *     no operation is under way
     */
    public static int testAny(Request[] requests) {
        Status status = ARRAY.testAny(requests);
        return status == null ? MPI.UNDEFINED : status.getIndex();
    }

    /**
     * Waits until all requests are complete. MPI: MPI_Waitall.
     *
     * @param requests the requests; requests that are null count as complete
     * @return the statuses, in the same order
     * @throws MPIException for the first request that failed, after all requests have completed
     */
    public static Status[] waitAllStatus(Request[] requests) {
        return ARRAY.waitAll(requests);
    }

    /**
     * Waits until all requests are complete. MPI: MPI_Waitall.
     *
     * @param requests the requests; requests that are null count as complete
     * @throws MPIException for the first request that failed, after all requests have completed
     */
    public static void waitAll(Request[] requests) {
        ARRAY.waitAll(requests);
    }

    /**
     * Checks whether all requests are complete. MPI: MPI_Testall.
     *
     * @param requests the requests; requests that are null count as complete
     * @return the statuses in the same order, or null while a request is under way
     */
    public static Status[] testAllStatus(Request[] requests) {
        return ARRAY.testAll(requests);
    }

    /**
     * Checks whether all requests are complete. MPI: MPI_Testall.
     *
     * @param requests the requests; requests that are null count as complete
     * @return true if all requests are complete
     */
    public static boolean testAll(Request[] requests) {
        return ARRAY.testAll(requests) != null;
    }

    /**
     * Waits until at least one request is complete. MPI: MPI_Waitsome.
     *
     * @param requests the requests
     * @return the statuses of the complete requests, whose {@link Status#getIndex} is the place in the array. The
     *     result is null when no operation is under way, so that a loop of waits ends
     */
    public static Status[] waitSomeStatus(Request[] requests) {
        return ARRAY.waitSome(requests);
    }

    /**
     * Waits until at least one request is complete. MPI: MPI_Waitsome.
     *
     * @param requests the requests
     * @return the places of the complete requests, or null when no operation is under way, so that a loop of waits ends
     */
    public static int[] waitSome(Request[] requests) {
        return places(ARRAY.waitSome(requests));
    }

    /**
     * Checks which requests are complete. MPI: MPI_Testsome.
     *
     * @param requests the requests
     * @return the statuses of the complete requests, whose {@link Status#getIndex} is the place in the array. The
     *     length is 0 when no request is complete. The result is null when no operation is under way
     */
    public static Status[] testSomeStatus(Request[] requests) {
        return ARRAY.isAnyActive(requests) ? ARRAY.testSome(requests) : null;
    }

    /**
     * Checks which requests are complete. MPI: MPI_Testsome.
     *
     * @param requests the requests
     * @return the places of the complete requests. The length is 0 when no request is complete. The result is null when
     *     no operation is under way
     */
    public static int[] testSome(Request[] requests) {
        return places(testSomeStatus(requests));
    }

    private static int[] places(Status[] statuses) {
        return statuses == null ? null : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
    }
}
