package mpj.engine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import mpj.bindings.libc.libc_h;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;

/**
 * Moves elements between a user's buffer, a Java array of a primitive type, a segment or a {@link NoncontiguousBuffer},
 * and a packet. Positions in the buffer are in bytes, whatever its type, and always at an element.
 */
public final class Payload {
    /**
     * From these sizes on the C library copies. Into a packet, whose lines the receiver's core holds, it matters early:
     * the library writes whole lines without first reading them from the other core (vector stores of a full line, rep
     * movsb from 8 KiB or so), which the JVM's own copy does not. Out of a packet it matters later.
     */
    private static final long LARGE_WRITE = 1024;
    private static final long LARGE_READ = 8192;
    /** Up to this size copying between segments starts faster than copying between a segment and an array. */
    private static final long TINY = 16;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private Payload() {
    }

    /** Copies from the user's buffer into a packet. */
    public static void write(Object buffer, ElementType type, long from, MemorySegment packet, long offset,
                             long bytes) {
        if (buffer instanceof NoncontiguousBuffer blocks) {
            blocks.write(type, from, packet, offset, bytes);
        } else if (bytes >= LARGE_WRITE && type != ElementType.BOOLEAN && packet.isNative()) {
            writeLarge(buffer, type, from, address(packet, offset, bytes), bytes);
        } else if (buffer instanceof byte[] array) {
            if (bytes <= TINY) {
                MemorySegment.copy(MemorySegment.ofArray(array), from, packet, offset, bytes);
            } else {
                MemorySegment.copy(array, (int) from, packet, ValueLayout.JAVA_BYTE, offset, (int) bytes);
            }
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(segment, from, packet, offset, bytes);
        } else {
            int size = type.bytes();
            Elements.write(type, buffer, (int) (from / size), (int) (bytes / size), packet, offset, NATIVE);
        }
    }

    /** Copies from a packet into the user's buffer. */
    public static void read(Object buffer, ElementType type, long from, MemorySegment packet, long offset,
                            long bytes) {
        if (buffer instanceof NoncontiguousBuffer blocks) {
            blocks.read(type, from, packet, offset, bytes);
        } else if (bytes >= LARGE_READ && type != ElementType.BOOLEAN && packet.isNative()) {
            readLarge(buffer, type, from, address(packet, offset, bytes), bytes);
        } else if (buffer instanceof byte[] array) {
            if (bytes <= TINY) {
                MemorySegment.copy(packet, offset, MemorySegment.ofArray(array), from, bytes);
            } else {
                MemorySegment.copy(packet, ValueLayout.JAVA_BYTE, offset, array, (int) from, (int) bytes);
            }
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(packet, offset, segment, from, bytes);
        } else {
            int size = type.bytes();
            Elements.read(type, buffer, (int) (from / size), (int) (bytes / size), packet, offset, NATIVE);
        }
    }

    /**
     * Where a part of a packet is. A segment would be acquired and released around a foreign call, with an atomic
     * instruction and its fence each; the transport keeps the packet alive meanwhile.
     */
    private static long address(MemorySegment packet, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, packet.byteSize());
        return packet.address() + offset;
    }

    /**
     * One arm per class of array, and one method per direction, so that the compiler inlines each, knows each segment's
     * class, and needs to make none.
     */
    private static void writeLarge(Object buffer, ElementType type, long from, long packet, long bytes) {
        if (buffer instanceof MemorySegment segment) {
            Memcpy.write(segment, from, packet, bytes);
            return;
        }
        switch (type) {
            case BYTE -> Memcpy.write(MemorySegment.ofArray((byte[]) buffer), from, packet, bytes);
            case CHAR -> Memcpy.write(MemorySegment.ofArray((char[]) buffer), from, packet, bytes);
            case SHORT -> Memcpy.write(MemorySegment.ofArray((short[]) buffer), from, packet, bytes);
            case INT -> Memcpy.write(MemorySegment.ofArray((int[]) buffer), from, packet, bytes);
            case LONG -> Memcpy.write(MemorySegment.ofArray((long[]) buffer), from, packet, bytes);
            case FLOAT -> Memcpy.write(MemorySegment.ofArray((float[]) buffer), from, packet, bytes);
            case DOUBLE -> Memcpy.write(MemorySegment.ofArray((double[]) buffer), from, packet, bytes);
            default -> throw new IllegalArgumentException("boolean[] has no segment");
        }
    }

    private static void readLarge(Object buffer, ElementType type, long from, long packet, long bytes) {
        if (buffer instanceof MemorySegment segment) {
            Memcpy.read(segment, from, packet, bytes);
            return;
        }
        switch (type) {
            case BYTE -> Memcpy.read(MemorySegment.ofArray((byte[]) buffer), from, packet, bytes);
            case CHAR -> Memcpy.read(MemorySegment.ofArray((char[]) buffer), from, packet, bytes);
            case SHORT -> Memcpy.read(MemorySegment.ofArray((short[]) buffer), from, packet, bytes);
            case INT -> Memcpy.read(MemorySegment.ofArray((int[]) buffer), from, packet, bytes);
            case LONG -> Memcpy.read(MemorySegment.ofArray((long[]) buffer), from, packet, bytes);
            case FLOAT -> Memcpy.read(MemorySegment.ofArray((float[]) buffer), from, packet, bytes);
            case DOUBLE -> Memcpy.read(MemorySegment.ofArray((double[]) buffer), from, packet, bytes);
            default -> throw new IllegalArgumentException("boolean[] has no segment");
        }
    }

    /** A buffer's memory; a {@code boolean[]} has none that may be seen. */
    static MemorySegment view(Object buffer, ElementType type) {
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

        static void write(MemorySegment buffer, long from, long packet, long bytes) {
            try {
                MEMCPY.invokeExact(MemorySegment.ofAddress(packet), buffer.asSlice(from, bytes), bytes);
            } catch (Throwable e) {
                throw refused(e);
            }
        }

        static void read(MemorySegment buffer, long from, long packet, long bytes) {
            try {
                MEMCPY.invokeExact(buffer.asSlice(from, bytes), MemorySegment.ofAddress(packet), bytes);
            } catch (Throwable e) {
                throw refused(e);
            }
        }

        /** A segment that is closed, or another thread's; nothing else can go wrong. */
        private static RuntimeException refused(Throwable e) {
            if (e instanceof RuntimeException runtime) {
                return runtime;
            }
            throw new AssertionError(e);
        }
    }
}
