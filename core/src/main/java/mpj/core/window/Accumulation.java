package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.MemoryReduction;
import mpj.core.op.OpDescriptor;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;

/**
 * Combines elements of an origin with elements of a window. Adjacent elements of a primitive type are combined where
 * they lie. All other elements pass through two arrays, which are small enough for the first cache.
 */
final class Accumulation {
    private static final long PIECE = 4096;
    /**
     * The compiler vectorizes a loop over an array and a segment, but not a loop over two segments, since these may
     * overlap. From this many bytes on it is faster to copy the origin's elements into an array first.
     */
    private static final int MANY_BYTES = 512;
    /**
     * The compiler does not vectorize a loop over floats or doubles in a segment either. From this many bytes of floats
     * on it is faster to copy both operands. Doubles do not gain by a copy, because a vector holds half as many of
     * them.
     */
    private static final int MANY_BYTES_OF_FLOATS = 2048;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private final OpDescriptor op;
    /** The unit that the operation combines: an element, or a pair or a complex number of several elements. */
    private final TypeDescriptor item;
    private final ElementType type;
    /** Whether the units that are combined consist of adjacent elements. */
    private final boolean plain;
    /** Null if elements cannot be combined where they lie. */
    private final MemoryReduction inMemory;
    private final Stage stage;

    /**
     * @param datatype the datatype of the items in the window
     * @param stage the target's arrays
     */
    Accumulation(OpDescriptor op, TypeDescriptor datatype, Stage stage) {
        this.op = op;
        this.stage = stage;
        item = item(datatype);
        type = datatype.elementType();
        plain = item.plainArrayClass() != null;
        inMemory = item.composite() == null ? op.inMemory(type) : null;
    }

    private static TypeDescriptor item(TypeDescriptor datatype) {
        return datatype.unit() != null ? datatype.unit() : Items.element(datatype);
    }

    /** The most bytes of elements that {@link #apply} takes: a whole number of the units that an operation combines. */
    static long piece(TypeDescriptor datatype) {
        return piece(datatype, PIECE);
    }

    /** The same, but not more than {@code most} bytes. */
    static long piece(TypeDescriptor datatype, long most) {
        long bytes = item(datatype).bytes(1);
        return most / bytes * bytes;
    }

    /**
     * Combines at most a {@link #piece}. Called with the lock of accumulates held.
     *
     * @param origin the other operand: elements of the window's type, from byte {@code originFrom} on; NO_OP does not
     *     read it
     * @param target the window's elements, in the form that the engine takes
     * @param result takes the elements that were in the window before; or null
     */
    void apply(Object origin, long originFrom, Object target, long targetFrom, long bytes, Object result,
               ElementType resultType, long resultFrom) {
        if (result != null) {
            Transfer.copy(target, type, targetFrom, result, resultType, resultFrom, bytes);
        }
        if (op == OpDescriptor.REPLACE) {
            Transfer.copy(origin, type, originFrom, target, type, targetFrom, bytes);
        } else if (op != OpDescriptor.NO_OP) {
            if (inMemory != null && target instanceof MemorySegment memory) {
                combineInPlace(origin, originFrom, memory, targetFrom, bytes);
            } else {
                combineInArrays(origin, originFrom, target, targetFrom, bytes);
            }
        }
    }

    private void combineInPlace(Object origin, long originFrom, MemorySegment target, long targetFrom, long bytes) {
        int count = (int) (bytes / type.bytes());
        if (type == ElementType.FLOAT && bytes >= MANY_BYTES_OF_FLOATS) {
            combineInArrays(origin, originFrom, target, targetFrom, bytes);
        } else if (isTakenFrom(origin, bytes)) {
            inMemory.apply(origin, originFrom, target, targetFrom, count);
        } else {
            Object theirs = stage.theirs(type, count);
            load(origin, originFrom, theirs, bytes);
            inMemory.apply(theirs, 0, target, targetFrom, count);
        }
    }

    /** Whether the origin's elements are read where they lie, instead of being copied into an array first. */
    private boolean isTakenFrom(Object origin, long bytes) {
        return origin instanceof MemorySegment segment
            ? segment.isNative() && (bytes < MANY_BYTES || type == ElementType.DOUBLE)
            : origin.getClass() == item.plainArrayClass();
    }

    private void combineInArrays(Object origin, long originFrom, Object target, long targetFrom, long bytes) {
        int length = (int) (bytes / item.bytes(1) * item.extent());
        Object theirs = stage.theirs(type, length);
        Object mine = stage.mine(type, length);
        load(origin, originFrom, theirs, bytes);
        load(target, targetFrom, mine, bytes);
        op.apply(theirs, 0, mine, 0, (int) (bytes / item.bytes(1)), item);
        store(mine, target, targetFrom, bytes);
    }

    private void load(Object buffer, long from, Object array, long bytes) {
        if (plain && buffer instanceof MemorySegment segment) {
            Elements.read(type, array, 0, (int) (bytes / type.bytes()), segment, from, NATIVE);
        } else {
            Transfer.copy(buffer, type, from, item.memory(array, 0), type, item.from(0), bytes);
        }
    }

    private void store(Object array, Object buffer, long from, long bytes) {
        if (plain && buffer instanceof MemorySegment segment) {
            Elements.write(type, array, 0, (int) (bytes / type.bytes()), segment, from, NATIVE);
        } else {
            Transfer.copy(item.memory(array, 0), type, item.from(0), buffer, type, from, bytes);
        }
    }
}
