package mpi;

import mpj.core.collective.LocalReduction;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.ErrorClass;

/** An operation of a reduction. MPI: MPI_Op. Any thread may use it, if any thread may call its function. */
public class Op {
    private final OpDescriptor core;
    /** Null if the operation is predefined. */
    private final UserFunction function;

    /** @param core the object below the API */
    Op(OpDescriptor core) {
        this.core = core;
        function = null;
    }

    /** The operation below the API, or null for null. */
    static OpDescriptor core(Op op) {
        return op == null ? null : op.core;
    }

    /**
     * Makes an operation that the program defines. MPI: MPI_Op_create.
     *
     * @param function the function that combines two operands
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when the function is null
     */
    public Op(User_function function, boolean commute) {
        this((UserFunction) function, commute);
    }

    /**
     * Makes an operation that the program defines. The function may be a lambda. MPI: MPI_Op_create.
     *
     * @param function the function that combines two operands
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when the function is null
     */
    public Op(UserFunction function, boolean commute) {
        if (function == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "function is null; pass a UserFunction, such as a lambda");
        }
        this.function = function;
        // The function of the core refers to this object. Otherwise the collector could finalize an Op that a program
        // makes as an argument, while the call is under way.
        core = new OpDescriptor(this::call, commute);
    }

    private void call(Object in, int from, Object inout, int to, int count, TypeDescriptor type) {
        try {
            function.Call(in, from, inout, to, count, Datatype.of(type));
        } catch (MPIException e) {
            throw e.inside();
        }
    }

    /**
     * Frees an operation that the program has made. MPI: MPI_Op_free.
     *
     * @throws MPIException of class {@link MPI#ERR_OP} when the operation is predefined or was freed before
     */
    public void free() {
        MPIException.run(core::free);
    }

    /** The same as {@link #free}, but it may be called again. MPI: MPI_Op_free. */
    @Override
    @SuppressWarnings("removal") // the API has a method of this name, which programs call
    public void finalize() {
        core.release();
    }

    /**
     * Combines two buffers of this rank: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands: an array, a java.nio buffer or a segment
     * @param inoffset where the first left operand is, in elements of {@code invec}
     * @param inoutvec the right operands, and after the call the results; a buffer of the same kinds
     * @param inoutoffset where the first right operand is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @throws MPIException of class {@link MPI#ERR_OP} when the operation is not defined for the datatype, and of the
     *     classes that {@link Comm} lists for errors of buffers
     */
    public final void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                           Datatype datatype) {
        MPIException.run(() -> LocalReduction.combine(core, invec, inoffset, inoutvec, inoutoffset, count,
            Datatype.core(datatype)));
    }

    /** MPI's name of the operation. */
    @Override
    public String toString() {
        return core.toString();
    }
}
