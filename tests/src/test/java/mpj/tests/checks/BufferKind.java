package mpj.tests.checks;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** The kinds of memory of java.nio. A kind that is a slice has room before and after it. */
enum BufferKind {
    HEAP {
        @Override
        Object make(ElementKind kind, int length) {
            return switch (kind) {
                case BYTE, BOOLEAN -> ByteBuffer.allocate(length);
                case CHAR -> CharBuffer.allocate(length);
                case SHORT -> ShortBuffer.allocate(length);
                case INT -> IntBuffer.allocate(length);
                case LONG -> LongBuffer.allocate(length);
                case FLOAT -> FloatBuffer.allocate(length);
                case DOUBLE -> DoubleBuffer.allocate(length);
            };
        }
    },
    DIRECT {
        @Override
        Object make(ElementKind kind, int length) {
            return typed(kind, bytes(ByteBuffer.allocateDirect(length * kind.bytes())));
        }
    },
    HEAP_SLICE {
        @Override
        Object make(ElementKind kind, int length) {
            Buffer whole = (Buffer) HEAP.make(kind, length + 2 * ROOM);
            return whole.slice(ROOM, length);
        }
    },
    DIRECT_SLICE {
        @Override
        Object make(ElementKind kind, int length) {
            ByteBuffer whole = ByteBuffer.allocateDirect((length + 2 * ROOM) * kind.bytes());
            return typed(kind, bytes(whole.slice(ROOM * kind.bytes(), length * kind.bytes())));
        }
    },
    /** A buffer of bytes, whatever the type of the elements is. */
    DIRECT_BYTES {
        @Override
        Object make(ElementKind kind, int length) {
            return bytes(ByteBuffer.allocateDirect(length * kind.bytes()));
        }
    },
    SEGMENT_OF_HEAP {
        @Override
        Object make(ElementKind kind, int length) {
            return MemorySegment.ofBuffer((Buffer) HEAP_SLICE.make(kind, length));
        }
    },
    SEGMENT_OF_DIRECT {
        @Override
        Object make(ElementKind kind, int length) {
            return MemorySegment.ofBuffer((Buffer) DIRECT_SLICE.make(kind, length));
        }
    };

    private static final int ROOM = 3;

    /** A buffer with room for this many elements, with any content. */
    abstract Object make(ElementKind kind, int length);

    /**
     * A buffer with the elements of an array. Its position and limit are arbitrary, because the library ignores them.
     */
    Object of(ElementKind kind, Object array, int length) {
        Object made = make(kind, length);
        kind.write(array, memory(made));
        if (made instanceof Buffer buffer) {
            buffer.limit(length / 2).position(length / 3);
        }
        return made;
    }

    /** The whole memory of the buffer. */
    static MemorySegment memory(Object made) {
        return made instanceof Buffer buffer ? MemorySegment.ofBuffer(buffer.duplicate().clear())
            : (MemorySegment) made;
    }

    private static ByteBuffer bytes(ByteBuffer buffer) {
        return buffer.order(ByteOrder.nativeOrder());
    }

    private static Buffer typed(ElementKind kind, ByteBuffer bytes) {
        return switch (kind) {
            case BYTE, BOOLEAN -> bytes;
            case CHAR -> bytes.asCharBuffer();
            case SHORT -> bytes.asShortBuffer();
            case INT -> bytes.asIntBuffer();
            case LONG -> bytes.asLongBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
        };
    }
}
