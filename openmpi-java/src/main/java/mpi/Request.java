package mpi;

import java.util.Arrays;
import mpj.core.request.RequestArray;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * An operation under way. MPI: MPI_Request. When it has completed and a call has returned its status, the request is
 * null: {@link #isNull} says so, and further waits return an empty status at once.
 *
 * <p>A method whose name ends in {@code Status} returns what is known of the message; the others leave it out. All
 * throw {@link MPIException} when the operation has failed.
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

    /** Null of a request that is null from the start. */
    private final Requests owner;
    /** What is under way, or null. */
    private Operation operation;

    Request(Requests owner, Operation operation) {
        this.owner = owner;
        this.operation = operation;
    }

    /**
     * Whether there is nothing under way, nor can be started. MPI: a comparison with MPI_REQUEST_NULL.
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

    /** Lets an operation be under way. */
    final void begin(Operation started) {
        operation = started;
    }

    /**
     * Gives the request up: the operation goes on, and nobody hears of its end. Does nothing if the request is null.
     * MPI: MPI_Request_free.
     */
    @Override
    public void free() {
        operation = null;
    }

    /** What a call throws that cannot be made; of a request that is null from the start, nobody handles errors. */
    final RuntimeException refusal(String text) {
        return owner == null ? new MPIException(ErrorClass.ERR_REQUEST, text) : owner.refusal(text);
    }

    /**
     * Takes the operation back if it is not matched yet. It must still be waited for; {@link Status#isCancelled} then
     * tells what became of it. MPI: MPI_Cancel.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when nothing is under way
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
     * @return its status
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
     * Asks whether the operation is complete. MPI: MPI_Test.
     *
     * @return its status, or null while it is under way
     */
    public final Status testStatus() {
        if (operation == null) {
            return new Status();
        }
        return owner.test(operation) ? conclude() : null;
    }

    /**
     * Asks whether the operation is complete. MPI: MPI_Test.
     *
     * @return true if it is
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
     * Asks whether the operation is complete, and leaves the request as it is: it must still be waited for or freed.
     * MPI: MPI_Request_get_status.
     *
     * @return its status, or null while it is under way
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

    /** The status of an operation that is complete. */
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
     * Waits for one of several. MPI: MPI_Waitany.
     *
     * @param requests the requests
     * @return its status, with its place in {@link Status#getIndex}; {@link MPI#UNDEFINED} there when nothing is under
     *     way
     */
    public static Status waitAnyStatus(Request[] requests) {
        return ARRAY.waitAny(requests);
    }

    /**
     * Waits for one of several. MPI: MPI_Waitany.
     *
     * @param requests the requests
     * @return its place; {@link MPI#UNDEFINED} when nothing is under way
     */
    public static int waitAny(Request[] requests) {
        return ARRAY.waitAny(requests).getIndex();
    }

    /**
     * Asks whether one of several is complete. MPI: MPI_Testany.
     *
     * @param requests the requests
     * @return its status, with its place in {@link Status#getIndex}, {@link MPI#UNDEFINED} there when nothing is under
     *     way; or null when none is complete
     */
    public static Status testAnyStatus(Request[] requests) {
        return ARRAY.testAny(requests);
    }

    /**
     * Asks whether one of several is complete. MPI: MPI_Testany.
     *
     * @param requests the requests
     * @return its place; {@link MPI#UNDEFINED} when none is complete, also when nothing is under way
     */
    public static int testAny(Request[] requests) {
        Status status = ARRAY.testAny(requests);
        return status == null ? MPI.UNDEFINED : status.getIndex();
    }

    /**
     * Waits for all. MPI: MPI_Waitall.
     *
     * @param requests the requests; null ones count as complete
     * @return their statuses, in the same order
     * @throws MPIException for the first that failed, after all have completed
     */
    public static Status[] waitAllStatus(Request[] requests) {
        return ARRAY.waitAll(requests);
    }

    /**
     * Waits for all. MPI: MPI_Waitall.
     *
     * @param requests the requests; null ones count as complete
     * @throws MPIException for the first that failed, after all have completed
     */
    public static void waitAll(Request[] requests) {
        ARRAY.waitAll(requests);
    }

    /**
     * Asks whether all are complete. MPI: MPI_Testall.
     *
     * @param requests the requests; null ones count as complete
     * @return their statuses, in the same order; or null while one is under way
     */
    public static Status[] testAllStatus(Request[] requests) {
        return ARRAY.testAll(requests);
    }

    /**
     * Asks whether all are complete. MPI: MPI_Testall.
     *
     * @param requests the requests; null ones count as complete
     * @return true if they are
     */
    public static boolean testAll(Request[] requests) {
        return ARRAY.testAll(requests) != null;
    }

    /**
     * Waits until at least one is complete. MPI: MPI_Waitsome.
     *
     * @param requests the requests
     * @return the statuses of those that are, with their places in {@link Status#getIndex}; null when nothing is under
     *     way, so that a loop of waits ends
     */
    public static Status[] waitSomeStatus(Request[] requests) {
        return ARRAY.waitSome(requests);
    }

    /**
     * Waits until at least one is complete. MPI: MPI_Waitsome.
     *
     * @param requests the requests
     * @return the places of those that are; null when nothing is under way, so that a loop of waits ends
     */
    public static int[] waitSome(Request[] requests) {
        return places(ARRAY.waitSome(requests));
    }

    /**
     * Asks which are complete. MPI: MPI_Testsome.
     *
     * @param requests the requests
     * @return the statuses of those that are, with their places in {@link Status#getIndex}; of length 0 when none is;
     *     null when nothing is under way
     */
    public static Status[] testSomeStatus(Request[] requests) {
        return ARRAY.isAnyActive(requests) ? ARRAY.testSome(requests) : null;
    }

    /**
     * Asks which are complete. MPI: MPI_Testsome.
     *
     * @param requests the requests
     * @return the places of those that are; of length 0 when none is; null when nothing is under way
     */
    public static int[] testSome(Request[] requests) {
        return places(testSomeStatus(requests));
    }

    private static int[] places(Status[] statuses) {
        return statuses == null ? null : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
    }
}
