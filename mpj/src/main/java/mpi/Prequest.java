package mpi;

import java.util.function.Supplier;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A persistent request: an operation with its arguments, which can be started again and again. MPI: a request of
 * MPI_Send_init and the like. While nothing is under way it is inactive: a wait returns an empty status at once, but
 * {@link #Is_null} is false until {@link #Free}.
 */
public class Prequest extends Request {
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
    public void Start() {
        if (freed) {
            throw refusal("the request was freed; make another with Send_init or Recv_init");
        }
        if (isActive()) {
            throw refusal("the request is under way; wait for it before it is started again");
        }
        begin(starter.get());
    }

    /**
     * Starts several, in the order of the array. MPI: MPI_Startall.
     *
     * @param array_of_request the requests
     * @throws MPIException as {@link #Start}, also of class {@link MPI#ERR_REQUEST} when one is null, before any starts
     */
    public static void Startall(Prequest[] array_of_request) {
        if (array_of_request == null) {
            throw new MPIException(ErrorClass.ERR_REQUEST, "array_of_request is null; pass one, of length 0 if need"
                + " be");
        }
        for (int i = 0; i < array_of_request.length; i++) {
            if (array_of_request[i] == null || array_of_request[i].freed) {
                throw new MPIException(ErrorClass.ERR_REQUEST, "array_of_request[" + i + "] "
                    + (array_of_request[i] == null ? "is null" : "was freed")
                    + "; make one with Send_init or Recv_init");
            }
        }
        for (Prequest request : array_of_request) {
            request.Start();
        }
    }

    @Override
    public boolean Is_null() {
        return freed;
    }

    @Override
    public void Free() {
        super.Free();
        freed = true;
    }
}
