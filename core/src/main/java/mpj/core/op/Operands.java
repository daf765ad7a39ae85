package mpj.core.op;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpjbuf.layout.Elements;

/**
 * Operands in the form that a function without offsets takes: two arrays or two direct byte buffers, each with the
 * items and nothing else. The first item's origin is at 0. Results are copied back.
 */
public final class Operands {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private Operands() {
    }

    /** Hands over arrays of the datatype's elements. The arguments are those of {@link UserFunction}. */
    public static void asArrays(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                                TypeDescriptor datatype, BiConsumer<Object, Object> function) {
        int length = length(count, datatype);
        Object in = array(invec, inoffset, length);
        Object inout = array(inoutvec, inoutoffset, length);
        function.accept(in, inout);
        if (inout != inoutvec) {
            System.arraycopy(inout, 0, inoutvec, inoutoffset, within(inoutvec, inoutoffset, length));
        }
    }

    /** Hands over direct buffers, in native order, that are valid during the call. */
    public static void asBuffers(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                                 TypeDescriptor datatype, BiConsumer<ByteBuffer, ByteBuffer> function) {
        int length = length(count, datatype);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = memory(invec, inoffset, length, datatype, arena);
            MemorySegment inout = memory(inoutvec, inoutoffset, length, datatype, arena);
            function.accept(in.asByteBuffer().order(NATIVE), inout.asByteBuffer().order(NATIVE));
            Elements.read(datatype.elementType(), inoutvec, inoutoffset, within(inoutvec, inoutoffset, length), inout,
                0, NATIVE);
        }
    }

    /** Hands over arrays with the contents of buffers. */
    public static void asArrays(ByteBuffer in, ByteBuffer inout, int count, TypeDescriptor datatype,
                                BiConsumer<Object, Object> function) {
        int length = length(count, datatype);
        Object left = newArray(datatype, length);
        Object right = newArray(datatype, length);
        MemorySegment results = MemorySegment.ofBuffer(inout.duplicate().clear());
        Elements.read(datatype.elementType(), left, 0, length, MemorySegment.ofBuffer(in.duplicate().clear()), 0,
            NATIVE);
        Elements.read(datatype.elementType(), right, 0, length, results, 0, NATIVE);
        function.accept(left, right);
        Elements.write(datatype.elementType(), right, 0, length, results, 0, NATIVE);
    }

    /** Over how many elements the items reach. */
    private static int length(int count, TypeDescriptor datatype) {
        long extents = (long) count * datatype.extent();
        return Math.toIntExact(count == 0 || datatype.elements() == 0 ? Math.max(0, extents)
            : Math.max(0, Math.max(extents, Items.high(datatype, count))));
    }

    /** How many of {@code length} elements are in an array, because the last item need not fill its extent. */
    private static int within(Object array, int offset, int length) {
        return Math.min(length, Array.getLength(array) - offset);
    }

    private static Object array(Object array, int offset, int length) {
        if (offset == 0 && length == Array.getLength(array)) {
            return array;
        }
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, offset, copy, 0, within(array, offset, length));
        return copy;
    }

    private static MemorySegment memory(Object array, int offset, int length, TypeDescriptor datatype, Arena arena) {
        MemorySegment memory = arena.allocate((long) length * datatype.elementBytes(), Long.BYTES);
        Elements.write(datatype.elementType(), array, offset, within(array, offset, length), memory, 0, NATIVE);
        return memory;
    }

    private static Object newArray(TypeDescriptor datatype, int length) {
        return Array.newInstance(datatype.elementType().arrayClass().getComponentType(), length);
    }
}
