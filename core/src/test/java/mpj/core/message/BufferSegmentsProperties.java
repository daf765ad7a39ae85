package mpj.core.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Buffers of every kind hold the same elements as arrays, from their first element to their capacity. */
final class BufferSegmentsProperties {
    private static final ByteOrder FOREIGN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    private static final List<TypeDescriptor> DATATYPES = List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR,
        TypeDescriptor.SHORT, TypeDescriptor.BOOLEAN, TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
        TypeDescriptor.DOUBLE);

    /** The ways to make a buffer. */
    enum Kind { BYTES, ELEMENTS, VIEW }

    private final BufferSegments segments = new BufferSegments();
    private final Random random = new Random();

    private static TypeDescriptor datatype(ElementType type) {
        return DATATYPES.get(type.ordinal());
    }

    private static ByteBuffer bytes(int capacity, boolean direct, int before, ByteOrder order) {
        ByteBuffer all = direct ? ByteBuffer.allocateDirect(before + capacity) : ByteBuffer.allocate(before + capacity);
        return all.slice(before, capacity).order(order);
    }

    /** A buffer of elements: a buffer of bytes, or a buffer that shows its bytes as elements. */
    private static Buffer of(ElementType type, ByteBuffer bytes) {
        return switch (type) {
            case BYTE, BOOLEAN -> bytes;
            case CHAR -> bytes.asCharBuffer();
            case SHORT -> bytes.asShortBuffer();
            case INT -> bytes.asIntBuffer();
            case LONG -> bytes.asLongBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
        };
    }

    /** A heap buffer of elements that is not a view of bytes. */
    private static Buffer wrapped(ElementType type, int length) {
        return switch (type) {
            case BYTE, BOOLEAN -> ByteBuffer.wrap(new byte[length]);
            case CHAR -> java.nio.CharBuffer.wrap(new char[length]);
            case SHORT -> java.nio.ShortBuffer.wrap(new short[length]);
            case INT -> java.nio.IntBuffer.wrap(new int[length]);
            case LONG -> java.nio.LongBuffer.wrap(new long[length]);
            case FLOAT -> java.nio.FloatBuffer.wrap(new float[length]);
            case DOUBLE -> java.nio.DoubleBuffer.wrap(new double[length]);
        };
    }

    private static Buffer readOnly(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer bytes -> bytes.asReadOnlyBuffer().order(bytes.order());
            case java.nio.CharBuffer chars -> chars.asReadOnlyBuffer();
            case java.nio.ShortBuffer shorts -> shorts.asReadOnlyBuffer();
            case java.nio.IntBuffer ints -> ints.asReadOnlyBuffer();
            case java.nio.LongBuffer longs -> longs.asReadOnlyBuffer();
            case java.nio.FloatBuffer floats -> floats.asReadOnlyBuffer();
            case java.nio.DoubleBuffer doubles -> doubles.asReadOnlyBuffer();
        };
    }

    private Buffer make(Kind kind, ElementType type, int length, boolean direct, int before) {
        ByteBuffer bytes = bytes(length * type.bytes(), direct, before, ByteOrder.nativeOrder());
        return switch (kind) {
            case BYTES -> bytes;
            case VIEW -> of(type, bytes);
            case ELEMENTS -> direct ? of(type, bytes(length * type.bytes(), true, 0, ByteOrder.nativeOrder()))
                : wrapped(type, before + length).slice(before, length);
        };
    }

    private byte[] randomBytes(ElementType type, int length) {
        byte[] bytes = new byte[length * type.bytes()];
        random.nextBytes(bytes);
        for (int i = 0; type == ElementType.BOOLEAN && i < bytes.length; i++) {
            bytes[i] &= 1;
        }
        return bytes;
    }

    @Property
    void whatIsUnpackedIntoABufferIsPackedFromIt(@ForAll ElementType type, @ForAll Kind kind, @ForAll boolean direct,
                                                 @ForAll @IntRange(max = 9) int before,
                                                 @ForAll @IntRange(max = 40) int length,
                                                 @ForAll @IntRange(max = 40) int position, @ForAll boolean readOnly,
                                                 @ForAll long seed) {
        random.setSeed(seed);
        TypeDescriptor datatype = datatype(type);
        Buffer buffer = make(kind, type, length, direct, before);
        int at = Math.min(position, buffer.capacity());
        buffer.limit(at).position(at / 2);
        byte[] message = randomBytes(type, length);
        assertEquals(message.length, PackedMessage.unpack(message, 0, buffer, 0, length, datatype));
        byte[] packed = new byte[message.length];
        Object source = readOnly ? readOnly(buffer) : buffer;
        assertEquals(message.length, PackedMessage.pack(source, 0, length, datatype, packed, 0));
        assertArrayEquals(message, packed);
        MemorySegment segment = (MemorySegment) segments.of(source, datatype);
        assertArrayEquals(message, segment.toArray(ValueLayout.JAVA_BYTE));
        assertSame(segment, segments.of(source, datatype));
        assertEquals(readOnly, segment.isReadOnly());
        assertEquals(at / 2, buffer.position());
        assertEquals(at, buffer.limit());
        assertEquals(ErrorClass.ERR_BUFFER, assertThrows(EngineException.class,
            () -> PackedMessage.pack(source, 0, length + 1, datatype, packed, 0)).error());
        if (readOnly) {
            EngineException refused = assertThrows(EngineException.class,
                () -> PackedMessage.unpack(message, 0, source, 0, length, datatype));
            assertEquals(ErrorClass.ERR_BUFFER, refused.error());
            assertTrue(refused.getMessage().startsWith("outbuf is read-only"), refused.getMessage());
        }
    }

    @Property
    void theOrderOfBytesMattersWhereThereAreSeveral(@ForAll ElementType type, @ForAll boolean direct,
                                                    @ForAll boolean view) {
        ByteBuffer bytes = bytes(4 * Double.BYTES, direct, 0, FOREIGN);
        Buffer buffer = view ? of(type, bytes) : bytes;
        if (type.bytes() == 1) {
            segmentOf(buffer, type);
        } else {
            assertRefused(buffer, type, " of byte order " + FOREIGN + "; ");
            bytes.order(ByteOrder.nativeOrder());
            segmentOf(view ? of(type, bytes) : bytes, type);
        }
        bytes.order(FOREIGN);
        segmentOf(bytes, ElementType.BYTE);
    }

    private void segmentOf(Buffer buffer, ElementType type) {
        assertTrue(segments.of(buffer, datatype(type)) instanceof MemorySegment);
    }

    private void assertRefused(Buffer buffer, ElementType type, String reason) {
        TypeDescriptor datatype = datatype(type);
        assertSame(buffer, segments.of(buffer, datatype));
        EngineException refused = assertThrows(EngineException.class,
            () -> PackedMessage.pack(buffer, 0, 1, datatype, new byte[Double.BYTES], 0));
        assertEquals(ErrorClass.ERR_TYPE, refused.error());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Property
    void elementsAreOfTheDatatypeOrAreBytes(@ForAll ElementType type, @ForAll ElementType other,
                                            @ForAll boolean direct) {
        Buffer buffer = of(type, bytes(4 * Double.BYTES, direct, 0, ByteOrder.nativeOrder()));
        if (type == other || other.bytes() == 1 || buffer instanceof ByteBuffer) {
            segmentOf(buffer, other);
        } else {
            assertRefused(buffer, other, "; datatype MPI." + other + " needs a java.nio.");
        }
        assertSame(buffer, segments.of(buffer, TypeDescriptor.OBJECT));
        assertSame(buffer, segments.of(buffer, null));
    }
}
