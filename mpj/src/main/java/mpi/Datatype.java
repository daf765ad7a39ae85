package mpi;

import mpj.engine.ErrorClass;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;

/**
 * The type of the items of a message: which elements of a buffer an item names. MPI: MPI_Datatype.
 *
 * <p>A buffer is an array of one Java type, so all elements of a datatype are of one type, its base type, and
 * displacements, strides, bounds, extents and sizes are in elements, as mpiJava has it: there are no bytes, not in
 * {@link #Hvector} and {@link #Hindexed} either. Item i of a message starts i extents after the offset.
 *
 * <p>A derived datatype must be committed before it is used to communicate. Its elements travel in the order in which
 * it names them, whatever the receiver's datatype: only the number and the base type of the elements must agree. One
 * whose items are contiguous costs no more than its base type. Where one item names an element twice, or two items do,
 * a receive writes it twice: the last written stays.
 *
 * <p>{@link MPI#NULL}, {@link MPI#LB} and {@link MPI#UB} have no elements and no base type, nor have datatypes made of
 * nothing else. A message of such items is empty, whatever array or segment the buffer is.
 *
 * <p>Immutable but for {@link #Commit} and {@link #free}; for use by any thread. Methods that make datatypes throw
 * {@link MPIException} of class {@link MPI#ERR_COUNT} for a negative count or block length, {@link MPI#ERR_TYPE} for
 * a datatype that is null, freed or {@link MPI#PACKED}, or for base types that differ, and {@link MPI#ERR_ARG} for
 * arrays that are null or of different lengths, and for displacements beyond an int.
 */
public abstract sealed class Datatype permits Datatype.Predefined, Datatype.Derived {
    private enum State { UNCOMMITTED, COMMITTED, FREED }

    /**
     * What the elements are.
     *
     * @param code the code in the section header, or {@link #NO_ELEMENTS}
     * @param type the primitive type that travels: BYTE for serialized objects
     * @param arrayClass the class of the arrays that hold such elements, or null when any array of objects does
     */
    private record Base(String name, int code, ElementType type, Class<?> arrayClass) {
    }

    private static final int NO_ELEMENTS = -1;
    private static final byte[] NOTHING = {};

    private final String name;
    private final Base base;
    private final TypeMap map;
    private final int size;
    private final int elementBytes;
    /** Where the elements lie, or null if any number of items are contiguous. */
    private final Layout layout;
    /** The displacement of the first element, of contiguous items. */
    private final int first;
    /** The class of the arrays that need no other check than that offset and count lie in them, or null. */
    private Class<?> plainArrayClass;
    private State state;
    /** See {@link TypeMap#disjointItems}; -1 until it is known. */
    private int disjointItems = -1;

    private Datatype(String name, Base base, TypeMap map, State state) {
        this.name = name;
        this.base = base;
        this.map = map;
        this.size = map.size();
        this.elementBytes = base.type.bytes();
        this.layout = map.isContiguous() ? null
            : new Layout(map.displacements(), map.lengths(), map.extent(), elementBytes);
        this.first = layout == null && size > 0 ? map.displacements()[0] : 0;
        set(state);
    }

    private void set(State newState) {
        state = newState;
        plainArrayClass = state == State.COMMITTED && layout == null && first == 0 && size > 0 ? base.arrayClass : null;
    }

    /** One of MPI's own datatypes. */
    static final class Predefined extends Datatype {
        private Predefined(Base base, TypeMap map) {
            super("MPI." + base.name, base, map, State.COMMITTED);
        }

        private Predefined(String name, Datatype item, int count) {
            super("MPI." + name, base(item), Contiguous(count, item).map(), State.COMMITTED);
        }
    }

    /** One that the program made. */
    static final class Derived extends Datatype {
        private Derived(String constructor, Base base, TypeMap map) {
            super(constructor + " of " + base.name, base, map, State.UNCOMMITTED);
        }
    }

    static Datatype primitive(ElementType type) {
        return new Predefined(new Base(type.name(), type.code(), type, type.arrayClass()), TypeMap.ELEMENT);
    }

    static Datatype object() {
        return new Predefined(new Base("OBJECT", Receive.OBJECTS, ElementType.BYTE, null), TypeMap.ELEMENT);
    }

    static Datatype packed() {
        return new Predefined(new Base("PACKED", Receive.PACKED, ElementType.BYTE, byte[].class), TypeMap.ELEMENT);
    }

    /** A datatype without elements. */
    static Datatype marker(String name, TypeMap map) {
        return new Predefined(new Base(name, NO_ELEMENTS, ElementType.BYTE, null), map);
    }

    /** Two elements, as MAXLOC and MINLOC take them. */
    static Datatype pair(String name, Datatype element) {
        return new Predefined(name, element, 2);
    }

    private static Base base(Datatype datatype) {
        return datatype.base;
    }

    // ------------------------------------------------------------------------------------------- for communication

    /** The code of the base type in the section header; if there is none, the one that fits every primitive type. */
    final int code() {
        return hasBase() ? base.code : Receive.PACKED;
    }

    /** Whether the elements are of some type; if not, there are none. */
    final boolean hasBase() {
        return base.code != NO_ELEMENTS;
    }

    /** The primitive type that travels: BYTE for serialized objects. */
    final ElementType elementType() {
        return base.type;
    }

    /** The size of an element in a message, in bytes; 1 for objects, whose size is not known before. */
    final int elementBytes() {
        return elementBytes;
    }

    /** The number of elements of an item. */
    final int elements() {
        return size;
    }

    /** The class of the arrays that hold such elements, or null when any array of objects does. */
    final Class<?> arrayClass() {
        return base.arrayClass;
    }

    /** As {@link #arrayClass}, if items are simply adjacent elements and the datatype is committed; else null. */
    final Class<?> plainArrayClass() {
        return plainArrayClass;
    }

    final boolean isObject() {
        return base.code == Receive.OBJECTS;
    }

    final boolean isPacked() {
        return base.code == Receive.PACKED;
    }

    final TypeMap map() {
        return map;
    }

    /** The size in a message of so many items of primitives, in bytes. */
    final long bytes(int count) {
        return (long) count * size * elementBytes;
    }

    /** The buffer for the engine, in which the items' bytes are adjacent and begin at {@link #from}. */
    final Object memory(Object buf, int offset) {
        return !hasBase() ? NOTHING : layout == null ? buf
            : new NoncontiguousBuffer(buf, layout, (long) offset * elementBytes);
    }

    /** Where the elements start in a buffer of {@link #plainArrayClass}, in bytes. */
    final long plainFrom(int offset) {
        return (long) offset * elementBytes;
    }

    final long from(int offset) {
        return layout == null && hasBase() ? ((long) offset + first) * elementBytes : 0;
    }

    /** Whether a message may be of this type. */
    final boolean isUsable() {
        return state == State.COMMITTED && (hasBase() || this instanceof Derived);
    }

    /** Why no message may be of this type. */
    final MPIException unusable(String argument) {
        return state == State.FREED ? freed(argument)
            : new MPIException(ErrorClass.ERR_TYPE, argument + " is " + this + (state == State.UNCOMMITTED
                ? ", which is not committed; call Commit() first"
                : ", which has no elements; pass one such as MPI.INT"));
    }

    private MPIException freed(String argument) {
        return new MPIException(ErrorClass.ERR_TYPE, argument + " is " + this
            + ", which was freed; make another");
    }

    /** Whether two of so many items name the same element, or one item names one twice. */
    final boolean overlaps(int count) {
        if (layout == null || count == 0) {
            return false;
        }
        int disjoint = disjointItems;
        if (disjoint < 0) {
            disjoint = map.disjointItems();
            disjointItems = disjoint;
        }
        return count > disjoint;
    }

    // -------------------------------------------------------------------------------------------------- the program's

    /**
     * The distance from one item to the next: {@link #Ub} - {@link #Lb}. MPI: MPI_Type_extent.
     *
     * @return the extent, in elements; perhaps negative, if {@link MPI#LB} and {@link MPI#UB} say so
     */
    public int Extent() {
        return (int) map.extent();
    }

    /**
     * The number of elements of an item. MPI: MPI_Type_size, which counts bytes; here as in mpiJava these are elements
     * of the base type, so that the size of {@link MPI#INT} is 1.
     *
     * @return the size, in elements
     */
    public int Size() {
        return size;
    }

    /**
     * The lower bound: the least displacement, or what {@link MPI#LB} says. MPI: MPI_Type_lb.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Lb() {
        return map.lb();
    }

    /**
     * The upper bound: one more than the greatest displacement, or what {@link MPI#UB} says. MPI: MPI_Type_ub.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Ub() {
        return map.ub();
    }

    /**
     * Makes the datatype one that messages may have; a second time nothing happens. MPI: MPI_Type_commit.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it was freed
     */
    public void Commit() {
        if (state == State.FREED) {
            throw freed("the datatype");
        }
        set(State.COMMITTED);
    }

    /**
     * Ends the datatype's use; operations under way, and datatypes made of it, are not affected. MPI: MPI_Type_free.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it is predefined, or was freed before
     */
    public void free() {
        if (this instanceof Predefined) {
            throw new MPIException(ErrorClass.ERR_TYPE, "the datatype is " + this + ", a predefined one, which cannot"
                + " be freed");
        }
        if (state == State.FREED) {
            throw freed("the datatype");
        }
        set(State.FREED);
    }

    /**
     * As {@link #free}: mpiJava's name for it. The garbage collector may call it as well, which harms nothing.
     *
     * @throws MPIException as {@link #free} does
     */
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public void finalize() {
        free();
    }

    /** MPI's name for it, or how it was made. */
    @Override
    public String toString() {
        return name;
    }

    // --------------------------------------------------------------------------------------------- making datatypes

    /**
     * Items that follow each other. MPI: MPI_Type_contiguous.
     *
     * @param count how many
     * @param oldtype their type
     * @return a datatype, not committed
     */
    public static Datatype Contiguous(int count, Datatype oldtype) {
        checkCount("count", count);
        checkOld(oldtype);
        TypeMap.Builder builder = new TypeMap.Builder();
        builder.add(0, count, oldtype.map);
        return new Derived("Contiguous", oldtype.base, builder.build());
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_vector.
     *
     * @param count how many blocks
     * @param blocklength how many items each has
     * @param stride from the start of one to that of the next, in extents of {@code oldtype}; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        checkOld(oldtype);
        return vector("Vector", count, blocklength, stride * oldtype.map.extent(), oldtype);
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_hvector.
     *
     * @param count how many blocks
     * @param blocklength how many items each has
     * @param stride from the start of one to that of the next, in elements of the buffer, not in bytes; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        checkOld(oldtype);
        return vector("Hvector", count, blocklength, stride, oldtype);
    }

    private static Datatype vector(String constructor, int count, int blocklength, long stride, Datatype oldtype) {
        checkCount("count", count);
        checkCount("blocklength", blocklength);
        TypeMap.Builder builder = new TypeMap.Builder();
        for (int i = 0; i < count; i++) {
            builder.add(i * stride, blocklength, oldtype.map);
        }
        return new Derived(constructor, oldtype.base, builder.build());
    }

    /**
     * Blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each starts, in extents of {@code oldtype}; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        checkOld(oldtype);
        return indexed("Indexed", array_of_blocklengths, array_of_displacements, oldtype.map.extent(), oldtype);
    }

    /**
     * Blocks at any places. MPI: MPI_Type_hindexed.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each starts, in elements of the buffer, not in bytes; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        checkOld(oldtype);
        return indexed("Hindexed", array_of_blocklengths, array_of_displacements, 1, oldtype);
    }

    private static Datatype indexed(String constructor, int[] blocklengths, int[] displacements, long unit,
                                    Datatype oldtype) {
        checkBlocks(blocklengths, displacements);
        TypeMap.Builder builder = new TypeMap.Builder();
        for (int i = 0; i < blocklengths.length; i++) {
            builder.add(displacements[i] * unit, blocklengths[i], oldtype.map);
        }
        return new Derived(constructor, oldtype.base, builder.build());
    }

    /**
     * Blocks at any places, of items of any datatypes with one base type, as in mpiJava: a buffer has elements of one
     * type. Fields of different types travel as {@link MPI#OBJECT} or {@link MPI#PACKED}. MPI: MPI_Type_struct.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each starts, in elements of the buffer, not in bytes; may be negative
     * @param array_of_types the type of each block's items; {@link MPI#LB} and {@link MPI#UB} set the bounds, and
     *     {@link MPI#NULL} makes an empty block
     * @return a datatype, not committed
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements,
                                  Datatype[] array_of_types) {
        checkBlocks(array_of_blocklengths, array_of_displacements);
        if (array_of_types == null || array_of_types.length != array_of_blocklengths.length) {
            throw new MPIException(ErrorClass.ERR_ARG, "array_of_types "
                + (array_of_types == null ? "is null" : "has " + array_of_types.length + " elements")
                + ", array_of_blocklengths has " + array_of_blocklengths.length + "; they must be as many");
        }
        Base base = MPI.NULL.base;
        TypeMap.Builder builder = new TypeMap.Builder();
        for (int i = 0; i < array_of_types.length; i++) {
            Datatype type = array_of_types[i];
            checkOld("array_of_types[" + i + "]", type);
            if (base.code == NO_ELEMENTS) {
                base = type.base;
            } else if (type.hasBase() && type.base.code != base.code) {
                throw new MPIException(ErrorClass.ERR_TYPE, "array_of_types[" + i + "] is " + type + ", of base type "
                    + type.base.name + ", after others of " + base.name + "; a buffer has elements of one type: put"
                    + " them into objects and use MPI.OBJECT, or pack them and use MPI.PACKED");
            }
            builder.add(array_of_displacements[i], array_of_blocklengths[i], type.map);
        }
        return new Derived("Struct", base, builder.build());
    }

    private static void checkOld(Datatype oldtype) {
        checkOld("oldtype", oldtype);
    }

    private static void checkOld(String argument, Datatype oldtype) {
        if (oldtype == null) {
            throw new MPIException(ErrorClass.ERR_TYPE, argument + " is null; pass a datatype such as MPI.INT");
        }
        if (oldtype.state == State.FREED) {
            throw oldtype.freed(argument);
        }
        if (oldtype.isPacked()) {
            throw new MPIException(ErrorClass.ERR_TYPE, argument + " is " + oldtype + ", of which no datatype can be"
                + " made; pass one such as MPI.BYTE");
        }
    }

    private static void checkCount(String argument, int value) {
        if (value < 0) {
            throw new MPIException(ErrorClass.ERR_COUNT, argument + " is " + value + "; it must not be negative");
        }
    }

    private static void checkBlocks(int[] blocklengths, int[] displacements) {
        if (blocklengths == null || displacements == null) {
            throw new MPIException(ErrorClass.ERR_ARG, (blocklengths == null ? "array_of_blocklengths"
                : "array_of_displacements") + " is null; pass an array, of length 0 if need be");
        }
        if (blocklengths.length != displacements.length) {
            throw new MPIException(ErrorClass.ERR_ARG, "array_of_displacements has " + displacements.length
                + " elements, array_of_blocklengths " + blocklengths.length + "; they must be as many");
        }
        for (int i = 0; i < blocklengths.length; i++) {
            checkCount("array_of_blocklengths[" + i + "]", blocklengths[i]);
        }
    }
}
