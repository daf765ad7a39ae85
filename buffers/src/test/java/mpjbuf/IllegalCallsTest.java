package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid arguments throw an exception that names the mistake, and move no elements. */
final class IllegalCallsTest {
    private static final int ELEMENTS = 4;

    static List<Type> sectionTypes() {
        return SampleArrays.SECTION_TYPES;
    }

    private static final List<Move> OUTSIDE_AN_ARRAY_OF_FOUR = List.of(
        new Move.Range(-1, 2), new Move.Range(3, 2), new Move.Range(5, 0), new Move.Range(Integer.MAX_VALUE, 1),
        new Move.Indexed(List.of(0, 4), 0), new Move.Indexed(List.of(1, -1), 0),
        new Move.Strided(-1, List.of(), List.of()), new Move.Strided(4, List.of(), List.of()),
        new Move.Strided(0, List.of(2, 2), List.of(3, 1)), new Move.Strided(0, List.of(2), List.of(-1)),
        new Move.Strided(3, List.of(2, 2), List.of(-3, -1)),
        new Move.Strided(0, List.of(2), List.of(Integer.MAX_VALUE)));

    @ParameterizedTest
    @MethodSource("sectionTypes")
    void elementsOutsideTheArrayAreNotWritten(Type type) throws BufferException {
        Buffer buffer = new Buffer(200);
        buffer.putSectionHeader(type);
        for (Move move : OUTSIDE_AN_ARRAY_OF_FOUR) {
            Object source = SampleArrays.random(type, ELEMENTS, 1);
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> move.put(buffer, type, source), move::toString);
        }
        assertEquals(0, buffer.getSectionSize());
        assertEquals(8, buffer.getSize());
    }

    @ParameterizedTest
    @MethodSource("sectionTypes")
    void elementsOutsideTheArrayAreNotRead(Type type) throws BufferException {
        Object written = SampleArrays.random(type, ELEMENTS, 2);
        Buffer buffer = new Buffer(200);
        buffer.putSectionHeader(type);
        new Move.Range(0, ELEMENTS).put(buffer, type, written);
        buffer.commit();
        buffer.getSectionHeader();
        Object untouched = SampleArrays.random(type, ELEMENTS, 1);
        for (Move move : OUTSIDE_AN_ARRAY_OF_FOUR) {
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> move.take(buffer, type, untouched),
                move::toString);
        }
        assertArrayEquals(new Object[] {SampleArrays.random(type, ELEMENTS, 1)}, new Object[] {untouched});
        Object read = SampleArrays.zeroed(type, ELEMENTS);
        new Move.Range(0, ELEMENTS).take(buffer, type, read);
        assertArrayEquals(new Object[] {written}, new Object[] {read});
    }

    @Test
    void negativeCountsAndExtentsAndShortIndexArraysAreArrayErrors() throws BufferException {
        Buffer buffer = new Buffer(200);
        buffer.putSectionHeader(Type.INT);
        int[] array = new int[ELEMENTS];
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> buffer.write(array, 0, -1));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> buffer.gather(array, -1, 0, new int[1]));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> buffer.gather(array, 2, 0, new int[1]));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> buffer.gather(array, 1, -1, new int[1]));
        assertThrows(ArrayIndexOutOfBoundsException.class,
            () -> buffer.strGather(array, 0, 1, 0, 1, new int[] {-1, 1}));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> buffer.strGather(array, 0, 1, 0, 1, new int[] {2}));
        assertThrows(ArrayIndexOutOfBoundsException.class,
            () -> buffer.strGather(array, 0, 2, -1, 0, new int[] {1, 1}));
        assertEquals(8, buffer.getSize());
    }

    @Test
    void negativeRankIsAnIllegalArgument() throws BufferException {
        Buffer buffer = new Buffer(200);
        buffer.putSectionHeader(Type.INT);
        Exception writing = assertThrows(IllegalArgumentException.class,
            () -> buffer.strGather(new int[1], 0, -1, 0, 0, new int[0]));
        assertTrue(writing.getMessage().contains("-1"));
        buffer.commit();
        buffer.getSectionHeader();
        assertThrows(IllegalArgumentException.class,
            () -> buffer.strScatter(new int[1], 0, -1, 0, 0, new int[0]));
    }

    @Test
    void hugeShapesOverflowInsteadOfWrappingAround() throws BufferException {
        Buffer buffer = new Buffer(200);
        int[] shape = {1 << 16, 1 << 16, 1 << 16, 1 << 16, 0, 0, 0, 0};
        for (Type type : List.of(Type.INT, Type.INT_DYNAMIC)) {
            buffer.putSectionHeader(type);
            assertThrows(BufferOverflowException.class, () -> buffer.strGather(new int[1], 0, 4, 0, 4, shape));
        }
        buffer.commit();
        buffer.getSectionHeader();
        assertThrows(SectionSizeMismatchException.class, () -> buffer.strScatter(new int[1], 0, 4, 0, 4, shape));
    }

    @Test
    void manyDimensionsOfExtentOneNeedNoStack() throws BufferException {
        int rank = 1_000_000;
        int[] shape = new int[2 * rank];
        Arrays.fill(shape, 1);
        shape[rank / 2] = 2;
        Buffer buffer = new Buffer(200);
        buffer.putSectionHeader(Type.INT);
        buffer.strGather(new int[] {7, 8}, 0, rank, 0, rank, shape);
        buffer.commit();
        buffer.getSectionHeader();
        int[] read = new int[2];
        buffer.read(read, 0, 2);
        assertArrayEquals(new int[] {7, 8}, read);
    }

    @Test
    void sectionsHaveAType() {
        Buffer buffer = new Buffer(200);
        assertThrows(IllegalArgumentException.class, () -> buffer.putSectionHeader(Type.UNDEFINED));
        assertThrows(IllegalArgumentException.class, () -> buffer.putSectionHeader(null));
    }

    @Test
    void bytesInFrontOfTheFirstSectionCountAgainstOverflow() throws BufferException {
        Buffer buffer = new Buffer(new NIOBuffer(100), 60, 100);
        buffer.putSectionHeader(Type.BYTE);
        assertThrows(BufferOverflowException.class, () -> buffer.write(new byte[33], 0, 33));
        buffer.write(new byte[32], 0, 32);
        assertEquals(40, buffer.getSize());
    }

    @Test
    void constructorsRejectWhatDoesNotLieInTheMemory() {
        assertThrows(java.lang.IllegalArgumentException.class, () -> new Buffer(-1));
        assertThrows(java.lang.IllegalArgumentException.class, () -> new Buffer(new NIOBuffer(8), 9, 8));
        assertThrows(java.lang.IllegalArgumentException.class, () -> new Buffer(new NIOBuffer(8), -1, 8));
        assertThrows(java.lang.IllegalArgumentException.class, () -> new Buffer(8).setSize(9));
        assertThrows(java.lang.IllegalArgumentException.class, () -> new Buffer(8).setSize(-1));
    }

    @Test
    void freedBufferRefusesEverythingButFree() throws BufferException {
        Buffer buffer = new Buffer(64);
        buffer.putSectionHeader(Type.INT);
        RawBuffer memory = buffer.getStaticBuffer();
        buffer.free();
        buffer.free();
        assertThrows(WrongStateException.class, buffer::commit);
        assertThrows(WrongStateException.class, buffer::clear);
        assertThrows(WrongStateException.class, () -> buffer.putSectionHeader(Type.INT));
        assertThrows(WrongStateException.class, buffer::getSectionHeader);
        assertThrows(WrongStateException.class, () -> buffer.write(new int[1], 0, 1));
        assertThrows(WrongStateException.class, () -> buffer.read(new Object[1], 0, 1));
        assertThrows(IllegalStateException.class, () -> memory.putByte(1, 0));
        assertThrows(IllegalStateException.class, () -> buffer.setStaticBuffer(new NIOBuffer(8)));
    }
}
