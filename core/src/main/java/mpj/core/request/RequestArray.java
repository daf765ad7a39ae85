package mpj.core.request;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import mpj.core.datatype.Constants;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * The calls of MPI on several requests at once. Each API has one of these for its own classes.
 *
 * @param <R> the API's requests
 * @param <S> the API's statuses
 */
public final class RequestArray<R, S> {
    /**
     * The access to an API's requests and statuses.
     *
     * @param <R> the API's requests
     * @param <S> the API's statuses
     */
    public interface Access<R, S> {
        /** The request's operation that is under way, or null if there is none. */
        Operation operation(R request);

        /** The object that completes that operation. */
        Requests owner(R request);

        /**
         * Concludes a request whose operation is complete, and returns its status. After this the request has nothing
         * under way.
         */
        S conclude(R request, int index);

        /** The status of a request with nothing under way. */
        S empty(int index);
    }

    private final Access<R, S> access;
    private final IntFunction<S[]> arrays;
    private final UnaryOperator<RuntimeException> exceptions;

    /**
     * Makes the calls of an API.
     *
     * @param access the access to the API's requests
     * @param arrays makes arrays of the API's statuses
     * @param exceptions makes the API's exceptions
     */
    public RequestArray(Access<R, S> access, IntFunction<S[]> arrays, UnaryOperator<RuntimeException> exceptions) {
        this.access = access;
        this.arrays = arrays;
        this.exceptions = exceptions;
    }

    /**
     * MPI_Waitall. If requests have failed, it throws the first failure after all requests are complete. That exception
     * has the other failures as suppressed ones. A request whose wait is interrupted counts as failed, but goes on.
     */
    public S[] waitAll(R[] requests) {
        check(requests);
        R first = firstActive(requests);
        if (first != null) {
            awaitAll(requests, access.owner(first));
        }
        return concludeAll(requests);
    }

    private void awaitAll(R[] requests, Requests owner) {
        boolean failed = true;
        owner.begin("Waitall");
        try {
            owner.awaitAll(operations(requests));
            failed = false;
        } finally {
            owner.end(failed);
        }
    }

    /** MPI_Testall; null while any request is still under way. Throws if the wait for any request is interrupted. */
    public S[] testAll(R[] requests) {
        check(requests);
        for (R request : requests) {
            if (isActive(request) && !access.owner(request).advance(access.operation(request))) {
                checkWaits(requests);
                return null;
            }
        }
        return concludeAll(requests);
    }

    private S[] concludeAll(R[] requests) {
        S[] statuses = arrays.apply(requests.length);
        RuntimeException failure = null;
        for (int i = 0; i < requests.length; i++) {
            try {
                statuses[i] = isActive(requests[i]) ? concludeOne(requests[i], i) : access.empty(i);
            } catch (RuntimeException e) {
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

    /** Waits again if the request is not complete: what has ended the wait for it may be over by now. */
    private S concludeOne(R request, int index) {
        if (!isComplete(request)) {
            access.owner(request).await(access.operation(request));
        }
        return access.conclude(request, index);
    }

    /** MPI_Waitany. Throws for a request whose wait is interrupted only if no other request is complete. */
    public S waitAny(R[] requests) {
        check(requests);
        while (awaitAny("Waitany", requests)) {
            S status = anyComplete(requests);
            if (status != null) {
                return status;
            }
        }
        return access.empty(Constants.UNDEFINED);
    }

    /** MPI_Testany; null if no request is complete. */
    public S testAny(R[] requests) {
        check(requests);
        R first = firstActive(requests);
        if (first == null) {
            return access.empty(Constants.UNDEFINED);
        }
        access.owner(first).advance(access.operation(first));
        return anyComplete(requests);
    }

    /** The status of a complete request; null if no request is complete. */
    private S anyComplete(R[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (isComplete(requests[i])) {
                return access.conclude(requests[i], i);
            }
        }
        checkWaits(requests);
        return null;
    }

    /** Throws if the wait for one of the requests is interrupted. */
    private void checkWaits(R[] requests) {
        for (R request : requests) {
            if (isActive(request)) {
                access.owner(request).checkWait(access.operation(request));
            }
        }
    }

    /** MPI_Waitsome; null when nothing is under way. */
    public S[] waitSome(R[] requests) {
        check(requests);
        while (awaitAny("Waitsome", requests)) {
            S[] statuses = someComplete(requests);
            if (statuses.length > 0) {
                return statuses;
            }
        }
        return null;
    }

    /** Whether anything is under way. */
    public boolean isAnyActive(R[] requests) {
        check(requests);
        return firstActive(requests) != null;
    }

    /** MPI_Testsome; of length 0 when nothing is under way. */
    public S[] testSome(R[] requests) {
        check(requests);
        R first = firstActive(requests);
        if (first != null) {
            access.owner(first).advance(access.operation(first));
        }
        return someComplete(requests);
    }

    /** A failure is reported by a call that reports nothing else: its exception leaves no room for statuses. */
    private S[] someComplete(R[] requests) {
        S[] statuses = arrays.apply(requests.length);
        int complete = 0;
        for (int i = 0; i < requests.length; i++) {
            if (isComplete(requests[i])) {
                if (complete > 0 && access.operation(requests[i]).failure() != null) {
                    break;
                }
                statuses[complete++] = access.conclude(requests[i], i);
            }
        }
        if (complete == 0) {
            checkWaits(requests);
        }
        return Arrays.copyOf(statuses, complete);
    }

    /** Waits until one of the requests is complete. Returns false if nothing is under way. */
    private boolean awaitAny(String call, R[] requests) {
        R first = firstActive(requests);
        if (first == null) {
            return false;
        }
        Requests owner = access.owner(first);
        boolean failed = true;
        owner.begin(call);
        try {
            owner.awaitAny(operations(requests));
            failed = false;
        } finally {
            owner.end(failed);
        }
        return true;
    }

    private Operation[] operations(R[] requests) {
        Operation[] operations = new Operation[requests.length];
        for (int i = 0; i < requests.length; i++) {
            operations[i] = requests[i] == null ? null : access.operation(requests[i]);
        }
        return operations;
    }

    private void check(Object[] requests) {
        if (requests == null) {
            throw exceptions.apply(new EngineException(ErrorClass.ERR_REQUEST,
                "the array of requests is null; pass one, which may have length 0"));
        }
    }

    private boolean isActive(R request) {
        return request != null && access.operation(request) != null;
    }

    private boolean isComplete(R request) {
        return isActive(request) && Engine.isComplete(access.operation(request));
    }

    private R firstActive(R[] requests) {
        for (R request : requests) {
            if (isActive(request)) {
                return request;
            }
        }
        return null;
    }
}
