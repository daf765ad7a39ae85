package mpi;

import java.util.function.Supplier;
import mpj.core.request.Requests;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A persistent request: an operation with its arguments, which can be started again and again. MPI: a request of
 * MPI_Send_init and similar functions. While the operation is not under way, the request is inactive. A wait for it
 * then returns an empty status at once, but {@link #Is_null} returns false until {@link #Free}.
 */
public class Prequest extends Request {
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
     * Starts several requests, in the order of the array. MPI: MPI_Startall.
     *
     * @param array_of_request the requests
     * @throws MPIException like {@link #Start}, and of class {@link MPI#ERR_REQUEST} when a request is null; in that
     *     case none is started
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
