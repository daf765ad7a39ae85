package mpj.apps.nbody;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class EwaldTest {
    private static final Ewald TABLE = Ewald.table(OneRank.communication());

    private static double[] exact(double dx, double dy, double dz) {
        double[] sum = new double[4];
        Ewald.exact(dx, dy, dz, sum);
        return sum;
    }

    /** The figure is from Hernquist, Bouchet and Suto. */
    @Test
    void potentialOfTheOwnImagesMatchesTheCubicLattice() {
        double[] sum = exact(0, 0, 0);
        assertArrayEquals(new double[] {0, 0, 0, 2.8372975}, sum, 1e-6);
    }

    /** Near a mass, the forces of its images cancel out, and the mean density pushes outwards. */
    @Test
    void nearByItIsTheMeanDensity() {
        double[] sum = exact(0.01, -0.02, 0.005);
        double[] expected = {-0.01, 0.02, -0.005};
        for (int axis = 0; axis < 3; axis++) {
            assertEquals(4 * Math.PI / 3 * expected[axis], sum[axis], 2e-4);
        }
    }

    @Property(tries = 50)
    void halfASideAwayBothSidesPullAlike(@ForAll @DoubleRange(min = -0.5, max = 0.5) double y,
                                         @ForAll @DoubleRange(min = -0.5, max = 0.5) double z) {
        double r = Math.sqrt(0.25 + y * y + z * z);
        assertEquals(0, exact(0.5, y, z)[0] + 0.5 / (r * r * r), 1e-9);
    }

    @Property(tries = 200)
    void tableIsTheSumWhereverOneLooks(@ForAll @DoubleRange(min = -0.49, max = 0.49) double x,
                                       @ForAll @DoubleRange(min = -0.49, max = 0.49) double y,
                                       @ForAll @DoubleRange(min = -0.49, max = 0.49) double z) {
        Interactions one = new Interactions();
        one.add(x + 3, y, z - 1, 2);
        double[] sum = new double[4];
        TABLE.add(one, 0, 0, 0, sum);
        double[] expected = exact(x, y, z);
        for (int i = 0; i < 4; i++) {
            assertEquals(2 * expected[i], sum[i], 3e-3, "value " + i);
        }
    }

    @Test
    void errorFunctionHasItsValues() {
        assertEquals(0, ErrorFunction.of(0), 0);
        assertEquals(0.520499877813046537683, ErrorFunction.of(0.5), 1e-15);
        assertEquals(0.842700792949714869341, ErrorFunction.of(1), 1e-15);
        assertEquals(0.999977909503001414559, ErrorFunction.of(3), 1e-15);
        assertEquals(1, ErrorFunction.of(7), 0);
    }
}
