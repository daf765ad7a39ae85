package mpi;

import java.util.Objects;
import mpj.engine.ErrorClass;

/** An operation of a reduction. MPI: MPI_Op. For use by any thread, if its function is. */
public class Op {
    private final Operator operator;
    private final boolean commute;
    private volatile User_function function;

    Op(Operator operator) {
        this.operator = operator;
        this.commute = true;
    }

    /**
     * An operation of the program's own. MPI: MPI_Op_create.
     *
     * @param function what it does
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when function is null
     */
    public Op(User_function function, boolean commute) {
        if (function == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "function is null; pass a User_function");
        }
        this.operator = null;
        this.function = function;
        this.commute = commute;
    }

    /**
     * Ends the use of an operation of the program's own. MPI: MPI_Op_free.
     *
     * @throws MPIException of class {@link MPI#ERR_OP} when it is a predefined one, or freed already
     */
    public void free() {
        if (operator != null) {
            throw new MPIException(ErrorClass.ERR_OP, this + " is predefined and cannot be freed");
        }
        if (function == null) {
            throw freed();
        }
        function = null;
    }

    /** As {@link #free}, but may be called again. MPI: MPI_Op_free. */
    @Override
    @SuppressWarnings("removal") // the API has a member of this name, which programs call
    public void finalize() {
        function = null;
    }

    /**
     * Combines two arrays: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands, an array
     * @param inoffset where the first is, in elements of {@code invec}
     * @param inoutvec the right operands and the results, an array
     * @param inoutoffset where the first is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype their type
     * @throws MPIException of class {@link MPI#ERR_OP} when the operation is not defined for the datatype; of the
     *     classes that {@link Comm} lists when a buffer is wrong
     */
    public final void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                           Datatype datatype) {
        BufferArgument.checkSend("invec", invec, inoffset, count, datatype);
        BufferArgument.checkReceive("inoutvec", inoutvec, inoutoffset, count, datatype);
        checkDefined(datatype);
        CollectiveArguments.checkArray("invec", invec);
        CollectiveArguments.checkArray("inoutvec", inoutvec);
        if (invec == inoutvec && (operator == null || inoffset != inoutoffset)) {
            applyWithin(invec, inoffset, inoutoffset, count, datatype);
        } else {
            apply(invec, inoffset, inoutvec, inoutoffset, count, datatype);
        }
    }

    /** Both operands are in one array: those that results would be written over are copied first. */
    private void applyWithin(Object array, int from, int to, int count, Datatype datatype) {
        Region in = new Region();
        Region inout = new Region();
        in.bind(array, from, datatype, count);
        inout.bind(array, to, datatype, count);
        if (!in.overlaps(inout)) {
            apply(array, from, array, to, count, datatype);
            return;
        }
        Snapshot snapshot = new Snapshot();
        snapshot.bind(in, true);
        snapshot.take(in);
        apply(in.array(), in.index(0), array, to, count, datatype);
    }

    /** A number for those that are the same on every rank; of all user-defined ones, two. */
    int number() {
        return operator != null ? operator.ordinal() : Operator.values().length + (commute ? 0 : 1);
    }

    static String name(int number) {
        int predefined = Operator.values().length;
        return number < predefined ? "MPI." + Operator.values()[number]
            : number == predefined ? "a user-defined Op that commutes" : "a user-defined Op that does not commute";
    }

    boolean isPredefined() {
        return operator != null;
    }

    boolean commutes() {
        return commute;
    }

    /** Throws where this cannot be applied to elements of the datatype. */
    void checkDefined(Datatype datatype) {
        if (operator == null) {
            if (function == null) {
                throw freed();
            }
            if (datatype.overlaps(Integer.MAX_VALUE)) {
                throw new MPIException(ErrorClass.ERR_TYPE, "datatype is " + datatype + ", whose items name an element"
                    + " twice; an operation would combine it twice");
            }
        } else if (!Items.arePlain(datatype) || datatype.elements() != (operator.takesPairs() ? 2 : 1)
            || operator.on(datatype.elementType()) == null) {
            throw new MPIException(ErrorClass.ERR_OP, "op is " + this + ", which is not defined for " + datatype
                + (operator.takesPairs() ? "; it takes pairs, such as MPI.INT2" : ""));
        }
    }

    /** For calls under way or prepared: {@link #free} ends the program's use of the operation, not theirs. */
    Op held() {
        return operator != null ? this : new Op(function, commute);
    }

    /** As {@link #Call}, of arguments that were checked. */
    void apply(Object in, int from, Object inout, int to, int count, Datatype datatype) {
        if (operator != null) {
            operator.on(datatype.elementType()).apply(in, from, inout, to, count);
        } else if (count > 0) {
            Objects.requireNonNull(function, "op was freed during a reduction")
                .Call(in, from, inout, to, count, datatype);
        }
    }

    private static MPIException freed() {
        return new MPIException(ErrorClass.ERR_OP, "op was freed; make another");
    }

    /** MPI's name for it. */
    @Override
    public String toString() {
        return operator == null ? "a user-defined Op" : "MPI." + operator;
    }
}
