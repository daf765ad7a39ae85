package mpj.core.message;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.datatype.TypeMap;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.Buffer;

/**
 * Checks what a program passes as a buffer: the array or segment, the offset, the count and the datatype. An error
 * names the argument by its name in the call. {@link BufferSegments} replaces a java.nio buffer by its segment before
 * this check, so a java.nio buffer that comes here has no segment that fits the datatype.
 */
public final class BufferArgument {
    /** Stands for the whole buffer in place of a block's rank. */
    public static final int WHOLE = -1;
    /** Never started. Memory that this thread may access is not confined to a single thread. */
    private static final Thread ANYBODY = new Thread();

    private BufferArgument() {
    }

    /**
     * Whether a buffer is an array of the datatype's own class in which offset and count lie, and the elements are
     * adjacent.
     */
    public static boolean isPlain(Object buf, int offset, int count, TypeDescriptor datatype) {
        return buf != null && datatype != null && buf.getClass() == datatype.plainArrayClass() && (offset | count) >= 0
            && (long) count * datatype.elements() <= Array.getLength(buf) - offset;
    }

    /** Whether a buffer is a segment in which offset and count lie, and the elements are adjacent. */
    public static boolean isPlainSegment(Object buf, int offset, int count, TypeDescriptor datatype) {
        return buf instanceof MemorySegment segment && datatype != null && datatype.plainArrayClass() != null
            && (offset | count) >= 0
            && lies(offset, (long) count * datatype.elements(), datatype, segment.byteSize()) && isAccessible(segment);
    }

    static boolean lies(int offset, long elements, TypeDescriptor datatype, long bytes) {
        return elements <= Integer.MAX_VALUE && (offset + elements) * datatype.elementBytes() <= bytes;
    }

    static boolean isAccessible(MemorySegment segment) {
        return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
    }

    /** Whether only one thread can access a segment. Another thread may have to, if an operation goes on later. */
    public static boolean isConfined(MemorySegment segment) {
        return !segment.isAccessibleBy(ANYBODY);
    }

    /**
     * Checks a buffer to send from.
     *
     * @param name the argument's name
     */
    public static void checkSend(String name, Object buf, int offset, int count, TypeDescriptor datatype) {
        checkSend(name, WHOLE, buf, offset, count, datatype);
    }

    /**
     * Checks a part of a buffer to send from.
     *
     * @param block the rank that the part belongs to
     */
    public static void checkSend(String name, int block, Object buf, int offset, int count, TypeDescriptor datatype) {
        if (!isPlain(buf, offset, count, datatype) && !isPlainSegment(buf, offset, count, datatype)) {
            checkOther(name, block, buf, offset, count, datatype);
        }
    }

    /** Checks a buffer to receive into, as {@link #checkSend(String, Object, int, int, TypeDescriptor)}. */
    public static void checkReceive(String name, Object buf, int offset, int count, TypeDescriptor datatype) {
        checkReceive(name, WHOLE, buf, offset, count, datatype);
    }

    /** Checks a part of a buffer to receive into, like the check of a part to send from. */
    public static void checkReceive(String name, int block, Object buf, int offset, int count,
                                    TypeDescriptor datatype) {
        if (buf instanceof MemorySegment segment && segment.isReadOnly()) {
            throw new EngineException(ErrorClass.ERR_BUFFER, name + " is read-only; receive into a buffer or a segment"
                + " that is writable");
        }
        checkSend(name, block, buf, offset, count, datatype);
    }

    /**
     * The error for a heap buffer in an operation that goes on after the call, in an API that takes only direct buffers
     * there.
     *
     * @param makers where to get a direct buffer
     */
    public static EngineException heap(String name, String makers) {
        return new EngineException(ErrorClass.ERR_BUFFER, name + " is a heap buffer; an operation that goes on after"
            + " the call needs a direct one: make it with " + makers + ", or pass a MemorySegment");
    }

    private static void checkOther(String name, int block, Object buf, int offset, int count, TypeDescriptor datatype) {
        if (InPlace.is(buf)) {
            throw InPlace.misplaced(buf, name);
        }
        if (datatype == null) {
            throw noDatatype(name, block);
        }
        if (buf == null || count != 0 && buf.equals(MemorySegment.NULL)) {
            throw noBuffer(name);
        }
        if (count < 0) {
            throw negativeCount(name, block, count);
        }
        if (offset < 0) {
            throw new EngineException(ErrorClass.ERR_BUFFER, of("offset", name, block) + " is " + offset
                + "; it must not be negative");
        }
        if (!datatype.isUsable()) {
            throw datatype.unusable(of("datatype", name, block));
        }
        if (buf instanceof Buffer && datatype.isPacked()) {
            return; // the buffer itself knows how much it holds
        }
        if (buf.getClass() == datatype.plainArrayClass()) {
            throw outside(name, block, offset, count, datatype, Array.getLength(buf));
        }
        checkWithin(name, block, offset, count, datatype, length(name, buf, datatype));
    }

    /** How many elements of the datatype a buffer has. */
    private static long length(String name, Object buf, TypeDescriptor datatype) {
        if (buf instanceof Object[] objects && datatype.isObject()) {
            return objects.length;
        }
        if (buf instanceof MemorySegment segment && !datatype.isObject()) {
            checkAccessible(name, segment);
            return segment.byteSize() / datatype.elementBytes();
        }
        long capacity = datatype.capacity(buf);
        if (capacity != TypeDescriptor.CANNOT_HOLD) {
            return capacity;
        }
        if (buf instanceof java.nio.Buffer buffer && !datatype.isObject()) {
            throw new EngineException(ErrorClass.ERR_TYPE, name + " " + BufferSegments.misfit(buffer, datatype));
        }
        throw new EngineException(ErrorClass.ERR_TYPE, name + " is of type " + buf.getClass().getTypeName()
            + "; datatype " + datatype + " needs " + needed(datatype) + nested(buf, datatype));
    }

    /** The advice for an array of arrays, whose elements lie in many places. */
    private static String nested(Object buf, TypeDescriptor datatype) {
        Class<?> row = buf.getClass().getComponentType();
        return row == null || !row.isArray() || datatype.isObject() ? "" : "; send the array's rows one by one, copy"
            + " them into one array, or send them as MPI.OBJECT";
    }

    private static String needed(TypeDescriptor datatype) {
        return datatype.isObject() ? "an array of Serializable"
            : (datatype.isMixed() ? "an array of any primitive type but boolean"
                : datatype.hasBase() ? datatype.arrayClass().getTypeName() : "an array") + ", a java.nio buffer or a"
                + " MemorySegment" + (datatype.isPacked() ? " or an mpjbuf.Buffer" : "");
    }

    private static void checkWithin(String name, int block, int offset, int count, TypeDescriptor datatype,
                                    long length) {
        TypeMap map = datatype.map();
        if ((long) count * map.size() > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_COUNT, of("count", name, block) + " is " + count + ", which makes "
                + (long) count * map.size() + " elements of " + datatype + "; a message has at most "
                + Integer.MAX_VALUE);
        }
        if (offset > length) {
            throw outside(name, block, offset, count, datatype, length);
        }
        if (count > 0 && map.size() > 0) {
            long last = (count - 1) * map.extent();
            if (offset + Math.min(0, last) + map.trueLb() < 0
                || offset + Math.max(0, last) + map.trueUb() > length) {
                throw outside(name, block, offset, count, datatype, length);
            }
        }
    }

    private static void checkAccessible(String name, MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new EngineException(ErrorClass.ERR_BUFFER, name + " is a segment whose arena is closed; close an"
                + " arena only after the last call that uses it has completed");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new EngineException(ErrorClass.ERR_BUFFER, name + " is a segment of an arena that is confined to"
                + " another"
                + " thread; take one of Arena.ofShared() or Arena.ofAuto()");
        }
    }

    /** The name of an argument that belongs to a buffer. If there is only one buffer, it is the argument's own name. */
    private static String of(String what, String name, int block) {
        return block != WHOLE ? "the " + what + " of the block of rank " + block + " in " + name
            : name.equals("buf") ? what : "the " + what + " of " + name;
    }

    public static EngineException noBuffer(String name) {
        return new EngineException(ErrorClass.ERR_BUFFER, name + " is null; pass an array, which may have length 0");
    }

    public static EngineException noDatatype(String name, int block) {
        return new EngineException(ErrorClass.ERR_TYPE, of("datatype", name, block)
            + " is null; pass one such as MPI.INT");
    }

    public static EngineException negativeCount(String name, int block, int count) {
        return new EngineException(ErrorClass.ERR_COUNT, of("count", name, block) + " is " + count
            + "; it must not be negative");
    }

    private static EngineException outside(String name, int block, int offset, int count, TypeDescriptor datatype,
                                        long length) {
        TypeMap map = datatype.map();
        String elements = "offset " + offset + " and count " + count;
        return new EngineException(ErrorClass.ERR_BUFFER, (block == WHOLE ? elements + " do"
            : "the block of rank " + block + ", of " + elements + ", does") + " not lie in " + name + ", which has "
            + length + " elements" + (map == TypeMap.ELEMENT || map.size() == 0 ? ""
            : "; an item of datatype " + datatype + " has elements from " + map.trueLb() + " to " + (map.trueUb() - 1)
                + " and an extent of " + map.extent()));
    }
}
