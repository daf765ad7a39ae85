package mpi;

import mpj.core.request.Requests;
import mpj.engine.Operation;

/**
 * A collective operation under way. MPI: the request of MPI_Ibarrier and the like. It cannot be cancelled, and its
 * status is empty.
 */
public class CollectiveRequest extends Request {
    CollectiveRequest(Requests owner, Operation operation) {
        super(owner, operation);
    }

    @Override
    public Status Wait() {
        return super.Wait();
    }
}
