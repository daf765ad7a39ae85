package mpj.apps.nbody;

/**
 * A lattice of particles in the periodic box, displaced by Zel'dovich's approximation (Astronomy and Astrophysics 5,
 * 1970): each particle moves straight on along a field. Minus the divergence of the field is the density at the
 * beginning.
 *
 * <p>The field is a sum of waves with random phases and amplitudes. It is summed up axis by axis.
 */
final class ZeldovichLattice implements InitialConditions {
    private static final int MOST_WAVES = 32;

    private final int side;
    private final double scale;
    private final int waves;
    private final int width;
    /**
     * The waves of the density: real and imaginary part, by wave number along x, y and z, each from -waves to waves.
     */
    private final double[] real;
    private final double[] imaginary;

    private ZeldovichLattice(int side, double scale, int waves) {
        this.side = side;
        this.scale = scale;
        this.waves = waves;
        width = 2 * waves + 1;
        real = new double[width * width * width];
        imaginary = new double[real.length];
    }

    /**
     * A universe of cold dark matter.
     *
     * @param side how many particles there are along an axis
     * @param scale the scale factor at the beginning
     * @param box the side of the box in Mpc/h
     * @param sigma8 the strength of the power spectrum
     * @param seed different seeds give different universes
     */
    static ZeldovichLattice coldDarkMatter(int side, double scale, double box, double sigma8, long seed) {
        ZeldovichLattice lattice = new ZeldovichLattice(side, scale, Math.min(MOST_WAVES, (side - 1) / 2));
        PowerSpectrum spectrum = new PowerSpectrum(sigma8);
        int most = lattice.waves;
        for (int i = -most; i <= most; i++) {
            for (int j = -most; j <= most; j++) {
                for (int k = -most; k <= most; k++) {
                    int square = i * i + j * j + k * k;
                    // One wave stands for itself and for the opposite wave, which is its conjugate.
                    if (square <= most * most && (i > 0 || i == 0 && (j > 0 || j == 0 && k > 0))) {
                        double power = spectrum.at(2 * StrictMath.PI * StrictMath.sqrt(square) / box)
                            / (box * box * box);
                        long name = ((i + 1024L) * 2048 + j + 1024) * 2048 + k + 1024;
                        double size = StrictMath.sqrt(-StrictMath.log(Noise.uniform(seed, name, 0)) * power);
                        double phase = 2 * StrictMath.PI * Noise.uniform(seed, name, 1);
                        lattice.setWave(i, j, k, size * StrictMath.cos(phase), size * StrictMath.sin(phase));
                    }
                }
            }
        }
        return lattice;
    }

    /** A single wave along x. It makes sheets of particles, for which the approximation is exact until they cross. */
    static ZeldovichLattice planeWave(int side, double scale, double amplitude) {
        ZeldovichLattice lattice = new ZeldovichLattice(side, scale, 1);
        lattice.setWave(1, 0, 0, amplitude / 2, 0);
        return lattice;
    }

    private void setWave(int i, int j, int k, double realPart, double imaginaryPart) {
        int at = ((i + waves) * width + j + waves) * width + k + waves;
        real[at] = realPart;
        imaginary[at] = imaginaryPart;
    }

    @Override
    public int total() {
        return side * side * side;
    }

    @Override
    public Particles part(int rank, int ranks) {
        int from = (int) ((long) side * rank / ranks);
        int to = (int) ((long) side * (rank + 1) / ranks);
        Particles particles = new Particles(1.0 / total());
        particles.renew((to - from) * side * side);
        double[] wave = new double[2 * side];
        for (int i = 0; i < side; i++) {
            wave[2 * i] = StrictMath.cos(2 * StrictMath.PI * i / side);
            wave[2 * i + 1] = StrictMath.sin(2 * StrictMath.PI * i / side);
        }
        double[] plane = new double[2 * width * width];
        double[] line = new double[2 * width];
        for (int i = from; i < to; i++) {
            for (int axis = 0; axis < 3; axis++) {
                sumAlongX(i, axis, wave, plane);
                for (int j = 0; j < side; j++) {
                    sumAlongY(j, wave, plane, line);
                    for (int k = 0; k < side; k++) {
                        place(particles, ((i - from) * side + j) * side + k, axis, axis == 0 ? i : axis == 1 ? j : k,
                            sumAlongZ(k, wave, line));
                    }
                }
            }
        }
        for (int i = 0; i < particles.count; i++) {
            particles.identity[i] = from * side * side + i;
            particles.work[i] = 1;
        }
        particles.wrap();
        return particles;
    }

    private void place(Particles particles, int particle, int axis, int point, double displacement) {
        double[] positions = axis == 0 ? particles.x : axis == 1 ? particles.y : particles.z;
        double[] momenta = axis == 0 ? particles.u : axis == 1 ? particles.v : particles.w;
        positions[particle] = (point + 0.5) / side + scale * displacement;
        // The displacement grows with the scale factor a, and a grows at the rate a to the power -1/2.
        momenta[particle] = scale * StrictMath.sqrt(scale) * displacement;
    }

    /** Sums up the waves of the displacement along an axis, each times its value at a lattice point along x. */
    private void sumAlongX(int point, int axis, double[] wave, double[] plane) {
        for (int j = 0; j < width; j++) {
            for (int k = 0; k < width; k++) {
                double sumReal = 0;
                double sumImaginary = 0;
                for (int i = 0; i < width; i++) {
                    int square = (i - waves) * (i - waves) + (j - waves) * (j - waves) + (k - waves) * (k - waves);
                    if (square > 0) {
                        int number = (axis == 0 ? i : axis == 1 ? j : k) - waves;
                        // The factor is i k/k², so that minus the divergence is the density.
                        double factor = number / (2 * StrictMath.PI * square);
                        int at = (i * width + j) * width + k;
                        double termReal = -factor * imaginary[at];
                        double termImaginary = factor * real[at];
                        int turn = 2 * Math.floorMod((i - waves) * point, side);
                        sumReal += termReal * wave[turn] - termImaginary * wave[turn + 1];
                        sumImaginary += termReal * wave[turn + 1] + termImaginary * wave[turn];
                    }
                }
                plane[2 * (j * width + k)] = sumReal;
                plane[2 * (j * width + k) + 1] = sumImaginary;
            }
        }
    }

    private void sumAlongY(int point, double[] wave, double[] plane, double[] line) {
        for (int k = 0; k < width; k++) {
            double sumReal = 0;
            double sumImaginary = 0;
            for (int j = 0; j < width; j++) {
                int turn = 2 * Math.floorMod((j - waves) * point, side);
                int at = 2 * (j * width + k);
                sumReal += plane[at] * wave[turn] - plane[at + 1] * wave[turn + 1];
                sumImaginary += plane[at] * wave[turn + 1] + plane[at + 1] * wave[turn];
            }
            line[2 * k] = sumReal;
            line[2 * k + 1] = sumImaginary;
        }
    }

    /** The sum of a wave and its conjugate is twice the real part. */
    private double sumAlongZ(int point, double[] wave, double[] line) {
        double sum = 0;
        for (int k = 0; k < width; k++) {
            int turn = 2 * Math.floorMod((k - waves) * point, side);
            sum += line[2 * k] * wave[turn] - line[2 * k + 1] * wave[turn + 1];
        }
        return 2 * sum;
    }
}
