package mpi;

import java.util.function.Supplier;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A persistent request: an operation with its arguments, which can be started again and again. MPI: a request of
 * MPI_Send_init and similar functions. While the operation is not under way, the request is inactive. A wait for it
 * then returns an empty status at once, but {@link #isNull} returns false until {@link #free}.
 */
public final class Prequest extends Request {
    private final Supplier<Operation> starter;
    private boolean freed;

    /** @param starter the function that starts the operation */
    Prequest(Requests owner, Supplier<Operation> starter) {
        super(owner, null);
        this.starter = starter;
    }

    /**
     * Starts the operation. The program must not use the buffer until the operation is complete. MPI: MPI_Start.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when the request is under way or was freed, and for the
     *     errors of the operation
     */
    public void start() {
        if (freed) {
            throw refusal("the request was freed; make another with sendInit or recvInit");
        }
        if (isActive()) {
            throw refusal("the request is under way; wait for it before it is started again");
        }
        begin(starter.get());
    }

    /**
     * Starts several requests, in the order of the array. MPI: MPI_Startall.
     *
     * @param requests the requests
     * @throws MPIException like {@link #start}, and of class {@link MPI#ERR_REQUEST} when a request is null; in that
     *     case none is started
     */
    public static void startAll(Prequest[] requests) {
        if (requests == null) {
            throw new MPIException(ErrorClass.ERR_REQUEST, "requests is null; pass an array, which may have length 0");
        }
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == null || requests[i].freed) {
                throw new MPIException(ErrorClass.ERR_REQUEST, "requests[" + i + "] "
                    + (requests[i] == null ? "is null" : "was freed") + "; make one with sendInit or recvInit");
            }
        }
        for (Prequest request : requests) {
            request.start();
        }
    }

    @Override
    boolean isStartable() {
        return !freed;
    }

    /** {@inheritDoc} The request cannot be started any more. */
    @Override
    public void free() {
        super.free();
        freed = true;
    }
}
