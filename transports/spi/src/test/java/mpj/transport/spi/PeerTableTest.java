package mpj.transport.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerTableTest {
    private final PeerTable<String> table = new PeerTable<>();

    private List<String> all() {
        List<String> values = new ArrayList<>();
        table.forEach(values::add);
        return values;
    }

    /** Indices on one page, on many pages, and far apart. The table must behave like a map. */
    @ParameterizedTest
    @ValueSource(ints = {1, PeerTable.PAGE, PeerTable.PAGE + 1, 1000, 1 << 20})
    void isLikeAMap(int indices) {
        TreeMap<Integer, String> map = new TreeMap<>();
        Random random = new Random(indices);
        for (int i = 0; i < 2000; i++) {
            int index = random.nextInt(indices);
            String value = random.nextInt(4) == 0 ? null : "peer " + i;
            table.put(index, value);
            if (value == null) {
                map.remove(index);
            } else {
                map.put(index, value);
            }
            int asked = random.nextInt(indices);
            assertEquals(map.get(asked), table.get(asked));
        }
        map.forEach((index, value) -> assertEquals(value, table.get(index)));
        assertEquals(List.copyOf(map.values()), all());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 100_000, Integer.MAX_VALUE, -1, -64, Integer.MIN_VALUE})
    void anyIndexMayBeAskedFor(int index) {
        table.put(70, "peer 70");
        assertNull(table.get(index));
    }

    @Test
    void removingWhatIsNotThereTakesNoMemory() {
        long before = table.capacity();
        table.put(5, null);
        assertEquals(before, table.capacity());
        assertNull(table.get(5));
    }

    @Test
    void firstContactWithAHighRankTakesNoMemoryForTheRanksBelow() {
        table.put(60_000, "peer 60000");
        assertEquals("peer 60000", table.get(60_000));
        assertTrue(table.capacity() <= 60_000 / PeerTable.PAGE + 1 + PeerTable.PAGE, "it takes " + table.capacity());
    }

    @Test
    void negativeIndexIsRefused() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> table.put(-1, "nobody")).getMessage()
            .contains("peer -1"));
    }

    @Test
    void removalDuringATraversalDoesNotEndTheTraversal() {
        for (int index = 0; index < 200; index += 50) {
            table.put(index, "peer " + index);
        }
        List<String> seen = new ArrayList<>();
        for (String each : table) {
            seen.add(each);
            table.put(100, null);
        }
        seen.remove("peer 100");
        assertEquals(List.of("peer 0", "peer 50", "peer 150"), seen);
    }

    @Test
    void tablesShareNothing() {
        PeerTable<String> other = new PeerTable<>();
        table.put(0, "here");
        assertNull(other.get(0));
    }
}
