package mpi;

import mpj.core.request.Requests;
import mpj.engine.Operation;

/**
 * A collective operation that is under way. It cannot be cancelled, and its status is empty. MPI: the request of
 * MPI_Ibarrier and similar functions.
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
