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
 * What MPI does with several requests at once. Each API has one of these for its own classes.
 *
 * @param <R> the API's requests
 * @param <S> the API's statuses
 */
public final class RequestArray<R, S> {
    /**
     * What can be done with an API's request.
     *
     * @param <R> the API's requests
     * @param <S> the API's statuses
     */
    public interface Access<R, S> {
        /** The request's operation that is under way, or null if there is none. */
        Operation operation(R request);

        /** Completes that operation. */
        Requests owner(R request);

        /** Concludes a request whose operation is complete, and returns its status. After this nothing is under way. */
        S conclude(R request, int index);

        /** The status of a request with nothing under way. */
        S empty(int index);
    }

    private final Access<R, S> access;
    private final IntFunction<S[]> arrays;
    private final UnaryOperator<RuntimeException> exceptions;

    /**
     * Makes the one of an API.
     *
     * @param access to its requests
     * @param arrays makes arrays of its statuses
     * @param exceptions makes its exceptions
     */
    public RequestArray(Access<R, S> access, IntFunction<S[]> arrays, UnaryOperator<RuntimeException> exceptions) {
        this.access = access;
        this.arrays = arrays;
        this.exceptions = exceptions;
    }

    /**
     * MPI_Waitall. If requests have failed, it throws the first failure after all are complete. The other failures are
     * suppressed in it.
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

    /** MPI_Testall. Null while any is still under way. */
    public S[] testAll(R[] requests) {
        check(requests);
        for (R request : requests) {
            if (isActive(request) && !access.owner(request).test(access.operation(request))) {
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
                statuses[i] = isActive(requests[i]) ? access.conclude(requests[i], i) : access.empty(i);
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

    /** MPI_Waitany. */
    public S waitAny(R[] requests) {
        check(requests);
        if (!awaitAny("Waitany", requests)) {
            return access.empty(Constants.UNDEFINED);
        }
        return anyComplete(requests);
    }

    /** MPI_Testany; null when none is complete. */
    public S testAny(R[] requests) {
        check(requests);
        R first = firstActive(requests);
        if (first == null) {
            return access.empty(Constants.UNDEFINED);
        }
        access.owner(first).test(access.operation(first));
        return anyComplete(requests);
    }

    private S anyComplete(R[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (isComplete(requests[i])) {
                return access.conclude(requests[i], i);
            }
        }
        return null;
    }

    /** MPI_Waitsome; null when nothing is under way. */
    public S[] waitSome(R[] requests) {
        check(requests);
        return awaitAny("Waitsome", requests) ? someComplete(requests) : null;
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
            access.owner(first).test(access.operation(first));
        }
        return someComplete(requests);
    }

    private S[] someComplete(R[] requests) {
        S[] statuses = arrays.apply(requests.length);
        int complete = 0;
        for (int i = 0; i < requests.length; i++) {
            if (isComplete(requests[i])) {
                statuses[complete++] = access.conclude(requests[i], i);
            }
        }
        return Arrays.copyOf(statuses, complete);
    }

    /** Waits until one of the requests is complete. False if nothing is under way. */
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
                "the array of requests is null; pass one, of length 0 if need be"));
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
