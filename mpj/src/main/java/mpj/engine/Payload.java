package mpj.engine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import mpj.bindings.libc.libc_h;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;

/**
 * Moves elements between a user's buffer, a Java array of a primitive type or a segment, and a packet. Positions in the
 * buffer are in bytes, whatever its type, and always at an element.
 */
final class Payload {
    /**
     * From this size on the C library copies. It uses an instruction (rep movsb) that writes whole lines without first
     * reading them from the other core's cache; measured, that halves the time from 8 KiB on. Below, the JVM's own
     * copy starts faster.
     */
    private static final long LARGE = 8192;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private Payload() {
    }

    /** Copies from the user's buffer into a packet. */
    static void write(Object buffer, ElementType type, long from, MemorySegment packet, long offset, long bytes) {
        if (bytes >= LARGE && type != ElementType.BOOLEAN) {
            Memcpy.copy(view(buffer, type), from, packet, offset, bytes);
        } else if (buffer instanceof byte[] array) {
            MemorySegment.copy(MemorySegment.ofArray(array), from, packet, offset, bytes);
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(segment, from, packet, offset, bytes);
        } else {
            int size = type.bytes();
            Elements.write(type, buffer, (int) (from / size), (int) (bytes / size), packet, offset, NATIVE);
        }
    }

    /** Copies from a packet into the user's buffer. */
    static void read(Object buffer, ElementType type, long from, MemorySegment packet, long offset, long bytes) {
        if (bytes >= LARGE && type != ElementType.BOOLEAN) {
            Memcpy.copy(packet, offset, view(buffer, type), from, bytes);
        } else if (buffer instanceof byte[] array) {
            MemorySegment.copy(packet, offset, MemorySegment.ofArray(array), from, bytes);
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(packet, offset, segment, from, bytes);
        } else {
            int size = type.bytes();
            Elements.read(type, buffer, (int) (from / size), (int) (bytes / size), packet, offset, NATIVE);
        }
    }

    private static MemorySegment view(Object buffer, ElementType type) {
        if (buffer instanceof MemorySegment segment) {
            return segment;
        }
        return switch (type) {
            case BYTE -> MemorySegment.ofArray((byte[]) buffer);
            case CHAR -> MemorySegment.ofArray((char[]) buffer);
            case SHORT -> MemorySegment.ofArray((short[]) buffer);
            case INT -> MemorySegment.ofArray((int[]) buffer);
            case LONG -> MemorySegment.ofArray((long[]) buffer);
            case FLOAT -> MemorySegment.ofArray((float[]) buffer);
            case DOUBLE -> MemorySegment.ofArray((double[]) buffer);
            case BOOLEAN -> throw new IllegalArgumentException("boolean[] has no segment");
        };
    }

    /** The C library's memcpy. Linked at the first large copy. */
    private static final class Memcpy {
        private static final MethodHandle MEMCPY = Linker.nativeLinker().downcallHandle(libc_h.memcpy$address(),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));

        static void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
            try {
                MEMCPY.invokeExact(target.asSlice(to, bytes), source.asSlice(from, bytes), bytes);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }
}
