package mpj.npb.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class EigenvectorsTest {
    private static final int POINTS = 9;

    @Property(tries = 50)
    void transformAndInverseRestoreTheVariables(@ForAll long seed) {
        Random random = new Random(seed);
        double[][] r = new double[5][];
        double[][] was = new double[5][];
        for (int m = 0; m < 5; m++) {
            r[m] = random.doubles(POINTS, -1, 1).toArray();
            was[m] = r[m].clone();
        }
        double[] density = random.doubles(POINTS, 1, 2).toArray();
        double[] sound = random.doubles(POINTS, 1, 2).toArray();
        double[] x = random.doubles(POINTS, -1, 1).toArray();
        double[] y = random.doubles(POINTS, -1, 1).toArray();
        double[] z = random.doubles(POINTS, -1, 1).toArray();
        double[] kinetic = new double[POINTS];
        double[] inverse = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            kinetic[i] = 0.5 * (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
            inverse[i] = 1 / density[i];
        }
        Eigenvectors.begin(r[0], r[1], r[2], r[3], r[4], x, y, z, kinetic, inverse, sound, 0, POINTS);
        Eigenvectors.fromXToY(r[0], r[1], r[2], r[3], r[4], 0, POINTS);
        Eigenvectors.fromYToZ(r[0], r[1], r[2], r[3], r[4], 0, POINTS);
        Eigenvectors.end(r[0], r[1], r[2], r[3], r[4], x, y, z, kinetic, density, sound, 0, POINTS);
        for (int m = 0; m < 5; m++) {
            for (int i = 0; i < POINTS; i++) {
                assertEquals(was[m][i], r[m][i], 1e-12);
            }
        }
    }
}
