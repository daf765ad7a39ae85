package mpj.core.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tags of the messages by which groups agree. */
final class GroupTagsTest {
    private static final int[] EVENS = {0, 2, 4};
    private static final int[] ODDS = {1, 3};

    @Test
    void bothGroupsOfAnIntercommunicatorHaveTheSameTag() {
        assertEquals(GroupTags.tag("x", EVENS, ODDS), GroupTags.tag("x", ODDS, EVENS));
    }

    @Test
    void creationsHaveTagsOfTheirOwn() {
        Set<Integer> tags = new HashSet<>();
        int creations = 0;
        for (String text : List.of("", "Aa", "BB", "a", "b", "ab", "ba")) { // Aa and BB have the same hashCode
            for (int[][] groups : new int[][][] {{EVENS}, {ODDS}, {{2, 0, 4}}, {{0, 2}}, {EVENS, ODDS}}) {
                tags.add(GroupTags.tag(text, groups));
                creations++;
            }
        }
        for (int i = 0; i < 1000; i++) {
            tags.add(GroupTags.tag("library-" + i, EVENS));
            creations++;
        }
        assertEquals(creations, tags.size());
        assertTrue(tags.stream().allMatch(tag -> tag >= 0 && tag < 1 << 30), tags::toString);
    }
}
