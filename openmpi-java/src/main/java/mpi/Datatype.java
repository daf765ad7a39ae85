package mpi;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import mpj.core.comm.Attributes;
import mpj.core.comm.Keyvals;
import mpj.core.comm.ObjectName;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.ErrorClass;

/**
 * The type of the items of a message. It says which elements of a buffer belong to an item. MPI: MPI_Datatype.
 *
 * <p>A datatype has a base type, which is the base type of the datatype from which it was made. The buffer of a message
 * is an array of elements of the base type, or a java.nio buffer or a segment of such elements. The base type is
 * {@link MPI#BYTE} for a struct, for a pair such as {@link MPI#INT2}, and for elements that do not lie at multiples of
 * their size. The buffer may then also be an array of any other primitive type, because the datatype says which element
 * is where.
 *
 * <p>As in Open MPI, sizes, bounds and extents are in elements of the base type: the size of {@link MPI#INT} is 1. The
 * calls that make datatypes take bytes where MPI takes bytes: for the strides of {@link #createHVector}, the
 * displacements of {@link #createHIndexed} and {@link #createStruct}, and the bounds of {@link #createResized}.
 *
 * <p>A new datatype must be {@linkplain #commit committed} before it is used to communicate. The calls that make a
 * datatype throw an MPIException of class {@link MPI#ERR_COUNT} for a negative count or block length, of class
 * {@link MPI#ERR_TYPE} for a datatype that is null, {@link MPI#DATATYPE_NULL} or freed, and of class
 * {@link MPI#ERR_ARG} for arrays that are null or of different lengths, and for displacements that do not fit an int.
 * Any thread may use a datatype.
 */
public final class Datatype implements Freeable, Cloneable {
    /** The predefined datatypes, by their objects below the API. Ranks that are threads of one JVM share these. */
    private static final Map<TypeDescriptor, Datatype> PREDEFINED = new IdentityHashMap<>();

    private static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_KEYVAL);

    private final TypeDescriptor core;
    private final Attributes attributes;
    private volatile String name;

    private Datatype(TypeDescriptor core, Attributes attributes, String name) {
        this.core = core;
        this.attributes = attributes;
        this.name = name;
    }

    /** Makes a datatype that MPI predefines. */
    static Datatype predefined(TypeDescriptor core) {
        Datatype datatype = new Datatype(core, Attributes.ofDatatype(KEYVALS),
            core.toString().replace('.', '_'));
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
        return made(constructor, Attributes.ofDatatype(KEYVALS));
    }

    private static Datatype made(Supplier<TypeDescriptor> constructor, Attributes attributes) {
        Datatype datatype = new Datatype(MPIException.result(constructor), attributes, "");
        datatype.core.apiObject(datatype);
        return datatype;
    }

    /**
     * The lower bound of an item. MPI: MPI_Type_get_extent.
     *
     * @return the position, in elements of the base type
     */
    public int getLb() {
        return core.lb();
    }

    /**
     * The distance from one item to the next. MPI: MPI_Type_get_extent.
     *
     * @return the extent, in elements of the base type
     */
    public int getExtent() {
        return core.extent();
    }

    /**
     * The position of an item's first element, whatever the lower bound is. MPI: MPI_Type_get_true_extent.
     *
     * @return the position, in elements of the base type
     */
    public int getTrueLb() {
        return (int) core.map().trueLb();
    }

    /**
     * The distance from an item's first element to the end of its last element. MPI: MPI_Type_get_true_extent.
     *
     * @return the extent, in elements of the base type
     */
    public int getTrueExtent() {
        return (int) core.map().trueExtent();
    }

    /**
     * The number of elements of an item. MPI: MPI_Type_size.
     *
     * @return the size, in elements of the base type
     */
    public int getSize() {
        return core.elements();
    }

    /**
     * Commits the datatype, so that it can be used in messages. A second call does nothing. MPI: MPI_Type_commit.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when the datatype was freed
     */
    public void commit() {
        MPIException.run(core::commit);
    }

    /**
     * Frees the datatype. Operations that are under way, and datatypes that were made from this one, are not affected.
     * MPI: MPI_Type_free.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when the datatype is predefined or was freed before
     */
    @Override
    public void free() {
        MPIException.run(core::free);
        attributes.clear();
    }

    /**
     * Whether this is {@link MPI#DATATYPE_NULL}, or a datatype that was freed.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core == ByteTypes.NULL || core.isFreed();
    }

    /**
     * The same as {@link #dup}. MPI: MPI_Type_dup.
     *
     * @return a new datatype
     */
    @Override
    public Datatype clone() {
        return dup();
    }

    /**
     * Makes a datatype with the same items and the same attributes. The new datatype is committed if this one is.
     * MPI: MPI_Type_dup.
     *
     * @return a new datatype
     * @throws MPIException of class {@link MPI#ERR_TYPE} when this one was freed
     */
    public Datatype dup() {
        return made(() -> ByteTypes.dup(core), attributes.copied());
    }

    /** This datatype if it is predefined; otherwise a duplicate, which does not end when this one is freed. */
    Datatype duplicate() {
        return PREDEFINED.containsKey(core) ? this : dup();
    }

    /**
     * The name that the program has set, or MPI's name of the datatype, or a description of how the datatype was made.
     */
    @Override
    public String toString() {
        return name.isEmpty() ? core.toString() : name;
    }

    // --------------------------------------------------------------------------------------------- making datatypes

    /**
     * Makes a datatype of items that follow each other. MPI: MPI_Type_contiguous.
     *
     * @param count the number of items
     * @param oldType the type of the items
     * @return a datatype, not committed
     */
    public static Datatype createContiguous(int count, Datatype oldType) {
        return made(() -> ByteTypes.contiguous(count, core(oldType)));
    }

    /**
     * Makes a datatype of blocks at equal distances. MPI: MPI_Type_vector.
     *
     * @param count the number of blocks
     * @param blockLength the number of items of each block
     * @param stride the distance from the start of one block to the start of the next, in extents of {@code oldType};
     *     may be negative
     * @param oldType the type of the items
     * @return a datatype, not committed
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        return made(() -> ByteTypes.vector(count, blockLength, stride, core(oldType)));
    }

    /**
     * Makes a datatype of blocks at equal distances. MPI: MPI_Type_create_hvector.
     *
     * @param count the number of blocks
     * @param blockLength the number of items of each block
     * @param stride the distance from the start of one block to the start of the next, in bytes; may be negative
     * @param oldType the type of the items
     * @return a datatype, not committed
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        return made(() -> ByteTypes.hvector(count, blockLength, stride, core(oldType)));
    }

    /**
     * Makes a datatype of blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param blockLengths the number of items of each block
     * @param displacements the place where each block starts, in extents of {@code oldType}; may be negative
     * @param oldType the type of the items
     * @return a datatype, not committed
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return made(() -> ByteTypes.indexed(blockLengths, displacements, core(oldType)));
    }

    /**
     * Makes a datatype of blocks at any places. MPI: MPI_Type_create_hindexed.
     *
     * @param blockLengths the number of items of each block
     * @param displacements the place where each block starts, in bytes; may be negative
     * @param oldType the type of the items
     * @return a datatype, not committed
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return made(() -> ByteTypes.hindexed(blockLengths, displacements, core(oldType)));
    }

    /**
     * Makes a datatype of blocks with items of any types, at any places. The base type is {@link MPI#BYTE}, and the
     * extent is a multiple of the size of the largest element. A {@link Struct} is easier to use.
     * MPI: MPI_Type_create_struct.
     *
     * @param blockLengths the number of items of each block
     * @param displacements the place where each block starts, in bytes; may be negative
     * @param types the type of each block's items
     * @return a datatype, not committed
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        return made(() -> ByteTypes.struct(blockLengths, displacements, core(types)));
    }

    /**
     * Makes a datatype with the same items, but other bounds. MPI: MPI_Type_create_resized.
     *
     * @param oldType the type of the items
     * @param lb the new lower bound, in bytes from the item's origin
     * @param extent the new distance from one item to the next, in bytes
     * @return a datatype, not committed
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        return made(() -> ByteTypes.resized(core(oldType), lb, extent));
    }

    /**
     * Makes a datatype for a part of an array of one or more dimensions. In each dimension, the indexes of the part
     * follow each other. The bounds of the datatype are the bounds of the whole array. Several items are therefore the
     * same part of several arrays that follow each other. The datatype suits the view of a file, and messages from an
     * array that is surrounded by a border. Open MPI's bindings do not have this method. MPI: MPI_Type_create_subarray.
     *
     * <p>The number of the whole array's elements of the base type must fit an int. If the base type is
     * {@link MPI#BYTE}, these elements are bytes. The datatype needs 16 bytes of memory for each contiguous piece of
     * the part.
     *
     * @param sizes the number of items of the array in each dimension, at least 1
     * @param subSizes the number of items of the part in each dimension, at least 1
     * @param starts the first index of the part in each dimension, from 0
     * @param order {@link MPI#ORDER_C} when the last dimension runs fastest, as in C and Java, or {@link
     *     MPI#ORDER_FORTRAN} when the first does
     * @param oldType the type of the items
     * @return a datatype, not committed
     * @throws MPIException of class {@link MPI#ERR_ARG} also when the part is not within the array, when the order is
     *     neither of the two, and when the array is too large
     */
    public static Datatype createSubarray(int[] sizes, int[] subSizes, int[] starts, int order, Datatype oldType) {
        return made(() -> ByteTypes.subarray(sizes, subSizes, starts, order, core(oldType)));
    }

    /**
     * Makes a datatype for one rank's part of an array that is distributed over a grid of ranks, as in High Performance
     * Fortran. The parts of all ranks together are the whole array. The bounds of the datatype are the bounds of the
     * whole array, as in {@link #createSubarray}. The place of the rank in the grid is its place in a {@link CartComm}:
     * the last dimension of the grid runs fastest, whatever the order of the array is. Open MPI's bindings do not have
     * this method. MPI: MPI_Type_create_darray.
     *
     * <p>A dimension is distributed in one of these ways:
     * <ul>
     * <li>{@link MPI#DISTRIBUTE_BLOCK}: each rank gets one block of {@code dArgs[i]} items. The last ranks may get
     *     fewer items, or none. The default is the smallest block with which all items are distributed.
     * <li>{@link MPI#DISTRIBUTE_CYCLIC}: the ranks get blocks of {@code dArgs[i]} items in turn. The default is 1.
     * <li>{@link MPI#DISTRIBUTE_NONE}: every rank gets the whole dimension. {@code pSizes[i]} must be 1, and
     * {@code dArgs[i]} does not matter.
     * </ul>
     *
     * @param size the number of ranks in the grid
     * @param rank the rank whose part this is
     * @param gSizes the number of items of the array in each dimension, at least 1
     * @param distribs the distribution of each dimension
     * @param dArgs the number of items of a block in each dimension, or {@link MPI#DISTRIBUTE_DFLT_DARG}
     * @param pSizes the number of ranks of the grid in each dimension; the product of these numbers is {@code size}
     * @param order {@link MPI#ORDER_C} or {@link MPI#ORDER_FORTRAN}
     * @param oldType the type of the items
     * @return a datatype, not committed; it has no elements if the rank has no part of the array
     * @throws MPIException of class {@link MPI#ERR_ARG} also when the arguments contradict each other, and when the
     *     array is too large
     */
    public static Datatype createDarray(int size, int rank, int[] gSizes, int[] distribs, int[] dArgs, int[] pSizes,
                                        int order, Datatype oldType) {
        return made(() -> ByteTypes.darray(size, rank, gSizes, distribs, dArgs, pSizes, order, core(oldType)));
    }

    // --------------------------------------------------------------------------------------------- name, attributes

    /**
     * Gives the datatype a name. MPI: MPI_Type_set_name.
     *
     * @param name the name, of at most {@link MPI#MAX_OBJECT_NAME} characters
     * @throws MPIException of class {@link MPI#ERR_ARG} when the name is null or too long
     */
    public void setName(String name) {
        this.name = MPIException.result(() -> ObjectName.checked(name));
    }

    /**
     * The datatype's name. MPI: MPI_Type_get_name.
     *
     * @return the name that {@link #setName} has set; otherwise MPI's name for a predefined datatype, or an empty text
     */
    public String getName() {
        return name;
    }

    /**
     * Makes a keyval, which is a key for attributes of datatypes. A duplicate of a datatype gets the attributes of the
     * datatype. MPI: MPI_Type_create_keyval.
     *
     * @return a new keyval
     */
    public static int createKeyval() {
        return KEYVALS.create(true);
    }

    /**
     * Frees a keyval, which no later call may use. MPI: MPI_Type_free_keyval.
     *
     * @param keyval a keyval that {@link #createKeyval} has returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is not a keyval, or was freed before
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> KEYVALS.free(keyval));
    }

    /**
     * Sets an attribute of the datatype. MPI: MPI_Type_set_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} has returned
     * @param value the attribute; the object itself is kept, not a copy
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval, or {@link MPI#ERR_ARG} when
     *     the value is null
     */
    public void setAttr(int keyval, Object value) {
        MPIException.run(() -> attributes.put(keyval, value));
    }

    /**
     * An attribute of the datatype. MPI: MPI_Type_get_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} has returned
     * @return the attribute, or null if the datatype has no such attribute
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval
     */
    public Object getAttr(int keyval) {
        return MPIException.result(() -> attributes.get(keyval));
    }

    /**
     * Removes an attribute. MPI: MPI_Type_delete_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} has returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval, or {@link MPI#ERR_ARG} when
     *     the datatype has no such attribute
     */
    public void deleteAttr(int keyval) {
        MPIException.run(() -> attributes.delete(keyval));
    }
}
