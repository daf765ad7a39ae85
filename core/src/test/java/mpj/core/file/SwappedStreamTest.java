package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import org.junit.jupiter.api.Test;

/** Streams in external32. Any part of one can be copied, also one that begins and ends within an element. */
class SwappedStreamTest {
    private static final int ITEMS = 3;

    /** The elements of some items of {@link #mixed}, one after the other. */
    private static byte[] elements(ByteOrder order) {
        ByteBuffer bytes = ByteBuffer.allocate(200).order(order);
        for (int i = 0; i < ITEMS; i++) {
            bytes.put((byte) i).putShort((short) (300 + i)).putShort((short) (400 + i)).putInt(1 << 20 + i)
                .putDouble(1.0 / (i + 3)).putLong(i - 5L).putLong(i + 1L << 40);
        }
        byte[] used = new byte[bytes.position()];
        bytes.get(0, used);
        return used;
    }

    private static TypeDescriptor mixed() {
        TypeDescriptor inner = ByteTypes.struct(new int[] {2, 1}, new int[] {0, 8},
            new TypeDescriptor[] {TypeDescriptor.SHORT, TypeDescriptor.INT});
        TypeDescriptor datatype = ByteTypes.struct(new int[] {1, 1, 1, 2}, new int[] {0, 8, 24, 32},
            new TypeDescriptor[] {TypeDescriptor.BYTE, inner, TypeDescriptor.DOUBLE, TypeDescriptor.LONG});
        datatype.commit();
        return datatype;
    }

    private static byte[] bigEndian(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.BIG_ENDIAN);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    /** Copies each part of the stream out, and then all of it in, part after part. */
    private static void assertIs(byte[] expected, Stream out, Stream in) {
        assertEquals(expected.length, out.bytes());
        MemorySegment memory = Arena.ofAuto().allocate(expected.length + 5);
        Random random = new Random(1);
        for (int turn = 0; turn < 300; turn++) {
            int from = random.nextInt(expected.length);
            int length = random.nextInt(expected.length - from + 1);
            out.copyTo(from, memory, 5, length);
            assertArrayEquals(Arrays.copyOfRange(expected, from, from + length),
                memory.asSlice(5, length).toArray(ValueLayout.JAVA_BYTE), () -> from + " and " + length);
        }
        MemorySegment whole = MemorySegment.ofArray(expected.clone());
        for (int from = 0; from < expected.length; ) {
            int length = 1 + random.nextInt(Math.min(30, expected.length - from));
            in.copyFrom(from, whole, from, length);
            from += length;
        }
        assertArrayEquals(expected, whole.toArray(ValueLayout.JAVA_BYTE), "other ranks may need the memory");
        in.copyTo(0, memory, 0, expected.length);
        assertArrayEquals(expected, memory.asSlice(0, expected.length).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void partsOfElementsOfOneType() {
        long[] values = new Random(2).longs(50).toArray();
        long[] room = new long[values.length];
        Stream out = Stream.ofSource(values, 0, values.length, TypeDescriptor.LONG).in(Representation.EXTERNAL32);
        Stream in = Stream.ofTarget(room, 0, room.length, TypeDescriptor.LONG).in(Representation.EXTERNAL32);
        assertIs(bigEndian(values), out, in);
        assertArrayEquals(values, room);
    }

    /** More than is swapped at once. */
    @Test
    void manyElementsOfOneType() {
        long[] values = new Random(2).longs(30_000).toArray();
        long[] room = new long[values.length];
        Stream in = Stream.ofTarget(room, 0, room.length, TypeDescriptor.LONG).in(Representation.EXTERNAL32);
        in.copyFrom(0, MemorySegment.ofArray(bigEndian(values)), 0, in.bytes());
        assertArrayEquals(values, room);
    }

    @Test
    void partsOfElementsOfSeveralTypes() {
        TypeDescriptor datatype = mixed();
        byte[] values = new byte[ITEMS * (int) datatype.map().extent()];
        byte[] room = new byte[values.length];
        Stream source = Stream.ofSource(values, 0, ITEMS, datatype);
        byte[] own = elements(ByteOrder.nativeOrder());
        source.copyFrom(0, MemorySegment.ofArray(own), 0, own.length);
        assertIs(elements(ByteOrder.BIG_ENDIAN), source.in(Representation.EXTERNAL32),
            Stream.ofTarget(room, 0, ITEMS, datatype).in(Representation.EXTERNAL32));
        assertArrayEquals(values, room);
    }

    @Test
    void bytesAndOtherRepresentationsStayAsTheyAre() {
        Stream bytes = Stream.ofSource(new byte[4], 0, 4, TypeDescriptor.BYTE);
        assertSame(bytes, bytes.in(Representation.EXTERNAL32));
        Stream longs = Stream.ofSource(new long[4], 0, 4, TypeDescriptor.LONG);
        assertSame(longs, longs.in(Representation.INTERNAL));
    }
}
