package mpj.npb.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GridTest {
    private static final int NX = 16;
    private static final int NY = 8;
    private static final int NZ = 4;

    private static Grid grid(int rows, int columns, int rank) {
        return new Grid(NX, NY, NZ, rows, columns, rank / columns, rank % columns);
    }

    @Property(tries = 30)
    void ranksHaveTheNumbersOfOne(@ForAll @IntRange(max = 2) int logOfRows,
            @ForAll @IntRange(max = 2) int logOfColumns) {
        int rows = 1 << logOfRows;
        int columns = 1 << logOfColumns;
        Grid one = grid(1, 1, 0);
        Field whole = new Field(one);
        whole.randomize(one);
        int found = 0;
        for (int rank = 0; rank < rows * columns; rank++) {
            Grid grid = grid(rows, columns, rank);
            Field part = new Field(grid);
            part.randomize(grid);
            for (int z = 0; z < NZ; z++) {
                for (int y = 0; y < NY; y++) {
                    for (int x = 0; x < NX; x++) {
                        int at = grid.index(x, y, z);
                        if (at >= 0) {
                            found++;
                            assertEquals(whole.re[one.index(x, y, z)], part.re[at]);
                            assertEquals(whole.im[one.index(x, y, z)], part.im[at]);
                        }
                    }
                }
            }
        }
        assertEquals(NX * NY * NZ, found);
    }

    @Property(tries = 30)
    void ranksHaveTheFadingOfOne(@ForAll @IntRange(max = 2) int logOfRows,
            @ForAll @IntRange(max = 2) int logOfColumns) {
        int rows = 1 << logOfRows;
        int columns = 1 << logOfColumns;
        double[] whole = new double[NX * NY * NZ];
        grid(1, 1, 0).fading(whole);
        for (int rank = 0; rank < rows * columns; rank++) {
            Grid grid = grid(rows, columns, rank);
            double[] part = new double[grid.points()];
            grid.fading(part);
            int at = 0;
            for (int z = 0; z < NZ; z++) {
                for (int y = 0; y < grid.cutY(); y++) {
                    for (int x = 0; x < grid.cutX(); x++) {
                        int global = (z * NY + grid.column() * grid.cutY() + y) * NX + grid.row() * grid.cutX() + x;
                        assertEquals(whole[global], part[at++], 1e-15);
                    }
                }
            }
        }
    }
}
