package mpi;

import mpj.core.op.OpDescriptor;
import mpj.engine.ErrorClass;

/** An operation of a reduction. MPI: MPI_Op. For use by any thread, if its function is. */
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
     * An operation of the program's own. It must be associative. MPI: MPI_Op_create.
     *
     * @param function what it does
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when the function is null
     */
    public Op(UserFunction function, boolean commute) {
        if (function == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "function is null; pass a UserFunction");
        }
        core = new OpDescriptor(function.core(), commute);
    }

    /**
     * Whether the operands may be exchanged. MPI: MPI_Op_commutative.
     *
     * @return what {@link #Op(UserFunction, boolean)} was told; true of the predefined ones that reductions take
     */
    public boolean isCommutative() {
        return core.commutes();
    }

    /**
     * Ends the program's use of the operation. Calls under way still have it. Does nothing if it was freed before. MPI:
     * MPI_Op_free.
     *
     * @throws MPIException of class {@link MPI#ERR_OP} when it is predefined
     */
    @Override
    public void free() {
        if (!core.isFreed()) {
            MPIException.run(core::free);
        }
    }

    /**
     * Whether it was freed.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.isFreed();
    }

    /** MPI's name for it. */
    @Override
    public String toString() {
        return core.toString();
    }
}
