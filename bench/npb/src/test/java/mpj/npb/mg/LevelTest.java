package mpj.npb.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LevelTest {
    private static final int LEVELS = 4;

    private static Level[][] levels(int log) {
        Level[][] levels = new Level[1 << log][];
        for (int rank = 0; rank < levels.length; rank++) {
            levels[rank] = Level.all(LEVELS, Place.of(levels.length, rank));
        }
        return levels;
    }

    @Property(tries = 8)
    void ranksHaveAllPointsOfEachLevel(@ForAll @IntRange(max = 7) int log) {
        Level[][] levels = levels(log);
        for (int level = 0; level < LEVELS; level++) {
            int points = 0;
            for (Level[] each : levels) {
                Level its = each[level];
                points += its.isEmpty ? 0 : (its.nx - 2) * (its.ny - 2) * (its.nz - 2);
            }
            assertEquals((int) Math.pow(2 << level, 3), points);
        }
    }

    @Property(tries = 8)
    void neighboursAreMutualAndHavePoints(@ForAll @IntRange(max = 7) int log) {
        Level[][] levels = levels(log);
        for (int level = 0; level < LEVELS; level++) {
            for (int rank = 0; rank < levels.length; rank++) {
                Level its = levels[rank][level];
                for (int axis = 0; axis < 3 && !its.isEmpty; axis++) {
                    Level above = levels[its.above(axis)][level];
                    assertEquals(rank, above.below(axis));
                    assertTrue(!above.isEmpty);
                }
            }
        }
    }

    /**
     * A rank without points on the coarser level gets them from the ranks on both sides, and these ranks know that they
     * send.
     */
    @Property(tries = 8)
    void whoTakesIsGivenTo(@ForAll @IntRange(max = 7) int log) {
        Level[][] levels = levels(log);
        for (int level = 1; level < LEVELS; level++) {
            for (Level[] each : levels) {
                for (int axis = 0; axis < 3; axis++) {
                    if (each[level].takes(axis)) {
                        assertEquals(2, each[level - 1].length(axis));
                        assertTrue(levels[each[level].above(axis)][level].gives(axis));
                        assertTrue(levels[each[level].below(axis)][level].gives(axis));
                    }
                }
            }
        }
    }
}
