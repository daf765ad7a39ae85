package mpj.npb.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankCountTest {
    private static List<Integer> allowed(RankCount count) {
        return IntStream.rangeClosed(1, 20).filter(count::allows).boxed().toList();
    }

    @Test
    void allowsWhatNpbAllows() {
        assertEquals(20, allowed(RankCount.ANY).size());
        assertEquals(List.of(1, 2, 4, 8, 16), allowed(RankCount.POWER_OF_TWO));
        assertEquals(List.of(1, 4, 9, 16), allowed(RankCount.SQUARE));
        assertEquals(List.of(1, 2, 4, 6, 8, 9, 12, 15, 16, 18, 20), allowed(RankCount.GRID));
    }

    /** BTIO prints only the complaint. It ignores the variable with which other benchmarks leave ranks idle. */
    @Test
    void complaintNamesTheNearestNumbersAndNoVariable() {
        assertEquals(" *** ERROR determining processor topology for 6 processes\n     Expecting a square number of"
            + " processes (such as 4 or 9)", RankCount.SQUARE.complaint(6));
    }

    @Test
    void mostOfSomeRanksIsTheNextBelowThatIsAllowed() {
        for (RankCount count : RankCount.values()) {
            for (int ranks = 1; ranks <= 100; ranks++) {
                int most = count.mostOf(ranks);
                assertTrue(most <= ranks && count.allows(most));
                for (int between = most + 1; between <= ranks; between++) {
                    assertFalse(count.allows(between));
                }
            }
        }
    }
}
