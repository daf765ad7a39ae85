package mpj.apps.nbody;

/**
 * How strongly the density of cold dark matter varies at each length. It is the formula of Bardeen, Bond, Kaiser and
 * Szalay (Astrophysical Journal 304, 1986), grown linearly to the present. Lengths are in Mpc/h.
 */
final class PowerSpectrum {
    /** The only parameter of the formula, with the value that the distribution of galaxies requires. */
    private static final double SHAPE = 0.21;
    private static final double SPHERE = 8;
    private static final int INTERVALS = 2000;

    private final double amplitude;

    /**
     * The spectrum of this strength.
     *
     * @param sigma8 how much the mean density of spheres of radius 8 Mpc/h varies
     */
    PowerSpectrum(double sigma8) {
        double variance = 0;
        double lowest = StrictMath.log(1e-4);
        double step = (StrictMath.log(1e2) - lowest) / INTERVALS;
        for (int i = 0; i <= INTERVALS; i++) {
            double k = StrictMath.exp(lowest + i * step);
            double kr = k * SPHERE;
            double window = 3 * (StrictMath.sin(kr) - kr * StrictMath.cos(kr)) / (kr * kr * kr);
            variance += step * k * k * k * shape(k) * window * window / (2 * StrictMath.PI * StrictMath.PI);
        }
        amplitude = sigma8 * sigma8 / variance;
    }

    private static double shape(double k) {
        double q = k / SHAPE;
        double transfer = StrictMath.log(1 + 2.34 * q) / (2.34 * q) * StrictMath.pow(1 + 3.89 * q
            + StrictMath.pow(16.1 * q, 2) + StrictMath.pow(5.46 * q, 3) + StrictMath.pow(6.71 * q, 4), -0.25);
        return k * transfer * transfer;
    }

    /** The power, in (Mpc/h)³, at a wave number, in h/Mpc. */
    double at(double k) {
        return amplitude * shape(k);
    }
}
