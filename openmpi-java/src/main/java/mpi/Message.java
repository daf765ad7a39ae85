package mpi;

import java.nio.Buffer;

/** TODO. MPI: see the list. */
public final class Message {
    /**
     * TODO.
     */
    public Message() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNull() {
        throw MPIException.notYet("Message.isNull");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNoProc() {
        throw MPIException.notYet("Message.isNoProc");
    }

    /**
     * TODO. MPI: MPI_Mprobe.
     *
     * @param source TODO
     * @param tag TODO
     * @param comm TODO
     * @return TODO
     */
    public Status mProbe(int source, int tag, Comm comm) {
        throw MPIException.notYet("Message.mProbe");
    }

    /**
     * TODO. MPI: MPI_Improbe.
     *
     * @param source TODO
     * @param tag TODO
     * @param comm TODO
     * @return TODO
     */
    public Status imProbe(int source, int tag, Comm comm) {
        throw MPIException.notYet("Message.imProbe");
    }

    /**
     * TODO. MPI: MPI_Mrecv.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status mRecv(Object buf, int count, Datatype type) {
        throw MPIException.notYet("Message.mRecv");
    }

    /**
     * TODO. MPI: MPI_Imrecv.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request imRecv(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("Message.imRecv");
    }
}
