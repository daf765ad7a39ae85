package mpj.npb.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GridTest {
    /** A rank multiplies its block, and has the part of a vector that belongs to its columns. */
    @Property(tries = 200)
    void blocksCoverTheMatrixOnce(@ForAll @IntRange(min = 64, max = 400) int order,
            @ForAll @IntRange(max = 6) int log) {
        boolean[][] covered = new boolean[order][order];
        for (int rank = 0; rank < 1 << log; rank++) {
            Grid grid = Grid.of(order, 1 << log, rank);
            for (int row = grid.rowBlock().first(); row < grid.rowBlock().end(); row++) {
                for (int column = grid.columnBlock().first(); column < grid.columnBlock().end(); column++) {
                    assertTrue(!covered[row][column]);
                    covered[row][column] = true;
                }
            }
        }
        for (boolean[] row : covered) {
            for (boolean element : row) {
                assertTrue(element);
            }
        }
    }

    /** The transposed rank sends the part of the vector that the columns of this rank need. */
    @Property(tries = 200)
    void shareOfTheTransposedRankIsWhatTheColumnsNeed(@ForAll @IntRange(min = 64, max = 400) int order,
            @ForAll @IntRange(max = 6) int log) {
        for (int rank = 0; rank < 1 << log; rank++) {
            Grid grid = Grid.of(order, 1 << log, rank);
            Grid other = Grid.of(order, 1 << log, grid.transposed());
            assertEquals(rank, other.transposed());
            assertEquals(grid.columnBlock().first(), other.rowBlock().first() + other.share().first());
            assertEquals(grid.columnBlock().end(), other.rowBlock().first() + other.share().end());
        }
    }

    @Property(tries = 20)
    void partnersReachTheRowAndAreMutual(@ForAll @IntRange(max = 8) int log) {
        for (int rank = 0; rank < 1 << log; rank++) {
            Grid grid = Grid.of(1 << 10, 1 << log, rank);
            Set<Integer> reached = new HashSet<>(Set.of(rank));
            for (int i = 0; i < grid.partners().length; i++) {
                int partner = grid.partners()[i];
                assertEquals(rank, Grid.of(1 << 10, 1 << log, partner).partners()[i]);
                assertEquals(grid.rowBlock(), Grid.of(1 << 10, 1 << log, partner).rowBlock());
                int distance = partner ^ rank;
                reached.addAll(reached.stream().map(each -> each ^ distance).toList());
            }
            assertEquals(grid.columns(), reached.size());
        }
    }
}
