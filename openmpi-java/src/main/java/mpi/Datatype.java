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
 * The type of the items of a message: it says which elements of a buffer an item names. MPI: MPI_Datatype.
 *
 * <p>A datatype has a base type, which is the old datatype's. Its buffer is an array of elements of that type, or a
 * buffer or a segment of them. The base type of a struct, of a pair such as {@link MPI#INT2}, and of elements that do
 * not lie at multiples of their size, is {@link MPI#BYTE}. Such a buffer may also be an array of any other primitive
 * type, since the datatype says what lies where.
 *
 * <p>As in Open MPI, sizes, bounds and extents are in elements of the base type: that of {@link MPI#INT} is 1. What is
 * in bytes in MPI is in bytes in the calls that make datatypes: strides of {@link #createHVector}, displacements of
 * {@link #createHIndexed} and {@link #createStruct}, and the bounds of {@link #createResized}.
 *
 * <p>A datatype that was made must be {@linkplain #commit committed} before it is used to communicate. The calls that
 * make one throw an MPIException of class {@link MPI#ERR_COUNT} for a negative count or block length, {@link
 * MPI#ERR_TYPE} for a datatype that is null, {@link MPI#DATATYPE_NULL} or freed, and {@link MPI#ERR_ARG} for arrays
 * that are null or of different lengths, and for displacements that an int cannot hold. Any thread may use a datatype.
 */
public final class Datatype implements Freeable, Cloneable {
    /** By what they are below the API, which ranks that are threads have in common. */
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

    /** One of MPI's own. */
    static Datatype predefined(TypeDescriptor core) {
        Datatype datatype = new Datatype(core, Attributes.ofDatatype(KEYVALS),
            core.toString().replace('.', '_'));
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
        return made(constructor, Attributes.ofDatatype(KEYVALS));
    }

    private static Datatype made(Supplier<TypeDescriptor> constructor, Attributes attributes) {
        Datatype datatype = new Datatype(MPIException.result(constructor), attributes, "");
        datatype.core.apiObject(datatype);
        return datatype;
    }

    /**
     * The lower bound. MPI: MPI_Type_get_extent.
     *
     * @return the bound, in elements of the base type
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
     * Where the first of an item's elements is, whatever its lower bound. MPI: MPI_Type_get_true_extent.
     *
     * @return the bound, in elements of the base type
     */
    public int getTrueLb() {
        return (int) core.map().trueLb();
    }

    /**
     * The distance from the first to the end of the last of an item's elements. MPI: MPI_Type_get_true_extent.
     *
     * @return the extent, in elements of the base type
     */
    public int getTrueExtent() {
        return (int) core.map().trueExtent();
    }

    /**
     * The number of an item's elements. MPI: MPI_Type_size.
     *
     * @return the size, in elements of the base type
     */
    public int getSize() {
        return core.elements();
    }

    /**
     * Commits the datatype, so that messages may have it. A second call does nothing. MPI: MPI_Type_commit.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it was freed
     */
    public void commit() {
        MPIException.run(core::commit);
    }

    /**
     * Ends the datatype's use. Operations under way, and datatypes made of it, are not affected. MPI: MPI_Type_free.
     *
     * @throws MPIException of class {@link MPI#ERR_TYPE} when it is predefined, or was freed before
     */
    @Override
    public void free() {
        MPIException.run(core::free);
        attributes.clear();
    }

    /**
     * Whether this is {@link MPI#DATATYPE_NULL}, or was freed.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core == ByteTypes.NULL || core.isFreed();
    }

    /**
     * As {@link #dup}. MPI: MPI_Type_dup.
     *
     * @return a new datatype
     */
    @Override
    public Datatype clone() {
        return dup();
    }

    /**
     * Makes a datatype of the same items, with the same attributes. It is committed if this one is. MPI: MPI_Type_dup.
     *
     * @return a new datatype
     * @throws MPIException of class {@link MPI#ERR_TYPE} when this one was freed
     */
    public Datatype dup() {
        return made(() -> ByteTypes.dup(core), attributes.copied());
    }

    /** How it was made, or MPI's name for it, or the name that the program has given it. */
    @Override
    public String toString() {
        return name.isEmpty() ? core.toString() : name;
    }

    // --------------------------------------------------------------------------------------------- making datatypes

    /**
     * Items that follow each other. MPI: MPI_Type_contiguous.
     *
     * @param count how many
     * @param oldType their type
     * @return a datatype, not committed
     */
    public static Datatype createContiguous(int count, Datatype oldType) {
        return made(() -> ByteTypes.contiguous(count, core(oldType)));
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_vector.
     *
     * @param count how many blocks
     * @param blockLength how many items each has
     * @param stride from the start of one to that of the next, in extents of {@code oldType}; may be negative
     * @param oldType the items' type
     * @return a datatype, not committed
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        return made(() -> ByteTypes.vector(count, blockLength, stride, core(oldType)));
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_create_hvector.
     *
     * @param count how many blocks
     * @param blockLength how many items each has
     * @param stride from the start of one to that of the next, in bytes; may be negative
     * @param oldType the items' type
     * @return a datatype, not committed
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        return made(() -> ByteTypes.hvector(count, blockLength, stride, core(oldType)));
    }

    /**
     * Blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param blockLengths how many items each block has
     * @param displacements where each starts, in extents of {@code oldType}; may be negative
     * @param oldType the items' type
     * @return a datatype, not committed
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return made(() -> ByteTypes.indexed(blockLengths, displacements, core(oldType)));
    }

    /**
     * Blocks at any places. MPI: MPI_Type_create_hindexed.
     *
     * @param blockLengths how many items each block has
     * @param displacements where each starts, in bytes; may be negative
     * @param oldType the items' type
     * @return a datatype, not committed
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return made(() -> ByteTypes.hindexed(blockLengths, displacements, core(oldType)));
    }

    /**
     * Blocks of items of any types, at any places. Its base type is {@link MPI#BYTE}, and its extent is a multiple of
     * the size of its largest element. A {@link Struct} is easier to use. MPI: MPI_Type_create_struct.
     *
     * @param blockLengths how many items each block has
     * @param displacements where each starts, in bytes; may be negative
     * @param types the type of each block's items
     * @return a datatype, not committed
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        return made(() -> ByteTypes.struct(blockLengths, displacements, core(types)));
    }

    /**
     * The same items with other bounds. MPI: MPI_Type_create_resized.
     *
     * @param oldType the items' type
     * @param lb the new lower bound, in bytes from the item's origin
     * @param extent the new distance from one item to the next, in bytes
     * @return a datatype, not committed
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        return made(() -> ByteTypes.resized(core(oldType), lb, extent));
    }

    // --------------------------------------------------------------------------------------------- name, attributes

    /**
     * Gives the datatype a name. MPI: MPI_Type_set_name.
     *
     * @param name the name, of at most {@link MPI#MAX_OBJECT_NAME} characters
     * @throws MPIException of class {@link MPI#ERR_ARG} when it is null or too long
     */
    public void setName(String name) {
        this.name = MPIException.result(() -> ObjectName.checked(name));
    }

    /**
     * The datatype's name. MPI: MPI_Type_get_name.
     *
     * @return the name that it was given, or else MPI's for a predefined datatype, or else an empty text
     */
    public String getName() {
        return name;
    }

    /**
     * Makes a keyval, by which attributes of datatypes are found. A datatype's duplicate gets its attributes. MPI:
     * MPI_Type_create_keyval.
     *
     * @return a new keyval
     */
    public static int createKeyval() {
        return KEYVALS.create(true);
    }

    /**
     * Ends the use of a keyval. MPI: MPI_Type_free_keyval.
     *
     * @param keyval what {@link #createKeyval} has returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is none, or was freed before
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> KEYVALS.free(keyval));
    }

    /**
     * Gives the datatype an attribute. MPI: MPI_Type_set_attr.
     *
     * @param keyval what {@link #createKeyval} has returned
     * @param value the attribute, which is kept as it is
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval, or {@link MPI#ERR_ARG} when
     *     the value is null
     */
    public void setAttr(int keyval, Object value) {
        MPIException.run(() -> attributes.put(keyval, value));
    }

    /**
     * An attribute of the datatype. MPI: MPI_Type_get_attr.
     *
     * @param keyval what {@link #createKeyval} has returned
     * @return the attribute, or null if it has none
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval
     */
    public Object getAttr(int keyval) {
        return MPIException.result(() -> attributes.get(keyval));
    }

    /**
     * Takes an attribute away. MPI: MPI_Type_delete_attr.
     *
     * @param keyval what {@link #createKeyval} has returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when there is no such keyval, or {@link MPI#ERR_ARG} when
     *     the datatype has no such attribute
     */
    public void deleteAttr(int keyval) {
        MPIException.run(() -> attributes.delete(keyval));
    }
}
