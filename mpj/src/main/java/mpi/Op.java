package mpi;

import mpj.core.collective.LocalReduction;
import mpj.core.op.OpDescriptor;
import mpj.engine.ErrorClass;

/** An operation of a reduction. MPI: MPI_Op. For use by any thread, if its function is. */
public class Op {
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
     * An operation of the program's own. MPI: MPI_Op_create.
     *
     * @param function what it does
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when function is null
     */
    public Op(User_function function, boolean commute) {
        this((UserFunction) function, commute);
    }

    /**
     * An operation of the program's own, which may be a lambda. MPI: MPI_Op_create.
     *
     * @param function what it does
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when function is null
     */
    public Op(UserFunction function, boolean commute) {
        if (function == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "function is null; pass a UserFunction, such as a lambda");
        }
        core = new OpDescriptor((in, from, inout, to, count, type) -> {
            try {
                function.Call(in, from, inout, to, count, Datatype.of(type));
            } catch (MPIException e) {
                throw e.inside();
            }
        }, commute);
    }

    /**
     * Ends the use of an operation of the program's own. MPI: MPI_Op_free.
     *
     * @throws MPIException of class {@link MPI#ERR_OP} when it is a predefined one, or freed already
     */
    public void free() {
        MPIException.run(core::free);
    }

    /** As {@link #free}, but may be called again. MPI: MPI_Op_free. */
    @Override
    @SuppressWarnings("removal") // the API has a member of this name, which programs call
    public void finalize() {
        core.release();
    }

    /**
     * Combines two buffers: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands: an array, a java.nio buffer or a segment
     * @param inoffset where the first is, in elements of {@code invec}
     * @param inoutvec the right operands and the results, in such a buffer
     * @param inoutoffset where the first is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype their type
     * @throws MPIException of class {@link MPI#ERR_OP} when the operation is not defined for the datatype; of the
     *     classes that {@link Comm} lists when a buffer is wrong
     */
    public final void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                           Datatype datatype) {
        MPIException.run(() -> LocalReduction.combine(core, invec, inoffset, inoutvec, inoutoffset, count,
            Datatype.core(datatype)));
    }

    /** MPI's name for it. */
    @Override
    public String toString() {
        return core.toString();
    }
}
