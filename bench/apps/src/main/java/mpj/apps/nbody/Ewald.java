package mpj.apps.nbody;

/**
 * The attraction that the periodic images of a mass add to that of its nearest image, without the mean density. It is
 * Ewald's sum, as in Hernquist, Bouchet and Suto (Astrophysical Journal Supplement 75, 1991). A table has the values
 * for an eighth of the box. Each of its points has the acceleration, its derivatives and the potential, from which
 * values around the point are computed.
 */
final class Ewald {
    /** The number of intervals in half a side. */
    private static final int CELLS = 64;
    private static final int POINTS = CELLS + 1;
    /** Floats of a point: acceleration, potential, and the derivatives xx, yy, zz, xy, xz, yz of the acceleration. */
    private static final int VALUES = 10;
    private static final int ROW = VALUES * POINTS;
    private static final int PLANE = ROW * POINTS;
    /** How many points are summed up along an axis. There is one more than the table has, for the differences. */
    private static final int SUMMED = CELLS + 2;
    /** Floats of a point that is summed up: acceleration and potential. */
    private static final int SUMS = 4;
    /** The parameter that divides the sum between space and waves. Its unit is the inverse side. */
    private static final double ALPHA = 3;
    /** Beyond these limits, terms are below 10<sup>-11</sup>. */
    private static final double MOST_DISTANCE = 1.7;
    private static final int MOST_IMAGE = 2;
    private static final int MOST_WAVE = 4;
    /** The weights of the waves, by the square of a wave's number. */
    private static final double[] WEIGHTS = weights();

    private final float[] table;

    private Ewald(float[] table) {
        this.table = table;
    }

    /** Computes the table. Each rank computes a part of it. */
    static Ewald table(Communication communication) {
        float[] sums = new float[SUMMED * SUMMED * SUMMED * SUMS];
        double[] sum = new double[SUMS];
        int turn = 0;
        for (int i = 0; i < SUMMED; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = 0; k <= j; k++) {
                    if (turn++ % communication.size() == communication.rank()) {
                        exact(0.5 * i / CELLS, 0.5 * j / CELLS, 0.5 * k / CELLS, sum);
                        store(sums, sum, i, j, k);
                    }
                }
            }
        }
        // Each element is zero on all ranks but one, so the sum is exact.
        communication.sum(sums);
        return new Ewald(withDerivatives(sums));
    }

    /**
     * Stores a sum at all points that have the same coordinates in another order. This is possible because the axes are
     * alike.
     */
    private static void store(float[] sums, double[] sum, int i, int j, int k) {
        put(sums, i, j, k, sum[0], sum[1], sum[2], sum[3]);
        put(sums, i, k, j, sum[0], sum[2], sum[1], sum[3]);
        put(sums, j, i, k, sum[1], sum[0], sum[2], sum[3]);
        put(sums, j, k, i, sum[1], sum[2], sum[0], sum[3]);
        put(sums, k, i, j, sum[2], sum[0], sum[1], sum[3]);
        put(sums, k, j, i, sum[2], sum[1], sum[0], sum[3]);
    }

    private static void put(float[] sums, int i, int j, int k, double ax, double ay, double az, double potential) {
        int at = at(i, j, k);
        sums[at] = (float) ax;
        sums[at + 1] = (float) ay;
        sums[at + 2] = (float) az;
        sums[at + 3] = (float) potential;
    }

    private static int at(int i, int j, int k) {
        return ((i * SUMMED + j) * SUMMED + k) * SUMS;
    }

    private static float[] withDerivatives(float[] sums) {
        float[] table = new float[POINTS * PLANE];
        for (int i = 0; i < POINTS; i++) {
            for (int j = 0; j < POINTS; j++) {
                for (int k = 0; k < POINTS; k++) {
                    int to = i * PLANE + j * ROW + k * VALUES;
                    System.arraycopy(sums, at(i, j, k), table, to, SUMS);
                    table[to + 4] = slope(sums[at(i + 1, j, k)], sums[at(Math.abs(i - 1), j, k)], i == 0);
                    table[to + 5] = slope(sums[at(i, j + 1, k) + 1], sums[at(i, Math.abs(j - 1), k) + 1], j == 0);
                    table[to + 6] = slope(sums[at(i, j, k + 1) + 2], sums[at(i, j, Math.abs(k - 1)) + 2], k == 0);
                    table[to + 7] = slope(sums[at(i + 1, j, k) + 1], sums[at(Math.abs(i - 1), j, k) + 1], false);
                    table[to + 8] = slope(sums[at(i + 1, j, k) + 2], sums[at(Math.abs(i - 1), j, k) + 2], false);
                    table[to + 9] = slope(sums[at(i, j + 1, k) + 2], sums[at(i, Math.abs(j - 1), k) + 2], false);
                }
            }
        }
        return table;
    }

    /**
     * The slope of a value between the points on both sides. A value that is odd has the other sign on the other side
     * of the middle.
     */
    private static float slope(float above, float below, boolean isOdd) {
        return (above - (isOdd ? -below : below)) * CELLS;
    }

    /**
     * Computes the sum without the table.
     *
     * @param dx the distance from the place where the force is felt to the mass, at most half a side
     * @param sum receives the acceleration and the potential of a unit of mass, without those of the nearest image
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
                }
            }
        }
        addWaves(dx, dy, dz, sum);
        if (square == 0) {
            // What is left of the nearest image after the unsmeared mass is subtracted. The other terms cancel out.
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

    /**
     * Adds the waves. Waves that differ only in the signs of their numbers are added together. A term that is odd along
     * an axis is a sine along this axis.
     */
    private static void addWaves(double dx, double dy, double dz, double[] sum) {
        double turnX = 2 * StrictMath.PI * dx;
        double turnY = 2 * StrictMath.PI * dy;
        double firstSineZ = StrictMath.sin(2 * StrictMath.PI * dz);
        double firstCosineZ = StrictMath.cos(2 * StrictMath.PI * dz);
        for (int i = 0; i <= MOST_WAVE; i++) {
            double sineX = StrictMath.sin(i * turnX);
            double cosineX = StrictMath.cos(i * turnX);
            for (int j = 0; j <= MOST_WAVE; j++) {
                double sineY = StrictMath.sin(j * turnY);
                double cosineY = StrictMath.cos(j * turnY);
                double sineZ = 0;
                double cosineZ = 1;
                for (int k = 0; k <= MOST_WAVE; k++) {
                    double weight = WEIGHTS[i * i + j * j + k * k] * (i > 0 ? 2 : 1) * (j > 0 ? 2 : 1)
                        * (k > 0 ? 2 : 1);
                    sum[0] += 2 * weight * i * sineX * cosineY * cosineZ;
                    sum[1] += 2 * weight * j * cosineX * sineY * cosineZ;
                    sum[2] += 2 * weight * k * cosineX * cosineY * sineZ;
                    sum[3] -= weight / StrictMath.PI * cosineX * cosineY * cosineZ;
                    double nextSine = sineZ * firstCosineZ + cosineZ * firstSineZ;
                    cosineZ = cosineZ * firstCosineZ - sineZ * firstSineZ;
                    sineZ = nextSine;
                }
            }
        }
    }

    private static double[] weights() {
        double[] weights = new double[3 * MOST_WAVE * MOST_WAVE + 1];
        for (int square = 1; square < weights.length; square++) {
            weights[square] = StrictMath.exp(-StrictMath.PI * StrictMath.PI * square / (ALPHA * ALPHA)) / square;
        }
        return weights;
    }

    /** Adds the effect of the images of these masses on a point. The nearest image of each mass is left out. */
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
            double awayX = Math.abs(dx);
            double awayY = Math.abs(dy);
            double awayZ = Math.abs(dz);
            int i = (int) (awayX * (2 * CELLS) + 0.5);
            int j = (int) (awayY * (2 * CELLS) + 0.5);
            int k = (int) (awayZ * (2 * CELLS) + 0.5);
            double toX = awayX - i * (0.5 / CELLS);
            double toY = awayY - j * (0.5 / CELLS);
            double toZ = awayZ - k * (0.5 / CELLS);
            int at = i * PLANE + j * ROW + k * VALUES;
            double m = mass[n];
            double xy = values[at + 7];
            double xz = values[at + 8];
            double yz = values[at + 9];
            double moreX = values[at + 4] * toX + xy * toY + xz * toZ;
            double moreY = xy * toX + values[at + 5] * toY + yz * toZ;
            double moreZ = xz * toX + yz * toY + values[at + 6] * toZ;
            double gx = values[at] + moreX;
            double gy = values[at + 1] + moreY;
            double gz = values[at + 2] + moreZ;
            // The acceleration is the slope of the potential. Between this point of the table and the particle, it is
            // the mean of the accelerations at both.
            potential += m * (values[at + 3] + (gx - moreX / 2) * toX + (gy - moreY / 2) * toY
                + (gz - moreZ / 2) * toZ);
            ax += dx < 0 ? -m * gx : m * gx;
            ay += dy < 0 ? -m * gy : m * gy;
            az += dz < 0 ? -m * gz : m * gz;
        }
        sum[0] += ax;
        sum[1] += ay;
        sum[2] += az;
        sum[3] += potential;
    }
}
