package mpi;

import mpj.core.op.OpDescriptor;

/** TODO. MPI: see the list. */
public final class Op implements Freeable {
    private final OpDescriptor core;

    /** @param core what it is below the API */
    Op(OpDescriptor core) {
        this.core = core;
    }

    /** What an operation is below the API; of null, null. */
    static OpDescriptor core(Op op) {
        return op == null ? null : op.core;
    }

    /**
     * TODO.
     *
     * @param function TODO
     * @param commute TODO
     */
    public Op(UserFunction function, boolean commute) {
        throw MPIException.notYet("Op");
    }

    /**
     * TODO. MPI: MPI_Op_commutative.
     * @return TODO
     */
    public boolean isCommutative() {
        throw MPIException.notYet("Op.isCommutative");
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Op.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNull() {
        throw MPIException.notYet("Op.isNull");
    }
}
