package mpi;

import java.nio.ByteBuffer;

/** TODO. MPI: see the list. */
public abstract class UserFunction {
    /**
     * TODO.
     */
    public UserFunction() {
    }

    /**
     * TODO.
     *
     * @param inVec TODO
     * @param inOutVec TODO
     * @param count TODO
     * @param datatype TODO
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw MPIException.notYet("UserFunction.call");
    }

    /**
     * TODO.
     *
     * @param in TODO
     * @param inOut TODO
     * @param count TODO
     * @param datatype TODO
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        throw MPIException.notYet("UserFunction.call");
    }
}
