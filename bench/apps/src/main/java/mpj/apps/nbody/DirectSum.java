package mpj.apps.nbody;

/** Compares the forces on some particles with the sum over all other particles. */
final class DirectSum {
    /** Doubles for a particle that is compared: its position, and its acceleration from the tree. */
    private static final int WIDTH = 6;

    private DirectSum() {
    }

    /**
     * The root mean square of the errors of the forces, divided by that of the forces.
     *
     * @param wanted about how many particles are compared
     */
    static double error(Simulation simulation, int wanted) {
        Model model = simulation.model();
        int total = model.start().total();
        int stride = Math.max(1, total / wanted);
        Particles particles = simulation.particles();
        double[] sample = new double[WIDTH * ((total - 1) / stride + 1)];
        for (int i = 0; i < particles.count; i++) {
            if (particles.identity[i] % stride == 0) {
                int at = WIDTH * (particles.identity[i] / stride);
                sample[at] = particles.x[i];
                sample[at + 1] = particles.y[i];
                sample[at + 2] = particles.z[i];
                sample[at + 3] = particles.ax[i];
                sample[at + 4] = particles.ay[i];
                sample[at + 5] = particles.az[i];
            }
        }
        simulation.communication().sum(sample);
        double[] direct = new double[sample.length];
        attract(simulation, sample, direct);
        simulation.communication().sum(direct);
        double errors = 0;
        double forces = 0;
        for (int at = 0; at < sample.length; at += WIDTH) {
            for (int axis = 0; axis < 3; axis++) {
                double force = model.constant() * direct[at + axis];
                double error = sample[at + 3 + axis] - force;
                errors += error * error;
                forces += force * force;
            }
        }
        return Math.sqrt(errors / forces);
    }

    /** Adds the attraction of this rank's particles. */
    private static void attract(Simulation simulation, double[] sample, double[] direct) {
        Model model = simulation.model();
        Particles particles = simulation.particles();
        Interactions all = new Interactions();
        for (int i = 0; i < particles.count; i++) {
            all.add(particles.x[i], particles.y[i], particles.z[i], particles.mass);
        }
        double[] sum = new double[4];
        for (int at = 0; at < sample.length; at += WIDTH) {
            Gravity.attract(all, sample[at], sample[at + 1], sample[at + 2], model.softening() * model.softening(),
                model.periodic() ? 1 : 0, sum);
            if (model.periodic()) {
                simulation.ewald().add(all, sample[at], sample[at + 1], sample[at + 2], sum);
            }
            System.arraycopy(sum, 0, direct, at, 3);
        }
    }
}
