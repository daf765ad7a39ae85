package mpi;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import mpj.core.datatype.TypeDescriptor;

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
public final class Datatype {
    /** By what they are below the API, which ranks that are threads have in common. */
    private static final Map<TypeDescriptor, Datatype> PREDEFINED = new IdentityHashMap<>();

    private final TypeDescriptor core;

    private Datatype(TypeDescriptor core) {
        this.core = core;
    }

    /** One of MPI's own. */
    static Datatype predefined(TypeDescriptor core) {
        Datatype datatype = new Datatype(core);
        PREDEFINED.put(core, datatype);
        return datatype;
    }

    /** The datatype that the program knows as this. */
    static Datatype of(TypeDescriptor core) {
        Datatype predefined = PREDEFINED.get(core);
        return predefined != null ? predefined : (Datatype) core.apiObject();
    }

    /** What a datatype is below the API; of null, null. */
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
     * @return the extent, in elements; perhaps negative, if {@link MPI#LB} and {@link MPI#UB} say so
     */
    public int Extent() {
        return core.extent();
    }

    /**
     * The number of elements of an item. MPI: MPI_Type_size, which counts bytes; here as in mpiJava these are elements
     * of the base type, so that the size of {@link MPI#INT} is 1.
     *
     * @return the size, in elements
     */
    public int Size() {
        return core.elements();
    }

    /**
     * The lower bound: the least displacement, or what {@link MPI#LB} says. MPI: MPI_Type_lb.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Lb() {
        return core.lb();
    }

    /**
     * The upper bound: one more than the greatest displacement, or what {@link MPI#UB} says. MPI: MPI_Type_ub.
     *
     * @return the bound, in elements from the item's origin
     */
    public int Ub() {
        return core.ub();
    }

    /**
     * Makes the datatype one that messages may have; a second time nothing happens. MPI: MPI_Type_commit.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it was freed
     */
    public void Commit() {
        MPIException.run(core::commit);
    }

    /**
     * Ends the datatype's use; operations under way, and datatypes made of it, are not affected. MPI: MPI_Type_free.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it is predefined, or was freed before
     */
    public void free() {
        MPIException.run(core::free);
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
        return core.toString();
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
        return made(() -> TypeDescriptor.contiguous(count, core(oldtype)));
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
        return made(() -> TypeDescriptor.vector(count, blocklength, stride, core(oldtype)));
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
        return made(() -> TypeDescriptor.hvector(count, blocklength, stride, core(oldtype)));
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
        return made(() ->
            TypeDescriptor.indexed(array_of_blocklengths, array_of_displacements, core(oldtype)));
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
        return made(() ->
            TypeDescriptor.hindexed(array_of_blocklengths, array_of_displacements, core(oldtype)));
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
        return made(() ->
            TypeDescriptor.struct(array_of_blocklengths, array_of_displacements, core(array_of_types)));
    }
}
