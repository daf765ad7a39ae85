package mpj.core.op;

import java.util.List;
import java.util.Objects;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;

/**
 * An operation of a reduction, as it is below the APIs. MPI: MPI_Op. Any thread may use it, if any thread may use its
 * function.
 */
public final class OpDescriptor {
    public static final OpDescriptor MAX = new OpDescriptor(Operator.MAX);
    public static final OpDescriptor MIN = new OpDescriptor(Operator.MIN);
    public static final OpDescriptor SUM = new OpDescriptor(Operator.SUM);
    public static final OpDescriptor PROD = new OpDescriptor(Operator.PROD);
    public static final OpDescriptor LAND = new OpDescriptor(Operator.LAND);
    public static final OpDescriptor BAND = new OpDescriptor(Operator.BAND);
    public static final OpDescriptor LOR = new OpDescriptor(Operator.LOR);
    public static final OpDescriptor BOR = new OpDescriptor(Operator.BOR);
    public static final OpDescriptor LXOR = new OpDescriptor(Operator.LXOR);
    public static final OpDescriptor BXOR = new OpDescriptor(Operator.BXOR);
    public static final OpDescriptor MAXLOC = new OpDescriptor(Operator.MAXLOC);
    public static final OpDescriptor MINLOC = new OpDescriptor(Operator.MINLOC);
    public static final OpDescriptor REPLACE = new OpDescriptor(Operator.REPLACE);
    public static final OpDescriptor NO_OP = new OpDescriptor(Operator.NO_OP);

    /** The predefined operations, by their numbers. */
    private static final List<OpDescriptor> PREDEFINED = List.of(MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR,
        MAXLOC, MINLOC, REPLACE, NO_OP);

    private final Operator operator;
    private final boolean commute;
    private volatile UserFunction function;

    private OpDescriptor(Operator operator) {
        this.operator = operator;
        this.commute = operator.reduces();
    }

    /**
     * An operation that the program defines. MPI: MPI_Op_create.
     *
     * @param function carries the operation out
     * @param commute whether the operands may be exchanged; if not, they are combined in the order of ranks
     */
    public OpDescriptor(UserFunction function, boolean commute) {
        this.operator = null;
        this.function = function;
        this.commute = commute;
    }

    /**
     * Ends the program's use of the operation. MPI: MPI_Op_free.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_OP} when the operation is predefined, or was freed before
     */
    public void free() {
        if (operator != null) {
            throw new EngineException(ErrorClass.ERR_OP, this + " is predefined and cannot be freed");
        }
        if (function == null) {
            throw freed();
        }
        function = null;
    }

    /** As {@link #free}, but does nothing if the operation is predefined or freed already. */
    public void release() {
        function = null;
    }

    /**
     * A number by which ranks compare operations. Each predefined operation has a number of its own. All user-defined
     * operations together have two.
     */
    public int number() {
        return operator != null ? operator.ordinal() : Operator.values().length + (commute ? 0 : 1);
    }

    public static String name(int number) {
        int predefined = Operator.values().length;
        return number < predefined ? "MPI." + Operator.values()[number]
            : number == predefined ? "a user-defined Op that commutes" : "a user-defined Op that does not commute";
    }

    /** Whether the program has freed it. */
    public boolean isFreed() {
        return operator == null && function == null;
    }

    public boolean isPredefined() {
        return operator != null;
    }

    public boolean commutes() {
        return commute;
    }

    /**
     * The predefined operation of a {@link #number}.
     *
     * @throws EngineException when no predefined operation has this number
     */
    public static OpDescriptor predefined(int number) {
        if (number < 0 || number >= PREDEFINED.size()) {
            throw new EngineException(ErrorClass.ERR_OP, number + " is the number of no predefined operation");
        }
        return PREDEFINED.get(number);
    }

    /**
     * Throws if an accumulate cannot apply this to the elements of the datatype's items, wherever they lie. An
     * accumulate takes predefined operations. {@link #REPLACE} and {@link #NO_OP} apply to elements of any type.
     */
    public void checkAccumulates(TypeDescriptor datatype) {
        if (operator == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is " + this + "; one-sided calls take predefined ones"
                + " such as MPI.SUM");
        }
        if (operator.reduces()) {
            checkDefined(datatype.unit() != null ? datatype.unit() : Items.element(datatype));
        }
    }

    /** Throws if this cannot be applied to elements of the datatype. */
    public void checkDefined(TypeDescriptor datatype) {
        if (operator == null) {
            if (function == null) {
                throw freed();
            }
            if (datatype.overlaps(Integer.MAX_VALUE)) {
                throw new EngineException(ErrorClass.ERR_TYPE, "datatype is " + datatype + ", whose items name an"
                    + " element twice; an operation would combine it twice");
            }
        } else if (!operator.reduces()) {
            throw new EngineException(ErrorClass.ERR_OP, "op is " + this + ", which is for one-sided calls; pass one"
                + " such as MPI.SUM");
        } else if (operator.on(datatype) == null) {
            throw new EngineException(ErrorClass.ERR_OP, "op is " + this + ", which is not defined for " + datatype
                + (operator.takesPairs() ? "; it takes pairs, such as MPI.INT2" : ""));
        }
    }

    /**
     * The operation for a call under way or prepared. {@link #free} ends the program's use of the operation, but not
     * the use by such a call.
     */
    public OpDescriptor held() {
        return operator != null ? this : new OpDescriptor(function, commute);
    }

    /** Combines operands in arrays. The arguments must be checked already. */
    public void apply(Object in, int from, Object inout, int to, int count, TypeDescriptor datatype) {
        if (operator != null) {
            operator.on(datatype).apply(in, from, inout, to, count);
        } else if (count > 0) {
            Objects.requireNonNull(function, "op was freed during a reduction")
                .call(in, from, inout, to, count, datatype);
        }
    }

    /** How this combines adjacent elements of a type in memory off the heap; null if it must combine them in arrays. */
    public MemoryReduction inMemory(ElementType type) {
        return operator == null ? null : operator.inMemory(type);
    }

    private static EngineException freed() {
        return new EngineException(ErrorClass.ERR_OP, "op was freed; make another");
    }

    /** MPI's name for it. */
    @Override
    public String toString() {
        return operator == null ? "a user-defined Op" : "MPI." + operator;
    }
}
