package mpi;

import mpj.engine.CollectiveOperation;

/**
 * A collective operation under way. MPI: the request of MPI_Ibarrier and the like. It cannot be cancelled, and its
 * status is empty.
 */
public class CollectiveRequest extends Request {
    CollectiveRequest(Comm comm, CollectiveOperation operation) {
        super(comm, operation);
    }

    @Override
    public Status Wait() {
        return super.Wait();
    }
}
