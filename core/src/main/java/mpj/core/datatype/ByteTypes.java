package mpj.core.datatype;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.core.datatype.TypeDescriptor.Base;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Makes datatypes as MPI's standard defines them: displacements that the standard gives in bytes are in bytes here, and
 * a struct has elements of any types.
 *
 * <p>A datatype keeps the base type of the old one as long as its elements lie at multiples of their size. It then
 * counts in elements, and its buffer is an array of such elements. Otherwise it is a {@linkplain TypeDescriptor#isMixed
 * mixed} datatype, which counts in bytes. A struct is always mixed, whatever its elements are, because its buffer may
 * be any buffer.
 *
 * <p>Errors are the same as for {@link TypeDescriptor}'s own methods. The old datatype must not be {@link #NULL}. A
 * datatype that is made of {@link TypeDescriptor#PACKED} is mixed.
 */
public final class ByteTypes {
    private static final TypeArguments ARGUMENTS = new TypeArguments("blockLength", "blockLengths", "displacements",
        "types");
    private static final String OLD = "oldType";

    /** No datatype. No datatype can be made of it either. */
    public static final TypeDescriptor NULL = TypeDescriptor.marker("DATATYPE_NULL", TypeMap.EMPTY);
    public static final TypeDescriptor FLOAT_COMPLEX = complex(Composite.FLOAT_COMPLEX, TypeDescriptor.FLOAT);
    public static final TypeDescriptor DOUBLE_COMPLEX = complex(Composite.DOUBLE_COMPLEX, TypeDescriptor.DOUBLE);
    // Pairs lie in memory like a C struct of the value and an int.
    public static final TypeDescriptor INT2 = pair(Composite.INT2, TypeDescriptor.INT);
    public static final TypeDescriptor SHORT_INT = pair(Composite.SHORT_INT, TypeDescriptor.SHORT);
    public static final TypeDescriptor LONG_INT = pair(Composite.LONG_INT, TypeDescriptor.LONG);
    public static final TypeDescriptor FLOAT_INT = pair(Composite.FLOAT_INT, TypeDescriptor.FLOAT);
    public static final TypeDescriptor DOUBLE_INT = pair(Composite.DOUBLE_INT, TypeDescriptor.DOUBLE);

    private ByteTypes() {
    }

    private static TypeDescriptor complex(Composite composite, TypeDescriptor part) {
        return TypeDescriptor.predefined(composite, TypeDescriptor.contiguous(2, part));
    }

    private static TypeDescriptor pair(Composite composite, TypeDescriptor value) {
        int index = Math.max(value.elementBytes(), Integer.BYTES);
        return TypeDescriptor.predefined(composite, struct(new int[] {1, 1}, new int[] {0, index},
            new TypeDescriptor[] {value, TypeDescriptor.INT}));
    }

    /** Items that follow each other. MPI: MPI_Type_contiguous. */
    public static TypeDescriptor contiguous(int count, TypeDescriptor oldType) {
        TypeArguments.checkCount("count", count);
        return derived("Contiguous", checked(OLD, oldType), TypeMap.strided(1, count, 0, oldType.map()));
    }

    /**
     * Blocks at equal distances. MPI: MPI_Type_vector.
     *
     * @param stride the distance from the start of one block to the start of the next, in extents of {@code oldType};
     *     may be negative
     */
    public static TypeDescriptor vector(int count, int blockLength, int stride, TypeDescriptor oldType) {
        ARGUMENTS.checkStrided(count, blockLength);
        return derived("Vector", checked(OLD, oldType),
            TypeMap.strided(count, blockLength, stride * oldType.map().extent(), oldType.map()));
    }

    /**
     * Blocks at equal distances. MPI: MPI_Type_create_hvector.
     *
     * @param stride the distance from the start of one block to the start of the next, in bytes; may be negative
     */
    public static TypeDescriptor hvector(int count, int blockLength, int stride, TypeDescriptor oldType) {
        ARGUMENTS.checkStrided(count, blockLength);
        TypeDescriptor old = checked(OLD, oldType);
        int unit = old.elementBytes();
        return count < 2 || stride % unit == 0
            ? derived("Hvector", old, TypeMap.strided(count, blockLength, stride / unit, old.map()))
            : mixed("Hvector", TypeMap.strided(count, blockLength, stride, old.map().inBytes(unit)));
    }

    /**
     * Blocks at any places. MPI: MPI_Type_indexed.
     *
     * @param displacements where each block starts, in extents of {@code oldType}; may be negative
     */
    public static TypeDescriptor indexed(int[] blockLengths, int[] displacements, TypeDescriptor oldType) {
        ARGUMENTS.checkBlocks(blockLengths, displacements);
        return derived("Indexed", checked(OLD, oldType),
            TypeMap.indexed(blockLengths, displacements, oldType.map().extent(), oldType.map()));
    }

    /**
     * Blocks at any places. MPI: MPI_Type_create_hindexed.
     *
     * @param displacements where each block starts, in bytes; may be negative
     */
    public static TypeDescriptor hindexed(int[] blockLengths, int[] displacements, TypeDescriptor oldType) {
        ARGUMENTS.checkBlocks(blockLengths, displacements);
        TypeDescriptor old = checked(OLD, oldType);
        int unit = old.elementBytes();
        if (IntStream.range(0, blockLengths.length)
            .allMatch(i -> blockLengths[i] == 0 || displacements[i] % unit == 0)) {
            int[] elements = Arrays.stream(displacements).map(displacement -> displacement / unit).toArray();
            return derived("Hindexed", old, TypeMap.indexed(blockLengths, elements, 1, old.map()));
        }
        return mixed("Hindexed", TypeMap.indexed(blockLengths, displacements, 1, old.map().inBytes(unit)));
    }

    /**
     * Blocks of items of any types, at any places. The datatype is mixed. Its extent is a multiple of the size of the
     * largest element, like the size of a C struct. MPI: MPI_Type_create_struct.
     *
     * @param displacements where each block starts, in bytes; may be negative
     * @param types the type of each block's items
     */
    public static TypeDescriptor struct(int[] blockLengths, int[] displacements, TypeDescriptor[] types) {
        ARGUMENTS.checkBlocks(blockLengths, displacements);
        ARGUMENTS.checkTypes(types, blockLengths);
        TypeMap.Builder builder = new TypeMap.Builder();
        for (int i = 0; i < types.length; i++) {
            TypeDescriptor type = checked(ARGUMENTS.types() + "[" + i + "]", types[i]);
            builder.add(displacements[i], blockLengths[i], type.map().inBytes(type.elementBytes()));
        }
        return mixed("Struct", builder.build());
    }

    /**
     * The same items with other bounds. MPI: MPI_Type_create_resized.
     *
     * @param lb the new lower bound, in bytes from the item's origin
     * @param extent the new extent, in bytes
     */
    public static TypeDescriptor resized(TypeDescriptor oldType, int lb, int extent) {
        TypeDescriptor old = checked(OLD, oldType);
        int unit = old.elementBytes();
        return lb % unit == 0 && extent % unit == 0
            ? derived("Resized", old, old.map().resized(lb / unit, extent / unit))
            : mixed("Resized", old.map().inBytes(unit).resized(lb, extent));
    }

    /**
     * A part of an array whose indexes in each dimension follow each other. Its bounds are the bounds of the whole
     * array. MPI: MPI_Type_create_subarray.
     *
     * @param sizes the array's items in each dimension
     * @param subsizes the part's items in each dimension
     * @param starts the part's first index in each dimension, from 0
     * @param order {@link Constants#ORDER_C} or {@link Constants#ORDER_FORTRAN}
     */
    public static TypeDescriptor subarray(int[] sizes, int[] subsizes, int[] starts, int order,
                                          TypeDescriptor oldType) {
        ArrayPart part = ArrayArguments.subarray(sizes, subsizes, starts, order);
        return derived("Subarray", checked(OLD, oldType), part.of(oldType.map()));
    }

    /**
     * One rank's part of an array that is distributed over a grid of ranks. The ranks lie in the grid in the order of
     * C, whatever the order of the array. The bounds of the part are the bounds of the whole array. MPI:
     * MPI_Type_create_darray.
     *
     * @param size how many ranks have a part
     * @param rank the rank, among these, that this part is for
     * @param gsizes the array's items in each dimension
     * @param distribs how each dimension is distributed: {@link Constants#DISTRIBUTE_BLOCK} and the like
     * @param dargs the items of a block in each dimension, or {@link Constants#DISTRIBUTE_DFLT_DARG}
     * @param psizes the ranks of the grid in each dimension
     * @param order {@link Constants#ORDER_C} or {@link Constants#ORDER_FORTRAN}
     */
    public static TypeDescriptor darray(int size, int rank, int[] gsizes, int[] distribs, int[] dargs, int[] psizes,
                                        int order, TypeDescriptor oldType) {
        ArrayPart part = ArrayArguments.darray(size, rank, gsizes, distribs, dargs, psizes, order);
        return derived("Darray", checked(OLD, oldType), part.of(oldType.map()));
    }

    /** A second datatype with the same items. It is committed if the old one is. MPI: MPI_Type_dup. */
    public static TypeDescriptor dup(TypeDescriptor oldType) {
        return checked(OLD, oldType).copy();
    }

    private static TypeDescriptor derived(String constructor, TypeDescriptor old, TypeMap map) {
        Base base = old.isPacked() ? TypeDescriptor.MIXED : old.base();
        return TypeDescriptor.derived(constructor, base, map, old.unit());
    }

    private static TypeDescriptor mixed(String constructor, TypeMap map) {
        return TypeDescriptor.derived(constructor, TypeDescriptor.MIXED, map);
    }

    private static TypeDescriptor checked(String argument, TypeDescriptor oldType) {
        TypeArguments.checkOld(argument, oldType);
        if (oldType == NULL) {
            throw new EngineException(ErrorClass.ERR_TYPE, argument + " is " + NULL + "; pass a datatype such as"
                + " MPI.INT");
        }
        return oldType;
    }
}
