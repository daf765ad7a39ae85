package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Datatypes: chapter 4 of MPI 3.1. */
final class DatatypeTest {
    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(errorClass, e.getErrorClass(), e::getMessage);
    }

    /** Lower bound, extent, true lower bound, true extent, size. */
    private static void assertIs(Datatype datatype, int... expected) {
        assertArrayEquals(expected, new int[] {datatype.getLb(), datatype.getExtent(), datatype.getTrueLb(),
            datatype.getTrueExtent(), datatype.getSize()}, datatype::toString);
    }

    @Test
    void sizesAreInElementsOfTheBaseType() {
        assertIs(MPI.INT, 0, 1, 0, 1, 1);
        assertIs(MPI.DOUBLE_COMPLEX, 0, 2, 0, 2, 2);
        assertIs(Datatype.createContiguous(3, MPI.DOUBLE), 0, 3, 0, 3, 3);
        assertIs(Datatype.createVector(2, 2, 5, MPI.INT), 0, 7, 0, 7, 4);
        assertIs(Datatype.createHVector(2, 2, 20, MPI.INT), 0, 7, 0, 7, 4);
        assertIs(Datatype.createIndexed(new int[] {1, 2}, new int[] {4, -1}, MPI.LONG), -1, 6, -1, 6, 3);
        assertIs(Datatype.createHIndexed(new int[] {1, 2}, new int[] {32, -8}, MPI.LONG), -1, 6, -1, 6, 3);
        assertIs(Datatype.createResized(MPI.SHORT, -2, 10), -1, 5, 0, 1, 1);
    }

    @Test
    void pairsLieAsInC() {
        assertIs(MPI.INT2, 0, 8, 0, 8, 8);
        assertIs(MPI.SHORT_INT, 0, 8, 0, 8, 6);
        assertIs(MPI.LONG_INT, 0, 16, 0, 12, 12);
        assertIs(MPI.FLOAT_INT, 0, 8, 0, 8, 8);
        assertIs(MPI.DOUBLE_INT, 0, 16, 0, 12, 12);
    }

    @Test
    void structsAreInBytes() {
        assertIs(Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8},
            new Datatype[] {MPI.DOUBLE, MPI.SHORT}), 0, 16, 0, 12, 12);
        assertIs(Datatype.createStruct(new int[] {2}, new int[] {4}, new Datatype[] {MPI.INT}), 4, 8, 4, 8, 8);
        assertIs(Datatype.createStruct(new int[0], new int[0], new Datatype[0]), 0, 0, 0, 0, 0);
        Datatype item = Datatype.createResized(Datatype.createStruct(new int[] {1, 1}, new int[] {0, 4},
            new Datatype[] {MPI.INT, MPI.BYTE}), 0, 5);
        assertIs(item, 0, 5, 0, 5, 5);
        assertIs(Datatype.createContiguous(3, item), 0, 15, 0, 15, 15);
    }

    @Test
    void elementsThatLieAtNoMultipleOfTheirSizeAreBytes() {
        assertIs(Datatype.createHVector(2, 1, 6, MPI.INT), 0, 12, 0, 10, 8);
        assertIs(Datatype.createHIndexed(new int[] {1}, new int[] {3}, MPI.INT), 3, 4, 3, 4, 4);
        assertIs(Datatype.createResized(MPI.INT, 0, 5), 0, 5, 0, 4, 4);
        assertIs(Datatype.createHVector(1, 1, 6, MPI.INT), 0, 1, 0, 1, 1);
        assertIs(Datatype.createHIndexed(new int[] {1, 0}, new int[] {8, 3}, MPI.INT), 2, 1, 2, 1, 1);
    }

    @Test
    void newDatatypesNameTheArgumentThatIsWrong() {
        int[] one = {1};
        assertError(MPI.ERR_COUNT, "count is -1", () -> Datatype.createContiguous(-1, MPI.INT));
        assertError(MPI.ERR_COUNT, "blockLength is -2", () -> Datatype.createVector(1, -2, 1, MPI.INT));
        assertError(MPI.ERR_COUNT, "blockLengths[0] is -3",
            () -> Datatype.createHIndexed(new int[] {-3}, one, MPI.INT));
        assertError(MPI.ERR_TYPE, "oldType is null", () -> Datatype.createHVector(1, 1, 1, null));
        assertError(MPI.ERR_TYPE, "oldType is MPI.DATATYPE_NULL",
            () -> Datatype.createResized(MPI.DATATYPE_NULL, 0, 1));
        assertError(MPI.ERR_TYPE, "types[1] is MPI.DATATYPE_NULL", () -> Datatype.createStruct(new int[] {1, 1},
            new int[2], new Datatype[] {MPI.INT, MPI.DATATYPE_NULL}));
        assertError(MPI.ERR_ARG, "displacements is null", () -> Datatype.createIndexed(one, null, MPI.INT));
        assertError(MPI.ERR_ARG, "displacements has 1 elements, blockLengths 2",
            () -> Datatype.createIndexed(new int[2], one, MPI.INT));
        assertError(MPI.ERR_ARG, "types has 0 elements, blockLengths has 1",
            () -> Datatype.createStruct(one, one, new Datatype[0]));
        assertError(MPI.ERR_ARG, "which no int holds",
            () -> Datatype.createHVector(2, 1, Integer.MAX_VALUE, MPI.INT));
        Datatype freed = MPI.INT.dup();
        freed.free();
        assertError(MPI.ERR_TYPE, "was freed", () -> Datatype.createContiguous(1, freed));
        assertError(MPI.ERR_TYPE, "was freed", freed::dup);
        assertError(MPI.ERR_TYPE, "was freed", freed::commit);
        assertError(MPI.ERR_TYPE, "was freed", freed::free);
    }

    @Test
    void partsOfArraysHaveTheBoundsOfTheArray() {
        assertIs(Datatype.createSubarray(new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 1}, MPI.ORDER_C, MPI.INT),
            0, 20, 6, 8, 6);
        assertIs(Datatype.createSubarray(new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 1}, MPI.ORDER_FORTRAN,
            MPI.INT), 0, 20, 5, 10, 6);
        int[] both = {MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_CYCLIC};
        int[] usual = {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG};
        assertIs(Datatype.createDarray(4, 3, new int[] {4, 5}, both, usual, new int[] {2, 2}, MPI.ORDER_C, MPI.INT),
            0, 20, 11, 8, 4);
        assertIs(Datatype.createDarray(4, 3, new int[] {3}, new int[] {MPI.DISTRIBUTE_BLOCK}, new int[] {1},
            new int[] {4}, MPI.ORDER_C, MPI.INT), 0, 3, 0, 0, 0);
    }

    @Test
    void partsOfArraysNameTheArgumentThatIsWrong() {
        int[] sizes = {4, 5};
        int[] ones = {1, 1};
        int[] none = {0, 0};
        assertPartError("sizes is null", null, ones, none);
        assertPartError("sizes is empty", new int[0], ones, none);
        assertPartError("sizes[1] is 0; it must be at least 1", new int[] {4, 0}, ones, none);
        assertPartError("subSizes has 1 elements, sizes has 2", sizes, new int[1], none);
        assertPartError("starts is null, sizes has 2", sizes, ones, null);
        assertPartError("subSizes[1] is 6; it must be 1 to 5", sizes, new int[] {1, 6}, none);
        assertPartError("starts[0] is 3; it must be 0 to 2, as the array has 4 items in this dimension, the part 2",
            sizes, new int[] {2, 5}, new int[] {3, 0});
        assertError(MPI.ERR_ARG, "order is 7; it must be MPI.ORDER_C",
            () -> Datatype.createSubarray(sizes, ones, none, 7, MPI.INT));
        assertError(MPI.ERR_TYPE, "oldType is null",
            () -> Datatype.createSubarray(sizes, ones, none, MPI.ORDER_C, null));
        assertError(MPI.ERR_ARG, "which no int holds; divide it",
            () -> Datatype.createSubarray(new int[] {1 << 16, 1 << 15}, ones, none, MPI.ORDER_C, MPI.BYTE));
    }

    private static void assertPartError(String words, int[] sizes, int[] subSizes, int[] starts) {
        assertError(MPI.ERR_ARG, words,
            () -> Datatype.createSubarray(sizes, subSizes, starts, MPI.ORDER_C, MPI.INT));
    }

    @Test
    void distributedArraysNameTheArgumentThatIsWrong() {
        assertDarrayError("size is 3, but the grid of pSizes has 4 ranks", 3, 0, MPI.DISTRIBUTE_BLOCK, 3, 2);
        assertDarrayError("rank is 4; it must be 0 to 3", 4, 4, MPI.DISTRIBUTE_BLOCK, 3, 2);
        assertDarrayError("dArgs[1] is 2: blocks of 2 items on 2 ranks hold fewer than the array's 5 items; make it 3",
            4, 0, MPI.DISTRIBUTE_BLOCK, 2, 2);
        assertDarrayError("dArgs[1] is 0; it must be at least 1", 4, 0, MPI.DISTRIBUTE_CYCLIC, 0, 2);
        assertDarrayError("pSizes[1] is 2; it must be 1, since the dimension is not", 4, 0, MPI.DISTRIBUTE_NONE, 0, 2);
        assertDarrayError("pSizes[1] is 0; it must be at least 1", 4, 0, MPI.DISTRIBUTE_NONE, 0, 0);
        assertDarrayError("distribs[1] is 9", 4, 0, 9, 1, 2);
    }

    private static void assertDarrayError(String words, int size, int rank, int distribution, int argument,
                                          int ranks) {
        assertError(MPI.ERR_ARG, words, () -> Datatype.createDarray(size, rank, new int[] {4, 5},
            new int[] {MPI.DISTRIBUTE_BLOCK, distribution}, new int[] {MPI.DISTRIBUTE_DFLT_DARG, argument},
            new int[] {2, ranks}, MPI.ORDER_C, MPI.INT));
    }

    @Test
    void freedDatatypeIsNull() {
        assertTrue(MPI.DATATYPE_NULL.isNull());
        assertFalse(MPI.INT.isNull());
        Datatype datatype = Datatype.createContiguous(2, MPI.INT);
        Datatype of = Datatype.createContiguous(2, datatype);
        assertFalse(datatype.isNull());
        datatype.free();
        assertTrue(datatype.isNull());
        assertIs(of, 0, 4, 0, 4, 4);
        assertError(MPI.ERR_TYPE, "cannot be freed", MPI.INT::free);
    }

    @Test
    void names() {
        assertEquals("MPI_INT", MPI.INT.getName());
        assertEquals("MPI_DATATYPE_NULL", MPI.DATATYPE_NULL.getName());
        Datatype datatype = Datatype.createContiguous(2, MPI.INT);
        assertEquals("", datatype.getName());
        datatype.setName("two");
        assertEquals("two", datatype.getName());
        assertEquals("", datatype.dup().getName());
        assertError(MPI.ERR_ARG, "name is null", () -> datatype.setName(null));
        assertError(MPI.ERR_ARG, "256 characters", () -> datatype.setName("x".repeat(256)));
    }

    @Test
    void attributesGoToDuplicates() {
        int keyval = Datatype.createKeyval();
        Datatype datatype = Datatype.createContiguous(2, MPI.INT);
        assertNull(datatype.getAttr(keyval));
        Object value = new Object();
        datatype.setAttr(keyval, value);
        Datatype duplicate = datatype.clone();
        datatype.deleteAttr(keyval);
        assertNull(datatype.getAttr(keyval));
        assertSame(value, duplicate.getAttr(keyval));
        assertError(MPI.ERR_ARG, "the datatype has no attribute", () -> datatype.deleteAttr(keyval));
        Datatype.freeKeyval(keyval);
        assertError(MPI.ERR_KEYVAL, "keyval is " + keyval, () -> duplicate.getAttr(keyval));
        assertError(MPI.ERR_KEYVAL, "keyval is " + MPI.TAG_UB, () -> MPI.INT.getAttr(MPI.TAG_UB));
    }

    @Test
    void largeNumbersAreComparedByTheirValues() {
        Count count = new Count(1L << 40);
        assertEquals(new Count(1L << 40), count);
        assertEquals(new Count(1L << 40).hashCode(), count.hashCode());
        assertTrue(count.compareTo(new Count(5)) > 0 && count.compareTo(new Count(Long.MAX_VALUE)) < 0);
        count.setCount(5);
        assertEquals(0, count.compareTo(new Count(5)));
        assertEquals(5, count.getCount());
    }
}
