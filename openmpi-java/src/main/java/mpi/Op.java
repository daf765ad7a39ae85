package mpi;

import mpj.core.op.OpDescriptor;
import mpj.engine.ErrorClass;

/** An operation of a reduction. MPI: MPI_Op. Any thread may use it, if any thread may call its function. */
public final class Op implements Freeable {
    private final OpDescriptor core;

    /** @param core the object below the API */
    Op(OpDescriptor core) {
        this.core = core;
    }

    /** The operation below the API, or null for null. */
    static OpDescriptor core(Op op) {
        return op == null ? null : op.core;
    }

    /**
     * Makes an operation that the program defines. The operation must be associative. MPI: MPI_Op_create.
     *
     * @param function the function that combines two operands
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
     * @return the value that was passed to {@link #Op(UserFunction, boolean)}; true for the predefined operations that
     *     reductions take
     */
    public boolean isCommutative() {
        return core.commutes();
    }

    /**
     * Frees the operation. Calls that are under way still use it. This does nothing if the operation was freed before.
     * MPI: MPI_Op_free.
     *
     * @throws MPIException of class {@link MPI#ERR_OP} when the operation is predefined
     */
    @Override
    public void free() {
        if (!core.isFreed()) {
            MPIException.run(core::free);
        }
    }

    /**
     * Whether the operation was freed.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.isFreed();
    }

    /** MPI's name of the operation. */
    @Override
    public String toString() {
        return core.toString();
    }
}
