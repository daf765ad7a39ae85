package mpj.apps.nbody;

/**
 * What the periodic images of a mass add to its nearest image, without the mean density: Ewald's sum, as in Hernquist,
 * Bouchet and Suto (Astrophysical Journal Supplement 75, 1991). A table holds an eighth of
 * the box, and is interpolated.
 */
final class Ewald {
    /** Intervals of half a side. */
    private static final int CELLS = 64;
    private static final int POINTS = CELLS + 1;
    /** Acceleration and potential. */
    private static final int VALUES = 4;
    private static final int ROW = VALUES * POINTS;
    private static final int PLANE = ROW * POINTS;
    /** How the sum is divided between space and waves; the unit is the inverse side. */
    private static final double ALPHA = 2;
    /** Beyond these, terms are below 10<sup>-11</sup>. */
    private static final double MOST_DISTANCE = 2.5;
    private static final int MOST_WAVE_SQUARED = 10;
    private static final int MOST_WAVE = 3;
    private static final int MOST_IMAGE = 3;

    private final float[] table;

    private Ewald(float[] table) {
        this.table = table;
    }

    /** Computes the table, to which each rank contributes a part. */
    static Ewald table(Communication communication) {
        float[] table = new float[POINTS * PLANE];
        double[] sum = new double[VALUES];
        int turn = 0;
        for (int i = 0; i < POINTS; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = 0; k <= j; k++) {
                    if (turn++ % communication.size() == communication.rank()) {
                        exact(0.5 * i / CELLS, 0.5 * j / CELLS, 0.5 * k / CELLS, sum);
                        store(table, sum, i, j, k);
                    }
                }
            }
        }
        // Each element is zero on all ranks but one, so that the sum is exact.
        communication.sum(table);
        return new Ewald(table);
    }

    /** The axes are alike: a point stands for all that have its coordinates in another order. */
    private static void store(float[] table, double[] sum, int i, int j, int k) {
        put(table, i, j, k, sum[0], sum[1], sum[2], sum[3]);
        put(table, i, k, j, sum[0], sum[2], sum[1], sum[3]);
        put(table, j, i, k, sum[1], sum[0], sum[2], sum[3]);
        put(table, j, k, i, sum[1], sum[2], sum[0], sum[3]);
        put(table, k, i, j, sum[2], sum[0], sum[1], sum[3]);
        put(table, k, j, i, sum[2], sum[1], sum[0], sum[3]);
    }

    private static void put(float[] table, int i, int j, int k, double ax, double ay, double az, double potential) {
        int at = i * PLANE + j * ROW + k * VALUES;
        table[at] = (float) ax;
        table[at + 1] = (float) ay;
        table[at + 2] = (float) az;
        table[at + 3] = (float) potential;
    }

    /**
     * Sums up without the table.
     *
     * @param dx from where the force is felt to the mass, at most half a side
     * @param sum receives the acceleration and the potential for a unit of mass, without the nearest image's
     */
    static void exact(double dx, double dy, double dz, double[] sum) {
        double square = dx * dx + dy * dy + dz * dz;
        sum[0] = 0;
        sum[1] = 0;
        sum[2] = 0;
        sum[3] = StrictMath.PI / (ALPHA * ALPHA);
        for (int i = -MOST_IMAGE; i <= MOST_IMAGE; i++) {
            for (int j = -MOST_IMAGE; j <= MOST_IMAGE; j++) {
                for (int k = -MOST_IMAGE; k <= MOST_IMAGE; k++) {
                    addImage(dx - i, dy - j, dz - k, sum);
                    addWave(i, j, k, dx, dy, dz, sum);
                }
            }
        }
        if (square == 0) {
            // What is left of the nearest image when the unsmeared mass is taken away; the others cancel out.
            sum[3] += 2 * ALPHA / StrictMath.sqrt(StrictMath.PI);
        } else {
            double r = StrictMath.sqrt(square);
            sum[0] -= dx / (square * r);
            sum[1] -= dy / (square * r);
            sum[2] -= dz / (square * r);
            sum[3] += 1 / r;
        }
    }

    private static void addImage(double x, double y, double z, double[] sum) {
        double square = x * x + y * y + z * z;
        if (square == 0 || square > MOST_DISTANCE * MOST_DISTANCE) {
            return;
        }
        double r = StrictMath.sqrt(square);
        double outside = 1 - ErrorFunction.of(ALPHA * r);
        double force = (outside + 2 * ALPHA * r / StrictMath.sqrt(StrictMath.PI)
            * StrictMath.exp(-ALPHA * ALPHA * square)) / (square * r);
        sum[0] += x * force;
        sum[1] += y * force;
        sum[2] += z * force;
        sum[3] -= outside / r;
    }

    private static void addWave(int i, int j, int k, double dx, double dy, double dz, double[] sum) {
        int square = i * i + j * j + k * k;
        if (square == 0 || square > MOST_WAVE_SQUARED) {
            return;
        }
        double phase = 2 * StrictMath.PI * (i * dx + j * dy + k * dz);
        double weight = StrictMath.exp(-StrictMath.PI * StrictMath.PI * square / (ALPHA * ALPHA)) / square;
        double force = 2 * weight * StrictMath.sin(phase);
        sum[0] += i * force;
        sum[1] += j * force;
        sum[2] += k * force;
        sum[3] -= weight / StrictMath.PI * StrictMath.cos(phase);
    }

    /** Adds what the images of these masses do to a point. The masses' nearest images are left out. */
    void add(Interactions masses, double x, double y, double z, double[] sum) {
        float[] values = table;
        double ax = 0;
        double ay = 0;
        double az = 0;
        double potential = 0;
        int number = masses.number();
        double[] massX = masses.x();
        double[] massY = masses.y();
        double[] massZ = masses.z();
        double[] mass = masses.mass();
        for (int n = 0; n < number; n++) {
            double dx = massX[n] - x;
            double dy = massY[n] - y;
            double dz = massZ[n] - z;
            dx -= Math.rint(dx);
            dy -= Math.rint(dy);
            dz -= Math.rint(dz);
            double px = Math.abs(dx) * (2 * CELLS);
            double py = Math.abs(dy) * (2 * CELLS);
            double pz = Math.abs(dz) * (2 * CELLS);
            int i = Math.min((int) px, CELLS - 1);
            int j = Math.min((int) py, CELLS - 1);
            int k = Math.min((int) pz, CELLS - 1);
            double fx = px - i;
            double fy = py - j;
            double fz = pz - k;
            double m = mass[n];
            double lowLow = m * (1 - fx) * (1 - fy);
            double lowHigh = m * (1 - fx) * fy;
            double highLow = m * fx * (1 - fy);
            double highHigh = m * fx * fy;
            double nearZ = 1 - fz;
            int a = i * PLANE + j * ROW + k * VALUES;
            int b = a + ROW;
            int c = a + PLANE;
            int d = c + ROW;
            double gx = lowLow * (nearZ * values[a] + fz * values[a + 4])
                + lowHigh * (nearZ * values[b] + fz * values[b + 4])
                + highLow * (nearZ * values[c] + fz * values[c + 4])
                + highHigh * (nearZ * values[d] + fz * values[d + 4]);
            double gy = lowLow * (nearZ * values[a + 1] + fz * values[a + 5])
                + lowHigh * (nearZ * values[b + 1] + fz * values[b + 5])
                + highLow * (nearZ * values[c + 1] + fz * values[c + 5])
                + highHigh * (nearZ * values[d + 1] + fz * values[d + 5]);
            double gz = lowLow * (nearZ * values[a + 2] + fz * values[a + 6])
                + lowHigh * (nearZ * values[b + 2] + fz * values[b + 6])
                + highLow * (nearZ * values[c + 2] + fz * values[c + 6])
                + highHigh * (nearZ * values[d + 2] + fz * values[d + 6]);
            potential += lowLow * (nearZ * values[a + 3] + fz * values[a + 7])
                + lowHigh * (nearZ * values[b + 3] + fz * values[b + 7])
                + highLow * (nearZ * values[c + 3] + fz * values[c + 7])
                + highHigh * (nearZ * values[d + 3] + fz * values[d + 7]);
            ax += dx < 0 ? -gx : gx;
            ay += dy < 0 ? -gy : gy;
            az += dz < 0 ? -gz : gz;
        }
        sum[0] += ax;
        sum[1] += ay;
        sum[2] += az;
        sum[3] += potential;
    }
}
