package mpi;

import java.util.Arrays;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;

/**
 * An operation under way. MPI: MPI_Request. When it has completed and a call has returned its status, the request is
 * null: {@link #Is_null} says so, and further waits return an empty status at once.
 */
public class Request {
    private final Comm comm;
    private Operation operation;
    /** The status of an operation that was complete when it started, until a call returns it; or null. */
    private Status ready;
    /** What is to be done when a receive is complete, or null. */
    private Incoming incoming;

    Request(Comm comm, Operation operation) {
        this.comm = comm;
        this.operation = operation;
    }

    /** A receive. */
    Request(Comm comm, Receive receive, Incoming incoming) {
        this(comm, receive);
        this.incoming = incoming;
    }

    /** An operation that was complete when it started, with its status: active until a call returns it. */
    Request(Comm comm, Status ready) {
        this(comm, (Operation) null);
        this.ready = ready;
    }

    /** A request that is null from the start. */
    static Request none() {
        return new Request(null, (Operation) null);
    }

    /**
     * Whether there is nothing under way. MPI: a comparison with MPI_REQUEST_NULL.
     *
     * @return true if so
     */
    public boolean Is_null() {
        return !isActive();
    }

    /** Makes a persistent request stand for another's operation. */
    final void follow(Request started) {
        operation = started.operation;
        incoming = started.incoming;
        ready = started.ready;
    }

    final boolean isActive() {
        return operation != null || ready != null;
    }

    /**
     * Gives the request up: the operation goes on, and nobody hears of its end. MPI: MPI_Request_free. Objects that
     * arrive afterwards are dropped.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when the request is null
     */
    public void Free() {
        if (Is_null()) {
            throw raise("the request is null: it was completed or freed before");
        }
        operation = null;
        ready = null;
    }

    /** What a call on this request throws; of a null one that never had a communicator, nobody handles errors. */
    final MPIException raise(String text) {
        MPIException e = new MPIException(ErrorClass.ERR_REQUEST, text);
        return comm == null ? e : comm.raise(e);
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
        if (!isActive()) {
            return new Status();
        }
        awaitCompletion();
        return conclude();
    }

    /**
     * Asks whether the operation is complete. MPI: MPI_Test.
     *
     * @return its status, or null while it is under way
     * @throws MPIException when the operation failed
     */
    public Status Test() {
        if (!isActive()) {
            return new Status();
        }
        return test() ? conclude() : null;
    }

    private void awaitCompletion() {
        if (ready == null) {
            try {
                engine().finish(operation);
            } catch (RuntimeException e) {
                throw raised(e);
            }
        }
    }

    private boolean test() {
        try {
            return ready != null || engine().test(operation);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** What the engine throws here concerns no operation of this request's, but what others make it carry on. */
    private RuntimeException raised(RuntimeException e) {
        return e instanceof EngineException engine ? comm.raise(new MPIException(engine)) : e;
    }

    /**
     * Takes the operation back if it is not matched yet. It must still be waited for; {@link Status#Test_cancelled}
     * then tells what became of it. MPI: MPI_Cancel.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when nothing is under way
     */
    public void Cancel() {
        if (!isActive()) {
            throw raise(Is_null() ? "the request is null: it was completed or freed before"
                : "the request is inactive; Start it before it is cancelled");
        }
        if (ready == null) { // else it is too late
            try {
                engine().cancel(operation);
            } catch (RuntimeException e) {
                throw raised(e);
            }
        }
    }

    private Engine engine() {
        return comm.engineOfPending();
    }

    private boolean complete() {
        return ready != null || operation != null && Engine.isComplete(operation);
    }

    private Status conclude() {
        if (ready != null) {
            Status status = ready;
            ready = null;
            return status;
        }
        Operation done = operation;
        operation = null;
        if (done.hasFailed()) {
            throw comm.raise(new MPIException(done.failure()));
        }
        if (done.cancelled()) {
            return Status.ofCancelled();
        }
        if (!(done instanceof Receive receive)) {
            return new Status();
        }
        deserialize(receive);
        return Status.of(comm, receive);
    }

    private void deserialize(Receive receive) {
        Incoming arrived = incoming;
        incoming = null;
        try {
            if (arrived != null) {
                arrived.deserialize(receive);
            }
        } catch (MPIException e) {
            throw comm.raise(e);
        }
    }

    /**
     * Waits for all. MPI: MPI_Waitall.
     *
     * @param r the requests; null ones count as complete
     * @return their statuses, in the same order
     * @throws MPIException for the first that failed, after all have completed
     */
    public static Status[] Waitall(Request[] r) {
        check(r);
        for (Request request : r) {
            if (active(request)) {
                request.awaitCompletion();
            }
        }
        return concludeAll(r);
    }

    private static Status[] concludeAll(Request[] r) {
        Status[] statuses = new Status[r.length];
        MPIException failure = null;
        for (int i = 0; i < r.length; i++) {
            try {
                statuses[i] = active(r[i]) ? r[i].conclude().at(i) : new Status().at(i);
            } catch (MPIException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return statuses;
    }

    /**
     * Waits for one of several. MPI: MPI_Waitany.
     *
     * @param r the requests
     * @return its status, with its place in {@link Status#index}; {@link MPI#UNDEFINED} there when all are null
     */
    public static Status Waitany(Request[] r) {
        check(r);
        Request first = firstActive(r);
        if (first == null) {
            return new Status().at(MPI.UNDEFINED);
        }
        awaitAny(first, r);
        return anyComplete(r);
    }

    private static Status anyComplete(Request[] r) {
        for (int i = 0; i < r.length; i++) {
            if (active(r[i]) && r[i].complete()) {
                return r[i].conclude().at(i);
            }
        }
        return null;
    }

    /**
     * Asks whether one of several is complete. MPI: MPI_Testany.
     *
     * @param r the requests
     * @return its status, with its place in {@link Status#index}, {@link MPI#UNDEFINED} there when all are null; or
     *     null when none is complete
     */
    public static Status Testany(Request[] r) {
        check(r);
        Request first = firstActive(r);
        if (first == null) {
            return new Status().at(MPI.UNDEFINED);
        }
        first.test();
        return anyComplete(r);
    }

    /**
     * Asks whether all are complete. MPI: MPI_Testall.
     *
     * @param r the requests; null ones count as complete
     * @return their statuses, or null while one is under way
     */
    public static Status[] Testall(Request[] r) {
        check(r);
        for (Request request : r) {
            if (active(request) && !request.test()) {
                return null;
            }
        }
        return concludeAll(r);
    }

    /**
     * Waits until at least one is complete. MPI: MPI_Waitsome.
     *
     * @param r the requests
     * @return the statuses of those that are, with their places in {@link Status#index}; null, as in mpiJava, when all
     *     requests are null, so that a loop of waits ends
     */
    public static Status[] Waitsome(Request[] r) {
        check(r);
        Request first = firstActive(r);
        if (first == null) {
            return null;
        }
        awaitAny(first, r);
        return someComplete(r);
    }

    /**
     * Asks which are complete. MPI: MPI_Testsome.
     *
     * @param r the requests
     * @return the statuses of those that are, with their places in {@link Status#index}; of length 0 when none is, also
     *     when all requests are null
     */
    public static Status[] Testsome(Request[] r) {
        check(r);
        Request first = firstActive(r);
        if (first != null) {
            first.test();
        }
        return someComplete(r);
    }

    private static Status[] someComplete(Request[] r) {
        Status[] statuses = new Status[r.length];
        int complete = 0;
        for (int i = 0; i < r.length; i++) {
            if (active(r[i]) && r[i].complete()) {
                statuses[complete++] = r[i].conclude().at(i);
            }
        }
        return Arrays.copyOf(statuses, complete);
    }

    private static void check(Request[] r) {
        if (r == null) {
            throw new MPIException(ErrorClass.ERR_REQUEST, "the array of requests is null; pass one, of length 0 if"
                + " need be");
        }
    }

    private static boolean active(Request request) {
        return request != null && request.isActive();
    }

    private static Request firstActive(Request[] r) {
        return Arrays.stream(r).filter(Request::active).findFirst().orElse(null);
    }

    private static void awaitAny(Request first, Request[] r) {
        for (Request request : r) {
            if (request != null && request.ready != null) {
                return;
            }
        }
        try {
            first.engine().finishAny(operations(r));
        } catch (RuntimeException e) {
            throw first.raised(e);
        }
    }

    private static Operation[] operations(Request[] r) {
        Operation[] operations = new Operation[r.length];
        for (int i = 0; i < r.length; i++) {
            operations[i] = r[i] == null ? null : r[i].operation;
        }
        return operations;
    }
}
