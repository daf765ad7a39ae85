package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingTest {
    @Test
    void rankCountsDoubleUpToAll() {
        assertEquals(List.of(2, 4, 6), Grouping.rankCounts(2, 6));
        assertEquals(List.of(8), Grouping.rankCounts(8, 8));
        assertEquals(List.of(1), Grouping.rankCounts(1, 1));
    }

    @Test
    void mapNumbersTheRanksAcrossNodes() {
        assertArrayEquals(new int[] {0, 4, 1, 5, 2, 6, 3, 7}, Grouping.order("4x2", 8));
        assertArrayEquals(new int[] {0, 1, 2}, Grouping.order("", 3));
    }

    @Test
    void gridLargerThanTheJobIsRefused() {
        assertEquals("-map '4x3' is not PxQ with P*Q <= 8 ranks",
            assertThrows(IllegalArgumentException.class, () -> Grouping.order("4x3", 8)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> Grouping.order("4", 8));
    }

    @Test
    void asManyGroupsAsFitLeaveTheRestIdle() {
        Grouping grouping = Grouping.of(Grouping.order("", 5), 2, true);
        assertEquals(2, grouping.groups().size());
        assertEquals(1, grouping.idle());
        assertEquals(1, grouping.groupOf(3));
        assertEquals(1, grouping.positionOf(3));
        assertEquals(-1, grouping.groupOf(4));
    }

    @Test
    void oneGroupLeavesTheOthersIdle() {
        Grouping grouping = Grouping.of(Grouping.order("", 5), 2, false);
        assertEquals(1, grouping.groups().size());
        assertEquals(3, grouping.idle());
        assertEquals(-1, grouping.positionOf(2));
    }
}
