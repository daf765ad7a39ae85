package mpi;

import java.util.function.Supplier;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A persistent request: an operation with its arguments, which can be started again and again. MPI: a request of
 * MPI_Send_init and the like. While nothing is under way it is inactive: a wait returns an empty status at once, but
 * {@link #isNull} is false until {@link #free}.
 */
public final class Prequest extends Request {
    private final Supplier<Operation> starter;
    private boolean freed;

    /** @param starter starts the operation */
    Prequest(Requests owner, Supplier<Operation> starter) {
        super(owner, null);
        this.starter = starter;
    }

    /**
     * Starts the operation; the buffer must not be used until it is complete. MPI: MPI_Start.
     *
     * @throws MPIException of class {@link MPI#ERR_REQUEST} when it is under way or was freed; else as the operation
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
     * Starts several, in the order of the array. MPI: MPI_Startall.
     *
     * @param requests the requests
     * @throws MPIException as {@link #start}, also of class {@link MPI#ERR_REQUEST} when one is null, before any starts
     */
    public static void startAll(Prequest[] requests) {
        if (requests == null) {
            throw new MPIException(ErrorClass.ERR_REQUEST, "requests is null; pass an array, of length 0 if need be");
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

    /** {@inheritDoc} It cannot be started any more. */
    @Override
    public void free() {
        super.free();
        freed = true;
    }
}
