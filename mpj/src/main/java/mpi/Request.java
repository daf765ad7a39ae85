package mpi;

import mpj.core.request.RequestArray;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * An operation under way. MPI: MPI_Request. When it has completed and a call has returned its status, the request is
 * null: {@link #Is_null} says so, and further waits return an empty status at once.
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

    /** Null of a request that is null from the start. */
    private final Requests owner;
    /** What is under way, or null. */
    private Operation operation;

    Request(Requests owner, Operation operation) {
        this.owner = owner;
        this.operation = operation;
    }

    /**
     * Whether there is nothing under way. MPI: a comparison with MPI_REQUEST_NULL.
     *
     * @return true if so
     */
    public boolean Is_null() {
        return operation == null;
    }

    final boolean isActive() {
        return operation != null;
    }

    /** Lets an operation be under way. */
    final void begin(Operation started) {
        operation = started;
    }

    /**
     * Gives the request up: the operation goes on, and nobody hears of its end. MPI: MPI_Request_free. Objects that
     * arrive afterwards are dropped.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when the request is null
     */
    public void Free() {
        if (Is_null()) {
            throw refusal("the request is null: it was completed or freed before");
        }
        operation = null;
    }

    /** What a call throws that cannot be made; of a request that is null from the start, nobody handles errors. */
    final RuntimeException refusal(String text) {
        return owner == null ? new MPIException(ErrorClass.ERR_REQUEST, text) : owner.refusal(text);
    }

    /** Does nothing. For programs that call it; the virtual machine does not call what is empty. */
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public void finalize() {
    }

    /**
     * Waits until the operation is complete. MPI: MPI_Wait.
     *
     * @return its status
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
     * Asks whether the operation is complete. MPI: MPI_Test.
     *
     * @return its status, or null while it is under way
     * @throws MPIException when the operation failed
     */
    public Status Test() {
        if (operation == null) {
            return new Status();
        }
        return owner.test(operation) ? conclude() : null;
    }

    /**
     * Takes the operation back if it is not matched yet. It must still be waited for; {@link Status#Test_cancelled}
     * then tells what became of it. MPI: MPI_Cancel.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when nothing is under way
     */
    public void Cancel() {
        if (operation == null) {
            throw refusal(Is_null() ? "the request is null: it was completed or freed before"
                : "the request is inactive; Start it before it is cancelled");
        }
        owner.cancel(operation);
    }

    /** The status of an operation that is complete. */
    final Status conclude() {
        Operation complete = operation;
        operation = null;
        owner.conclude(complete);
        return Status.of(owner, complete);
    }

    /**
     * Waits for all. MPI: MPI_Waitall.
     *
     * @param r the requests; null ones count as complete
     * @return their statuses, in the same order
     * @throws MPIException for the first that failed, after all have completed
     */
    public static Status[] Waitall(Request[] r) {
        return ARRAY.waitAll(r);
    }

    /**
     * Waits for one of several. MPI: MPI_Waitany.
     *
     * @param r the requests
     * @return its status, with its place in {@link Status#index}; {@link MPI#UNDEFINED} there when all are null
     */
    public static Status Waitany(Request[] r) {
        return ARRAY.waitAny(r);
    }

    /**
     * Asks whether one of several is complete. MPI: MPI_Testany.
     *
     * @param r the requests
     * @return its status, with its place in {@link Status#index}, {@link MPI#UNDEFINED} there when all are null; or
     *     null when none is complete
     */
    public static Status Testany(Request[] r) {
        return ARRAY.testAny(r);
    }

    /**
     * Asks whether all are complete. MPI: MPI_Testall.
     *
     * @param r the requests; null ones count as complete
     * @return their statuses, or null while one is under way
     */
    public static Status[] Testall(Request[] r) {
        return ARRAY.testAll(r);
    }

    /**
     * Waits until at least one is complete. MPI: MPI_Waitsome.
     *
     * @param r the requests
     * @return the statuses of those that are, with their places in {@link Status#index}; null, as in mpiJava, when all
     *     requests are null, so that a loop of waits ends
     */
    public static Status[] Waitsome(Request[] r) {
        return ARRAY.waitSome(r);
    }

    /**
     * Asks which are complete. MPI: MPI_Testsome.
     *
     * @param r the requests
     * @return the statuses of those that are, with their places in {@link Status#index}; of length 0 when none is, also
     *     when all requests are null
     */
    public static Status[] Testsome(Request[] r) {
        return ARRAY.testSome(r);
    }
}
