package mpj.npb.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class StencilTest {
    private static final double[] WEIGHTS = {0.7, -0.3, 0.2, 0.11};

    private static double[][] random(Level level, Random random) {
        double[][] field = level.newField();
        for (double[] row : field) {
            for (int x = 0; x < row.length; x++) {
                row[x] = random.nextDouble(-1, 1);
            }
        }
        return field;
    }

    /**
     * The sums over the 27 points around a point, grouped by the number of axes along which a point differs from it.
     */
    private static double sum(Level level, double[][] field, double[] weights, int x, int y, int z) {
        double sum = 0;
        for (int dz = -1; dz <= 1; dz++) {
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    sum += weights[dx * dx + dy * dy + dz * dz] * field[level.row(y + dy, z + dz)][x + dx];
                }
            }
        }
        return sum;
    }

    @Property(tries = 20)
    void eachPointGetsItsNeighboursByTheirWeights(@ForAll long seed) {
        Random random = new Random(seed);
        Level level = Level.all(3, Place.of(2, 0))[2];
        double[][] field = random(level, random);
        double[][] from = random(level, random);
        double[][] to = level.newField();
        new Stencil(level.nx).add(level, WEIGHTS, field, from, to);
        for (int z = 1; z < level.nz - 1; z++) {
            for (int y = 1; y < level.ny - 1; y++) {
                for (int x = 1; x < level.nx - 1; x++) {
                    assertEquals(from[level.row(y, z)][x] + sum(level, field, WEIGHTS, x, y, z),
                        to[level.row(y, z)][x], 1e-13);
                }
            }
        }
    }

    @Property(tries = 20)
    void projectionTakesEveryOtherPointAndItsNeighbours(@ForAll long seed) {
        Level[] levels = Level.all(3, Place.of(2, 0));
        Level fine = levels[2];
        Level coarse = levels[1];
        double[][] residual = random(fine, new Random(seed));
        for (int row = 0; row < residual.length; row++) {
            System.arraycopy(residual[row], 0, fine.r[row], 0, fine.nx);
        }
        new Transfer(fine.nx).project(fine, coarse);
        for (int z = 1; z < coarse.nz - 1; z++) {
            for (int y = 1; y < coarse.ny - 1; y++) {
                for (int x = 1; x < coarse.nx - 1; x++) {
                    assertEquals(sum(fine, residual, new double[] {0.5, 0.25, 0.125, 0.0625}, 2 * x, 2 * y, 2 * z),
                        coarse.r[coarse.row(y, z)][x], 1e-13);
                }
            }
        }
    }
}
