package mpj.apps.nbody;

/**
 * Watches energy and momentum. Where space grows, the energy falls as the equation of Layzer and Irvine says, by
 * 2T + W for each factor e; the integral of that is added to it.
 */
final class Conservation {
    private final Simulation simulation;
    private final double[] momentumAtStart;
    private final double energyAtStart;
    private Energy last;
    private double lost;

    /**
     * Energies, as they are and not for a unit of mass.
     *
     * @param scale the scale factor
     * @param kinetic of the motion apart from the expansion
     * @param potential against a universe of the mean density
     */
    private record Energy(double scale, double kinetic, double potential) {
        double total() {
            return kinetic + potential;
        }

        double lossRate() {
            return 2 * kinetic + potential;
        }
    }

    /**
     * What a look has found.
     *
     * @param step after which it was
     * @param time that it was
     * @param kinetic energy
     * @param potential energy
     * @param energyError what has come to the energy or gone from it, as a part of both energies
     * @param momentumError what has come to the momentum, as a part of the sum of the particles' own
     */
    record Look(int step, double time, double kinetic, double potential, double energyError, double momentumError) {
    }

    /** Begins with what there is now. */
    Conservation(Simulation simulation) {
        this.simulation = simulation;
        last = energy();
        energyAtStart = last.total();
        momentumAtStart = momentum();
    }

    /** Adds a step to the integral. All ranks do, after each step. */
    void follow() {
        Energy now = energy();
        lost += StrictMath.log(now.scale() / last.scale()) * (now.lossRate() + last.lossRate()) / 2;
        last = now;
    }

    /** What has become of them by the last step that was followed. All ranks look at the same time. */
    Look look() {
        Energy now = last;
        double[] momentum = momentum();
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            double gained = momentum[axis] - momentumAtStart[axis];
            square += gained * gained;
        }
        return new Look(simulation.steps(), simulation.time(), now.kinetic(), now.potential(),
            (now.total() + lost - energyAtStart) / (now.kinetic() + Math.abs(now.potential())),
            Math.sqrt(square) / momentum[3]);
    }

    private Energy energy() {
        Particles all = simulation.particles();
        double scale = simulation.model().expansion().scale(simulation.time());
        double[] sums = new double[2];
        for (int i = 0; i < all.count; i++) {
            sums[0] += all.u[i] * all.u[i] + all.v[i] * all.v[i] + all.w[i] * all.w[i];
            sums[1] += all.potential[i];
        }
        simulation.communication().sum(sums);
        return new Energy(scale, all.mass * sums[0] / (2 * scale * scale), all.mass * sums[1] / (2 * scale));
    }

    /** For a unit of mass: the sum along each axis, and the sum of what they are without direction. */
    private double[] momentum() {
        Particles all = simulation.particles();
        double[] sums = new double[4];
        for (int i = 0; i < all.count; i++) {
            sums[0] += all.u[i];
            sums[1] += all.v[i];
            sums[2] += all.w[i];
            sums[3] += Math.sqrt(all.u[i] * all.u[i] + all.v[i] * all.v[i] + all.w[i] * all.w[i]);
        }
        simulation.communication().sum(sums);
        return sums;
    }
}
