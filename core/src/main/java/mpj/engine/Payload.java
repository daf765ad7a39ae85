package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;

/**
 * Moves elements between a user's buffer and a packet. The buffer is a Java array of a primitive type, a segment or a
 * {@link NoncontiguousBuffer}. Positions in it are in bytes, whatever its type, and are always at the start of an
 * element.
 */
public final class Payload {
    /**
     * From these sizes on the C library copies. For a copy into a packet this pays early, because the receiver's core
     * holds the packet's cache lines. The library writes whole lines without first reading them from that core (by
     * vector stores of a full line, or rep movsb from 8 KiB or so). The JVM's own copy reads them first. For a copy out
     * of a packet the library pays only from a larger size on.
     */
    private static final long LARGE_WRITE = 1024;
    private static final long LARGE_READ = 8192;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private Payload() {
    }

    /** Copies from the user's buffer into a packet. */
    public static void write(Object buffer, ElementType type, long from, MemorySegment packet, long offset,
                             long bytes) {
        write(buffer, type, from, packet, offset, bytes, new LargeCopy());
    }

    /** Copies from the user's buffer into a packet. Uses what an earlier copy has remembered of the buffer. */
    public static void write(Object buffer, ElementType type, long from, MemorySegment packet, long offset,
                             long bytes, LargeCopy large) {
        if (buffer instanceof NoncontiguousBuffer blocks) {
            blocks.write(type, from, packet, offset, bytes);
        } else if (bytes >= LARGE_WRITE && type != ElementType.BOOLEAN && packet.isNative()) {
            large.write(buffer, type, from, address(packet, offset, bytes), bytes);
        } else if (buffer instanceof byte[] array) {
            if (bytes <= TinyCopy.MOST) {
                TinyCopy.write(array, (int) from, packet, offset, (int) bytes);
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
        read(buffer, type, from, packet, offset, bytes, new LargeCopy());
    }

    /** Copies from a packet into the user's buffer. Uses what an earlier copy has remembered of the buffer. */
    public static void read(Object buffer, ElementType type, long from, MemorySegment packet, long offset,
                            long bytes, LargeCopy large) {
        if (buffer instanceof NoncontiguousBuffer blocks) {
            blocks.read(type, from, packet, offset, bytes);
        } else if (bytes >= LARGE_READ && type != ElementType.BOOLEAN && packet.isNative()) {
            large.read(buffer, type, from, address(packet, offset, bytes), bytes);
        } else if (buffer instanceof byte[] array) {
            if (bytes <= TinyCopy.MOST) {
                TinyCopy.read(packet, offset, array, (int) from, (int) bytes);
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
     * The address of a part of a packet. A foreign call that gets a segment acquires and releases it, each with an
     * atomic instruction and its fence. An address needs neither, because the transport keeps the packet alive
     * meanwhile.
     */
    private static long address(MemorySegment packet, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, packet.byteSize());
        return packet.address() + offset;
    }
}
