package mpj.core.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import mpj.engine.BufferMemory;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;

/**
 * The type of the items of a message: it says which elements of a buffer an item names. The datatype of an API holds
 * one of these. MPI: MPI_Datatype.
 *
 * <p>A buffer is an array of one Java type, so all elements of a datatype are of one type, its base type.
 * Displacements, strides, bounds, extents and sizes are in elements, as in mpiJava. They are never in bytes, not even
 * in {@link #hvector} and {@link #hindexed}. Item i of a message starts i extents after the offset.
 *
 * <p>A datatype whose elements are of several types, or do not lie at multiples of their size, is a {@linkplain
 * #isMixed mixed} datatype. Its elements are bytes, and all its numbers are in bytes. Its buffer is an array of any
 * primitive type, or a segment. Its messages are like messages of {@link #PACKED}. {@link ByteTypes} makes such
 * datatypes.
 *
 * <p>A derived datatype must be committed before it is used to communicate. Its elements travel in the order in which
 * it names them, whatever datatype the receiver has: only the number and the base type of the elements must agree. A
 * datatype whose items are contiguous costs no more than its base type. If one item names an element twice, or two
 * items name the same one, a receive writes that element twice, and the last written value stays.
 *
 * <p>{@link #NULL}, {@link #LB} and {@link #UB} have no elements and no base type. Datatypes that are made only of
 * these have none either. A message of such items is empty, whatever array or segment the buffer is.
 *
 * <p>Immutable except for {@link #commit} and {@link #free}; any thread may use it. Methods that make datatypes throw
 * {@link EngineException} of class {@link ErrorClass#ERR_COUNT} for a negative count or block length, {@link
 * ErrorClass#ERR_TYPE} for a datatype that is null, freed or {@link #PACKED}, or for base types that differ, and {@link
 * ErrorClass#ERR_ARG} for arrays that are null or of different lengths, and for displacements beyond an int.
 */
public final class TypeDescriptor {
    private enum State { UNCOMMITTED, COMMITTED, FREED }

    /**
     * The kind of the elements.
     *
     * @param code the code in the section header, or {@link #NO_ELEMENTS}
     * @param type the primitive type that travels: BYTE for serialized objects
     * @param arrayClass the class of the arrays that hold such elements, or null if any array of objects can
     */
    record Base(String name, int code, ElementType type, Class<?> arrayClass) {
    }

    /** The bytes of elements of any types. */
    static final Base MIXED = new Base("any types", Receive.PACKED, ElementType.BYTE, byte[].class);

    /** See {@link #capacity}. */
    public static final long CANNOT_HOLD = -1;

    private static final int NO_ELEMENTS = -1;
    private static final byte[] NOTHING = {};
    private static final TypeArguments ARGUMENTS = new TypeArguments("blocklength", "array_of_blocklengths",
        "array_of_displacements", "array_of_types");

    // The Javadoc of the APIs describes the datatypes that have no description here.
    public static final TypeDescriptor BYTE = primitive(ElementType.BYTE);
    public static final TypeDescriptor CHAR = primitive(ElementType.CHAR);
    public static final TypeDescriptor SHORT = primitive(ElementType.SHORT);
    public static final TypeDescriptor BOOLEAN = primitive(ElementType.BOOLEAN);
    public static final TypeDescriptor INT = primitive(ElementType.INT);
    public static final TypeDescriptor LONG = primitive(ElementType.LONG);
    public static final TypeDescriptor FLOAT = primitive(ElementType.FLOAT);
    public static final TypeDescriptor DOUBLE = primitive(ElementType.DOUBLE);
    /** Serialized objects. */
    public static final TypeDescriptor OBJECT =
        predefined(new Base("OBJECT", Receive.OBJECTS, ElementType.BYTE, null), TypeMap.ELEMENT);
    /** Elements of any types, packed. */
    public static final TypeDescriptor PACKED =
        predefined(new Base("PACKED", Receive.PACKED, ElementType.BYTE, byte[].class), TypeMap.ELEMENT);
    /** Sets the lower bound in {@link #struct}. */
    public static final TypeDescriptor LB = marker("LB", TypeMap.LOWER_BOUND);
    /** Sets the upper bound in {@link #struct}. */
    public static final TypeDescriptor UB = marker("UB", TypeMap.UPPER_BOUND);
    /** No datatype. As a part of another datatype it is empty. */
    public static final TypeDescriptor NULL = marker("NULL", TypeMap.EMPTY);
    public static final TypeDescriptor SHORT2 = pair("SHORT2", SHORT);
    public static final TypeDescriptor INT2 = pair("INT2", INT);
    public static final TypeDescriptor LONG2 = pair("LONG2", LONG);
    public static final TypeDescriptor FLOAT2 = pair("FLOAT2", FLOAT);
    public static final TypeDescriptor DOUBLE2 = pair("DOUBLE2", DOUBLE);

    private final String name;
    private final boolean predefined;
    private final Base base;
    private final TypeMap map;
    /**
     * The value that an item is to a predefined operation, if the operation takes several elements together; otherwise
     * null.
     */
    private final Composite composite;
    /** The predefined datatype whose whole items this datatype's items consist of, if it has a composite; or null. */
    private final TypeDescriptor unit;
    private final int size;
    private final int elementBytes;
    /** Where the elements lie, or null if any number of items are contiguous. */
    private final Layout layout;
    /** The displacement of the first element, if items are contiguous. */
    private final int first;
    /** The class of the arrays for which it is enough to check that offset and count lie within them, or null. */
    private Class<?> plainArrayClass;
    private State state;
    /** The API's datatype that stands for this one, if the program has made it. */
    private volatile Object apiObject;
    /** See {@link TypeMap#disjointItems}; -1 until it is known. */
    private int disjointItems = -1;

    private TypeDescriptor(String name, Base base, TypeMap map, Composite composite, TypeDescriptor unit,
                           boolean predefined) {
        this.name = name;
        this.predefined = predefined;
        this.composite = composite;
        this.unit = unit == null && composite != null ? this : unit;
        this.base = base;
        this.map = map;
        this.size = Math.toIntExact(map.size());
        this.elementBytes = base.type.bytes();
        this.layout = map.isContiguous() ? null
            : new Layout(ints(map.displacements()), ints(map.lengths()), map.extent(), elementBytes);
        this.first = layout == null && size > 0 ? Math.toIntExact(map.displacements()[0]) : 0;
        set(predefined ? State.COMMITTED : State.UNCOMMITTED);
    }

    private static int[] ints(long[] numbers) {
        return Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray();
    }

    private void set(State newState) {
        state = newState;
        plainArrayClass = state == State.COMMITTED && layout == null && first == 0 && size > 0 ? base.arrayClass : null;
    }

    private static TypeDescriptor primitive(ElementType type) {
        return predefined(new Base(type.name(), type.code(), type, type.arrayClass()), TypeMap.ELEMENT);
    }

    private static TypeDescriptor predefined(Base base, TypeMap map) {
        return new TypeDescriptor("MPI." + base.name, base, map, null, null, true);
    }

    /** Makes a datatype whose items predefined operations take as one value. */
    static TypeDescriptor predefined(Composite composite, TypeDescriptor layout) {
        return new TypeDescriptor("MPI." + composite, layout.base, layout.map, composite, null, true);
    }

    /** Makes a datatype without elements. */
    static TypeDescriptor marker(String name, TypeMap map) {
        return predefined(new Base(name, NO_ELEMENTS, ElementType.BYTE, null), map);
    }

    /** Makes a datatype of two elements, as MAXLOC and MINLOC take them. */
    private static TypeDescriptor pair(String name, TypeDescriptor element) {
        return new TypeDescriptor("MPI." + name, element.base, contiguous(2, element).map, null, null, true);
    }

    static TypeDescriptor derived(String constructor, Base base, TypeMap map) {
        return derived(constructor, base, map, null);
    }

    /** @param unit the {@link #unit} of the items of which the new ones are made */
    static TypeDescriptor derived(String constructor, Base base, TypeMap map, TypeDescriptor unit) {
        return new TypeDescriptor(constructor + " of " + base.name, base, map, null, unit, false);
    }

    /** The datatype of another rank, committed. */
    static TypeDescriptor received(Base base, TypeMap map, Composite composite, TypeDescriptor unit) {
        TypeDescriptor received = new TypeDescriptor("another rank's datatype of " + base.name, base, map, composite,
            unit, false);
        received.set(State.COMMITTED);
        return received;
    }

    /** Another datatype with the same items. It is committed if this one is. */
    TypeDescriptor copy() {
        return copy("Dup of " + name);
    }

    /** The datatype as a persistent request keeps it. The program may free its own meanwhile. */
    public TypeDescriptor kept() {
        return predefined ? this : copy(name);
    }

    private TypeDescriptor copy(String copied) {
        TypeDescriptor copy = new TypeDescriptor(copied, base, map, composite, unit, false);
        copy.set(state);
        return copy;
    }

    // ------------------------------------------------------------------------------------------- for communication

    /**
     * The code of the base type in the section header. If there is no base type, it is the code that fits every
     * primitive type.
     */
    public int code() {
        return hasBase() ? base.code : Receive.PACKED;
    }

    /**
     * The API's datatype that stands for this. Null for a predefined one, for which the objects of several APIs may
     * stand.
     */
    public Object apiObject() {
        return apiObject;
    }

    /** Sets what {@link #apiObject()} returns. */
    public void apiObject(Object datatype) {
        apiObject = datatype;
    }

    /** Whether there is a base type; if not, there are no elements. */
    public boolean hasBase() {
        return base.code != NO_ELEMENTS;
    }

    /** The primitive type that travels: BYTE for serialized objects. */
    public ElementType elementType() {
        return base.type;
    }

    /** The size of an element in a message, in bytes. It is 1 for objects, whose size is not known in advance. */
    public int elementBytes() {
        return elementBytes;
    }

    /** The number of elements of an item. */
    public int elements() {
        return size;
    }

    /**
     * How many elements of this type's base type a message has. {@link Constants#UNDEFINED} if that is not a whole
     * number.
     *
     * @param typeCode the type code of the message's elements
     * @param count the number of the message's elements
     * @param bytes the size of the elements
     */
    public int elementsOf(int typeCode, int count, long bytes) {
        if (typeCode == code()) {
            return count;
        }
        return bytes % elementBytes == 0 && bytes / elementBytes <= Integer.MAX_VALUE ? (int) (bytes / elementBytes)
            : Constants.UNDEFINED;
    }

    /**
     * As {@link #elementsOf}, for a message of this many bytes, but counts the program's elements. In a mixed datatype
     * these are not bytes.
     */
    public long programElements(long bytes) {
        return bytes % elementBytes == 0 ? map.signature().elementsIn(bytes / elementBytes) : Constants.UNDEFINED;
    }

    /** The size, in a message, of this many of the program's first elements. */
    public long programBytes(long elements) {
        return map.signature().bytesOf(elements) * elementBytes;
    }

    /** The class of the arrays that hold such elements, or null if any array of objects can. */
    public Class<?> arrayClass() {
        return base.arrayClass;
    }

    /** As {@link #arrayClass}, if items are adjacent elements and the datatype is committed; otherwise null. */
    public Class<?> plainArrayClass() {
        return plainArrayClass;
    }

    public boolean isObject() {
        return base.code == Receive.OBJECTS;
    }

    public boolean isPacked() {
        return base.code == Receive.PACKED && !isMixed();
    }

    /** Whether the elements are the bytes of elements of any types. */
    public boolean isMixed() {
        return base == MIXED;
    }

    /**
     * The value that an item is to a predefined operation, if the operation takes several elements together; otherwise
     * null.
     */
    public Composite composite() {
        return composite;
    }

    /**
     * The predefined datatype of several elements whose whole items this datatype's items consist of: a complex number,
     * or a pair. An operation that combines element by element combines these units instead. Otherwise null.
     */
    public TypeDescriptor unit() {
        return unit;
    }

    Base base() {
        return base;
    }

    public TypeMap map() {
        return map;
    }

    /** The size of this many items in a message, in bytes; not for objects. */
    public long bytes(int count) {
        return (long) count * size * elementBytes;
    }

    /** The buffer in the form that the engine takes. In it the items' bytes are adjacent and begin at {@link #from}. */
    public Object memory(Object buf, int offset) {
        Object seen = seen(buf);
        return !hasBase() ? NOTHING : layout == null ? seen
            : new NoncontiguousBuffer(seen, layout, (long) offset * elementBytes);
    }

    /** A buffer that was checked, as an array of this type's elements or as a segment. */
    public Object seen(Object buf) {
        return base != MIXED || buf instanceof byte[] || buf instanceof MemorySegment ? buf
            : BufferMemory.view(buf, ElementType.of(buf));
    }

    /** How many elements a primitive array has if this type's elements can be in it; else {@link #CANNOT_HOLD}. */
    public long capacity(Object array) {
        Class<?> type = array.getClass();
        if (type == base.arrayClass || !hasBase() && type.isArray()) {
            return Array.getLength(array);
        }
        boolean any = isMixed() && type.isArray() && type.getComponentType().isPrimitive() && type != boolean[].class;
        return any ? (long) Array.getLength(array) * ElementType.of(array).bytes() : CANNOT_HOLD;
    }

    /** Where the elements start in a buffer of {@link #plainArrayClass}, in bytes. */
    public long plainFrom(int offset) {
        return (long) offset * elementBytes;
    }

    public long from(int offset) {
        return layout == null && hasBase() ? ((long) offset + first) * elementBytes : 0;
    }

    /** Where the elements of an item lie; null if any number of items are contiguous. */
    public Layout layout() {
        return layout;
    }

    /** As {@link #memory}, in a segment in which the first item's origin may be at any byte. */
    public Object memoryAt(MemorySegment memory, long origin) {
        return layout == null ? memory : new NoncontiguousBuffer(memory, layout, origin);
    }

    /** Where the items' bytes begin in {@link #memoryAt}. */
    public long fromAt(long origin) {
        return layout == null ? origin + (long) first * elementBytes : 0;
    }

    public boolean isFreed() {
        return state == State.FREED;
    }

    /** Whether a message of elements of this type can be received as elements of another, or the other way round. */
    public boolean matches(TypeDescriptor other) {
        int mine = code();
        int theirs = other.code();
        return mine == theirs
            || (mine == Receive.PACKED || theirs == Receive.PACKED) && !isObject() && !other.isObject();
    }

    /** Whether a message may be of this type. */
    public boolean isUsable() {
        return state == State.COMMITTED && (hasBase() || !predefined);
    }

    /** Why no message may be of this type. */
    public EngineException unusable(String argument) {
        return state == State.FREED ? freed(argument)
            : new EngineException(ErrorClass.ERR_TYPE, argument + " is " + this + (state == State.UNCOMMITTED
                ? ", which is not committed; commit the datatype first"
                : ", which has no elements; pass one such as MPI.INT"));
    }

    EngineException freed(String argument) {
        return new EngineException(ErrorClass.ERR_TYPE, argument + " is " + this
            + ", which was freed; make another");
    }

    /** Whether two of this many items name the same element, or one item names an element twice. */
    public boolean overlaps(int count) {
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
     * The distance from one item to the next: {@link #ub} - {@link #lb}. MPI: MPI_Type_extent.
     *
     * @return the extent, in elements; it may be negative if {@link #LB} and {@link #UB} say so
     */
    public int extent() {
        return (int) map.extent();
    }

    /**
     * The lower bound: the least displacement, or the displacement of {@link #LB}. MPI: MPI_Type_lb.
     *
     * @return the bound, in elements from the item's origin
     */
    public int lb() {
        return (int) map.lb();
    }

    /**
     * The upper bound: one more than the greatest displacement, or the displacement of {@link #UB}. MPI: MPI_Type_ub.
     *
     * @return the bound, in elements from the item's origin
     */
    public int ub() {
        return (int) map.ub();
    }

    /**
     * Commits the datatype, so that messages may have it. A second call does nothing. MPI: MPI_Type_commit.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_TYPE} when the datatype was freed
     */
    public void commit() {
        if (state == State.FREED) {
            throw freed("the datatype");
        }
        set(State.COMMITTED);
    }

    /**
     * Ends the datatype's use. Operations under way, and datatypes made of it, are not affected. MPI: MPI_Type_free.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_TYPE} when the datatype is predefined, or was freed before
     */
    public void free() {
        if (predefined) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the datatype is " + this
                + ", a predefined one, which cannot"
                + " be freed");
        }
        if (state == State.FREED) {
            throw freed("the datatype");
        }
        set(State.FREED);
    }

    /** MPI's name for the datatype, or a text that says how it was made. */
    @Override
    public String toString() {
        return name;
    }

    // --------------------------------------------------------------------------------------------- making datatypes

    /**
     * Items that follow each other. MPI: MPI_Type_contiguous.
     *
     * @param count how many
     * @param oldtype the type of the items
     * @return a datatype, not committed
     */
    public static TypeDescriptor contiguous(int count, TypeDescriptor oldtype) {
        TypeArguments.checkCount("count", count);
        checkOld(oldtype);
        return derived("Contiguous", oldtype.base, TypeMap.strided(1, count, 0, oldtype.map));
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_vector.
     *
     * @param count how many blocks
     * @param blocklength how many items each block has
     * @param stride the distance from the start of one block to the start of the next, in extents of {@code oldtype};
     *     may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static TypeDescriptor vector(int count, int blocklength, int stride, TypeDescriptor oldtype) {
        checkOld(oldtype);
        return blocks("Vector", count, blocklength, stride * oldtype.map.extent(), oldtype);
    }

    /**
     * Blocks at an equal distance. MPI: MPI_Type_hvector.
     *
     * @param count how many blocks
     * @param blocklength how many items each block has
     * @param stride the distance from the start of one block to the start of the next, in elements of the buffer, not
     *     in bytes; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static TypeDescriptor hvector(int count, int blocklength, int stride, TypeDescriptor oldtype) {
        checkOld(oldtype);
        return blocks("Hvector", count, blocklength, stride, oldtype);
    }

    private static TypeDescriptor blocks(String constructor, int count, int blocklength, long stride,
                                         TypeDescriptor oldtype) {
        ARGUMENTS.checkStrided(count, blocklength);
        return derived(constructor, oldtype.base, TypeMap.strided(count, blocklength, stride, oldtype.map));
    }

    /**
     * Blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each block starts, in extents of {@code oldtype}; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static TypeDescriptor indexed(int[] array_of_blocklengths, int[] array_of_displacements,
                                         TypeDescriptor oldtype) {
        checkOld(oldtype);
        return blocks("Indexed", array_of_blocklengths, array_of_displacements, oldtype.map.extent(), oldtype);
    }

    /**
     * Blocks at any places. MPI: MPI_Type_hindexed.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each block starts, in elements of the buffer, not in bytes; may be negative
     * @param oldtype the items' type
     * @return a datatype, not committed
     */
    public static TypeDescriptor hindexed(int[] array_of_blocklengths, int[] array_of_displacements,
                                          TypeDescriptor oldtype) {
        checkOld(oldtype);
        return blocks("Hindexed", array_of_blocklengths, array_of_displacements, 1, oldtype);
    }

    private static TypeDescriptor blocks(String constructor, int[] blocklengths, int[] displacements, long unit,
                                    TypeDescriptor oldtype) {
        ARGUMENTS.checkBlocks(blocklengths, displacements);
        return derived(constructor, oldtype.base,
            TypeMap.indexed(blocklengths, displacements, unit, oldtype.map));
    }

    /**
     * Blocks at any places. The items may be of any datatypes with one base type, as in mpiJava, since a buffer has
     * elements of one type only. Fields of different types travel as {@link #OBJECT} or {@link #PACKED}. MPI:
     * MPI_Type_struct.
     *
     * @param array_of_blocklengths how many items each block has
     * @param array_of_displacements where each block starts, in elements of the buffer, not in bytes; may be negative
     * @param array_of_types the type of each block's items; {@link #LB} and {@link #UB} set the bounds, and {@link
     *     #NULL} makes an empty block
     * @return a datatype, not committed
     */
    public static TypeDescriptor struct(int[] array_of_blocklengths, int[] array_of_displacements,
                                  TypeDescriptor[] array_of_types) {
        ARGUMENTS.checkBlocks(array_of_blocklengths, array_of_displacements);
        ARGUMENTS.checkTypes(array_of_types, array_of_blocklengths);
        Base base = NULL.base;
        TypeMap.Builder builder = new TypeMap.Builder();
        for (int i = 0; i < array_of_types.length; i++) {
            TypeDescriptor type = array_of_types[i];
            checkOld("array_of_types[" + i + "]", type);
            if (base.code == NO_ELEMENTS) {
                base = type.base;
            } else if (type.hasBase() && type.base.code != base.code) {
                throw new EngineException(ErrorClass.ERR_TYPE, "array_of_types[" + i + "] is " + type
                    + ", of base type "
                    + type.base.name + ", after others of " + base.name + "; a buffer has elements of one type: put"
                    + " them into objects and use MPI.OBJECT, or pack them and use MPI.PACKED");
            }
            builder.add(array_of_displacements[i], array_of_blocklengths[i], type.map);
        }
        return derived("Struct", base, builder.build());
    }

    private static void checkOld(TypeDescriptor oldtype) {
        checkOld("oldtype", oldtype);
    }

    private static void checkOld(String argument, TypeDescriptor oldtype) {
        TypeArguments.checkOld(argument, oldtype);
        if (oldtype.isPacked()) {
            throw new EngineException(ErrorClass.ERR_TYPE, argument + " is " + oldtype + ", from which no datatype can"
                + " be made; pass one such as MPI.BYTE");
        }
    }
}
