package mpj.apps.nbody;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class HilbertTest {
    private static final int LAST_CELL = (1 << Hilbert.LEVELS) - 1;

    @Property
    void everyCellHasItsOwnKey(@ForAll @IntRange(max = LAST_CELL) int x, @ForAll @IntRange(max = LAST_CELL) int y,
                               @ForAll @IntRange(max = LAST_CELL) int z) {
        int[] cell = new int[3];
        Hilbert.cell(Hilbert.key(x, y, z), cell);
        assertArrayEquals(new int[] {x, y, z}, cell);
    }

    @Property
    void everyKeyHasItsOwnCell(@ForAll @LongRange(max = Long.MAX_VALUE) long key) {
        int[] cell = new int[3];
        Hilbert.cell(key, cell);
        assertEquals(key, Hilbert.key(cell[0], cell[1], cell[2]));
    }

    @Property
    void curveGoesFromNeighbourToNeighbour(@ForAll @LongRange(max = Long.MAX_VALUE - 1) long key) {
        int[] here = new int[3];
        int[] next = new int[3];
        Hilbert.cell(key, here);
        Hilbert.cell(key + 1, next);
        assertEquals(1, Math.abs(here[0] - next[0]) + Math.abs(here[1] - next[1]) + Math.abs(here[2] - next[2]));
    }

    @Property
    void cellOfTheOctreeIsOnePieceOfTheCurve(@ForAll @LongRange(max = Long.MAX_VALUE) long key,
                                             @ForAll @LongRange(max = Long.MAX_VALUE) long other,
                                             @ForAll @IntRange(min = 1, max = Hilbert.LEVELS) int level) {
        long inside = key - key % Hilbert.span(level) + other % Hilbert.span(level);
        int[] one = new int[3];
        int[] another = new int[3];
        Hilbert.cell(key, one);
        Hilbert.cell(inside, another);
        int below = Hilbert.LEVELS - level;
        for (int axis = 0; axis < 3; axis++) {
            assertEquals(one[axis] >> below, another[axis] >> below);
        }
    }
}
