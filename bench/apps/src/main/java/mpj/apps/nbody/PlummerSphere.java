package mpj.apps.nbody;

/**
 * Plummer's model of a star cluster in equilibrium, in the usual units: the constant of gravitation and the mass are 1,
 * and the energy is -1/4. The particles are drawn as by Aarseth, Henon and Wielen (Astronomy and Astrophysics 37,
 * 1974).
 *
 * @param total the number of particles
 * @param seed different seeds give different clusters
 */
record PlummerSphere(int total, long seed) implements InitialConditions {
    private static final double RADIUS = 3 * StrictMath.PI / 16;
    /** The part of the mass that is left out, because it is far away. */
    private static final double OUTSIDE = 0.01;
    /** A bound that is a little more than the greatest value of q²(1-q²)^3.5. */
    private static final double MOST_DENSITY = 0.1;

    @Override
    public Particles part(int rank, int ranks) {
        int from = (int) ((long) total * rank / ranks);
        int to = (int) ((long) total * (rank + 1) / ranks);
        Particles particles = new Particles(1.0 / total);
        particles.renew(to - from);
        for (int i = 0; i < particles.count; i++) {
            particles.identity[i] = from + i;
            particles.work[i] = 1;
            draw(particles, i);
        }
        return particles;
    }

    private void draw(Particles particles, int i) {
        long name = particles.identity[i];
        double inside = (1 - OUTSIDE) * Noise.uniform(seed, name, 0);
        double r = 1 / StrictMath.sqrt(StrictMath.pow(inside, -2.0 / 3) - 1);
        double z = 2 * Noise.uniform(seed, name, 1) - 1;
        double angle = 2 * StrictMath.PI * Noise.uniform(seed, name, 2);
        double across = StrictMath.sqrt(1 - z * z);
        particles.x[i] = RADIUS * r * across * StrictMath.cos(angle);
        particles.y[i] = RADIUS * r * across * StrictMath.sin(angle);
        particles.z[i] = RADIUS * r * z;
        int turn = 3;
        double part = Noise.uniform(seed, name, turn);
        while (MOST_DENSITY * Noise.uniform(seed, name, turn + 1)
                > part * part * StrictMath.pow(1 - part * part, 3.5)) {
            turn += 2;
            part = Noise.uniform(seed, name, turn);
        }
        double escape = StrictMath.sqrt(2 / (RADIUS * StrictMath.sqrt(1 + r * r)));
        double upward = 2 * Noise.uniform(seed, name, turn + 2) - 1;
        double direction = 2 * StrictMath.PI * Noise.uniform(seed, name, turn + 3);
        double aside = StrictMath.sqrt(1 - upward * upward);
        particles.u[i] = part * escape * aside * StrictMath.cos(direction);
        particles.v[i] = part * escape * aside * StrictMath.sin(direction);
        particles.w[i] = part * escape * upward;
    }
}
