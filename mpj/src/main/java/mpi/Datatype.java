package mpi;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import mpj.core.datatype.TypeDescriptor;

/**
 * The type of the items of a message. It says which elements of a buffer belong to an item. MPI: MPI_Datatype.
 *
 * <p>A buffer is an array of one Java type. All elements of a datatype are therefore of one type, its base type. As in
 * mpiJava, displacements, strides, bounds, extents and sizes are in elements, never in bytes. This includes
 * {@link #Hvector} and {@link #Hindexed}. Item i of a message starts i extents after the offset.
 *
 * <p>A derived datatype must be committed before it is used to communicate. Its elements are sent in the order in which
 * the datatype names them, whatever the receiver's datatype is. Only the number and the base type of the elements must
 * agree. A datatype whose items are contiguous costs no more than its base type. If an item, or two items together,
 * name an element twice, a receive writes the element twice, and the value written last remains.
 *
 * <p>{@link MPI#NULL}, {@link MPI#LB} and {@link MPI#UB} have no elements and no base type. The same holds for
 * datatypes that are made only of them. A message of such items is empty, whatever array or segment the buffer is.
 *
 * <p>A datatype is immutable, except for {@link #Commit} and {@link #free}. Any thread may use it. Methods that make
 * datatypes throw an {@link MPIException} of class {@link MPI#ERR_COUNT} for a negative count or block length, of class
 * {@link MPI#ERR_TYPE} for a datatype that is null, freed or {@link MPI#PACKED}, or for base types that differ, and of
 * class {@link MPI#ERR_ARG} for arrays that are null or of different lengths, and for displacements that do not fit an
 * int.
 */
public final class Datatype {
    /** The predefined datatypes, by their objects below the API. Ranks that are threads of one JVM share these. */
    private static final Map<TypeDescriptor, Datatype> PREDEFINED = new IdentityHashMap<>();

    private final TypeDescriptor core;

    private Datatype(TypeDescriptor core) {
        this.core = core;
    }

    /** Makes a datatype that MPI predefines. */
    static Datatype predefined(TypeDescriptor core) {
        Datatype datatype = new Datatype(core);
        PREDEFINED.put(core, datatype);
        return datatype;
    }

    /** The object of the API for a datatype below it. */
    static Datatype of(TypeDescriptor core) {
        Datatype predefined = PREDEFINED.get(core);
        return predefined != null ? predefined : (Datatype) core.apiObject();
    }

    /** The datatype below the API, or null for null. */
    static TypeDescriptor core(Datatype datatype) {
        return datatype == null ? null : datatype.core;
    }

    private static TypeDescriptor[] core(Datatype[] datatypes) {
        return datatypes == null ? null : Arrays.stream(datatypes).map(Datatype::core).toArray(TypeDescriptor[]::new);
    }

    private static Datatype made(Supplier<TypeDescriptor> constructor) {
        Datatype datatype = new Datatype(MPIException.result(constructor));
        datatype.core.apiObject(datatype);
        return datatype;
    }

    /**
     * The distance from one item to the next: {@link #Ub} - {@link #Lb}. MPI: MPI_Type_extent.
     *
     * @return the extent, in elements; it may be negative if {@link MPI#LB} and {@link MPI#UB} set the bounds
     */
    public int Extent() {
        return core.extent();
    }

    /**
     * The number of elements of an item. MPI: MPI_Type_size, which counts bytes. As in mpiJava, this method counts
     * elements of the base type, so the size of {@link MPI#INT} is 1.
     *
     * @return the size, in elements
     */
    public int Size() {
        return core.elements();
    }

    /**
     * The lower bound: the smallest displacement, or the bound that {@link MPI#LB} sets. MPI: MPI_Type_lb.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Lb() {
        return core.lb();
    }

    /**
     * The upper bound: one more than the largest displacement, or the bound that {@link MPI#UB} sets. MPI: MPI_Type_ub.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Ub() {
        return core.ub();
    }

    /**
     * Commits the datatype, so that it can be used in messages. A second call does nothing. MPI: MPI_Type_commit.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when the datatype was freed
     */
    public void Commit() {
        MPIException.run(core::commit);
    }

    /**
     * Frees the datatype. Operations that are under way, and datatypes that were made from this one, are not affected.
     * MPI: MPI_Type_free.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when the datatype is predefined or was freed before
     */
    public void free() {
        MPIException.run(core::free);
    }

    /**
     * The same as {@link #free}, with mpiJava's name. The garbage collector may also call it, which does no harm.
     *
     * @throws MPIException like {@link #free}
     */
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public void finalize() {
        free();
    }

    /** MPI's name of the datatype, or a description of how the datatype was made. */
    @Override
    public String toString() {
        return core.toString();
    }

    // --------------------------------------------------------------------------------------------- making datatypes

    /**
     * Makes a datatype of items that follow each other. MPI: MPI_Type_contiguous.
     *
     * @param count the number of items
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static Datatype Contiguous(int count, Datatype oldtype) {
        return made(() -> TypeDescriptor.contiguous(count, core(oldtype)));
    }

    /**
     * Makes a datatype of blocks at equal distances. MPI: MPI_Type_vector.
     *
     * @param count the number of blocks
     * @param blocklength the number of items of each block
     * @param stride the distance from the start of one block to the start of the next, in extents of {@code oldtype};
     *     may be negative
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        return made(() -> TypeDescriptor.vector(count, blocklength, stride, core(oldtype)));
    }

    /**
     * Makes a datatype of blocks at equal distances. MPI: MPI_Type_hvector.
     *
     * @param count the number of blocks
     * @param blocklength the number of items of each block
     * @param stride the distance from the start of one block to the start of the next, in elements of the buffer, not
     *     in bytes; may be negative
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        return made(() -> TypeDescriptor.hvector(count, blocklength, stride, core(oldtype)));
    }

    /**
     * Makes a datatype of blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param array_of_blocklengths the number of items of each block
     * @param array_of_displacements the place where each block starts, in extents of {@code oldtype}; may be negative
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        return made(() ->
            TypeDescriptor.indexed(array_of_blocklengths, array_of_displacements, core(oldtype)));
    }

    /**
     * Makes a datatype of blocks at any places. MPI: MPI_Type_hindexed.
     *
     * @param array_of_blocklengths the number of items of each block
     * @param array_of_displacements the place where each block starts, in elements of the buffer, not in bytes; may be
     *     negative
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype) {
        return made(() ->
            TypeDescriptor.hindexed(array_of_blocklengths, array_of_displacements, core(oldtype)));
    }

    /**
     * Makes a datatype of blocks at any places, with items of any datatypes that have the same base type. As in
     * mpiJava, a buffer has elements of one type. Fields of different types can be sent as {@link MPI#OBJECT} or
     * {@link MPI#PACKED}. MPI: MPI_Type_struct.
     *
     * @param array_of_blocklengths the number of items of each block
     * @param array_of_displacements the place where each block starts, in elements of the buffer, not in bytes; may be
     *     negative
     * @param array_of_types the type of each block's items; {@link MPI#LB} and {@link MPI#UB} set the bounds, and
     *     {@link MPI#NULL} makes an empty block
     * @return a datatype, not committed
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements,
                                  Datatype[] array_of_types) {
        return made(() ->
            TypeDescriptor.struct(array_of_blocklengths, array_of_displacements, core(array_of_types)));
    }
}
