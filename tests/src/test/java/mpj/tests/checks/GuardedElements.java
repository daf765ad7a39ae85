package mpj.tests.checks;

import static mpj.tests.checks.World.RANK;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import mpi.Datatype;
import mpi.MPI;

/**
 * The elements of a call, between others that no call may change.
 *
 * @param array a {@code long[]} or a {@code byte[]}; a byte is the low byte of a value
 * @param count the number of elements of the call
 */
record GuardedElements(Object array, int count) {
    /** The elements before and behind those of the call. The number is odd, so bytes begin at an odd place. */
    private static final int MARGIN = 3;
    private static final int UNTOUCHED = -1;

    /** What a block must contain. */
    interface Blocks {
        /** The element at this place of a block. */
        long element(int block, int at);
    }

    /** Room to receive elements. */
    static GuardedElements room(boolean bytes, int count) {
        if (bytes) {
            byte[] all = new byte[count + 2 * MARGIN];
            Arrays.fill(all, (byte) UNTOUCHED);
            return new GuardedElements(all, count);
        }
        long[] all = new long[count + 2 * MARGIN];
        Arrays.fill(all, UNTOUCHED);
        return new GuardedElements(all, count);
    }

    /** Elements with these values. */
    static GuardedElements filled(boolean bytes, int count, IntToLongFunction values) {
        GuardedElements filled = room(bytes, count);
        for (int at = 0; at < count; at++) {
            long value = values.applyAsLong(at);
            if (filled.array instanceof byte[] all) {
                all[MARGIN + at] = (byte) value;
            } else {
                ((long[]) filled.array)[MARGIN + at] = value;
            }
        }
        return filled;
    }

    /** Where the elements of the call begin in the array. */
    int start() {
        return MARGIN;
    }

    Datatype type() {
        return array instanceof byte[] ? MPI.BYTE : MPI.LONG;
    }

    /** Asserts that the elements have these values, and that those around them are untouched. */
    void assertAre(String call, IntToLongFunction values) {
        assertAre(call, new int[] {count}, (_, at) -> values.applyAsLong(at));
    }

    /** The same for blocks that follow each other. */
    void assertAre(String call, int[] lengths, Blocks blocks) {
        for (int i = 1; i <= MARGIN; i++) {
            assertIs(call, "before the elements", MARGIN - i, UNTOUCHED);
            assertIs(call, "behind the elements", MARGIN + count + i - 1, UNTOUCHED);
        }
        int place = MARGIN;
        for (int block = 0; block < lengths.length; block++) {
            for (int at = 0; at < lengths[block]; at++) {
                long expected = blocks.element(block, at);
                if (value(place) != (array instanceof byte[] ? (byte) expected : expected)) {
                    assertIs(call, "at " + at + " of block " + block, place, expected);
                }
                place++;
            }
        }
    }

    private long value(int place) {
        return array instanceof byte[] all ? all[place] : ((long[]) array)[place];
    }

    private void assertIs(String call, String where, int place, long expected) {
        long right = array instanceof byte[] ? (byte) expected : expected;
        if (value(place) != right) {
            throw new AssertionError(call + ", rank " + RANK + ", " + where + ": expected " + right + ", received "
                + value(place));
        }
    }
}
