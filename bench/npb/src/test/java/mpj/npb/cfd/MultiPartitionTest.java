package mpj.npb.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MultiPartitionTest {
    @Property(tries = 50)
    void cellsOfAllRanksAreTheCube(@ForAll @IntRange(min = 1, max = 4) int layers,
            @ForAll @IntRange(max = 3) int more) {
        int edge = 3 * layers + more;
        int[][][] owners = new int[edge][edge][edge];
        for (int rank = 0; rank < layers * layers; rank++) {
            for (Block cell : new MultiPartition(edge, rank, layers * layers).cells()) {
                for (int k = 0; k < cell.size(2); k++) {
                    for (int j = 0; j < cell.size(1); j++) {
                        for (int i = 0; i < cell.size(0); i++) {
                            owners[cell.low(0) + i][cell.low(1) + j][cell.low(2) + k]++;
                        }
                    }
                }
            }
        }
        for (int[][] plane : owners) {
            for (int[] line : plane) {
                for (int owner : line) {
                    assertEquals(1, owner);
                }
            }
        }
    }

    @Property(tries = 50)
    void successorHasTheCellsThatFollow(@ForAll @IntRange(min = 2, max = 4) int layers,
            @ForAll @IntRange(max = 15) int any, @ForAll @IntRange(max = 2) int axis) {
        int edge = 3 * layers + 1;
        int ranks = layers * layers;
        int rank = any % ranks;
        MultiPartition mine = new MultiPartition(edge, rank, ranks);
        MultiPartition next = new MultiPartition(edge, mine.successor(axis), ranks);
        assertEquals(rank, next.predecessor(axis));
        for (int layer = 0; layer < layers - 1; layer++) {
            Block cell = mine.cell(axis, layer);
            Block after = next.cell(axis, layer + 1);
            for (int each = 0; each < Block.AXES; each++) {
                assertEquals(cell.low(each) + (each == axis ? cell.size(each) : 0), after.low(each));
            }
        }
    }

    @Test
    void cellsTooSmallAreRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> new MultiPartition(12, 0, 25)).getMessage();
        assertTrue(message.contains("at most 16 ranks"), message);
    }
}
