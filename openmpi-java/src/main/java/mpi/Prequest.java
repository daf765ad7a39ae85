package mpi;

import mpj.core.request.Requests;

/** TODO. MPI: see the list. */
public final class Prequest extends Request {
    Prequest(Requests owner) {
        super(owner, null);
    }

    /**
     * TODO. MPI: MPI_Start.
     */
    public void start() {
        throw MPIException.notYet("Prequest.start");
    }

    /**
     * TODO. MPI: MPI_Startall.
     *
     * @param requests TODO
     */
    public static void startAll(Prequest[] requests) {
        throw MPIException.notYet("Prequest.startAll");
    }
}
