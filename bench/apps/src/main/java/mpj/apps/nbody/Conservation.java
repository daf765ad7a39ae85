package mpj.apps.nbody;

/**
 * Watches energy and momentum. In a space that grows, the energy falls as the equation of Layzer and Irvine says: by 2T
 * + W for each factor e. The integral of this loss is added to the energy.
 */
final class Conservation {
    private final Simulation simulation;
    private final double[] momentumAtStart;
    private final double energyAtStart;
    private Energy last;
    private double lost;

    /**
     * Energies of the whole system, not for a unit of mass.
     *
     * @param scale the scale factor
     * @param kinetic the energy of the motion without the expansion
     * @param potential the potential energy relative to a universe of the mean density
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
     * The result of a look.
     *
     * @param step the number of the last step before the look
     * @param time the time of the look
     * @param kinetic the kinetic energy
     * @param potential the potential energy
     * @param energyError how much energy was gained or lost, as a part of the sum of both energies
     * @param momentumError how much momentum was gained or lost, as a part of the sum of the particles' momenta without
     *   direction
     */
    record Look(int step, double time, double kinetic, double potential, double energyError, double momentumError) {
    }

    /** Begins with the present energy and momentum. */
    Conservation(Simulation simulation) {
        this.simulation = simulation;
        last = energy();
        energyAtStart = last.total();
        momentumAtStart = momentum();
    }

    /** Adds a step to the integral. All ranks call this after each step. */
    void follow() {
        Energy now = energy();
        lost += StrictMath.log(now.scale() / last.scale()) * (now.lossRate() + last.lossRate()) / 2;
        last = now;
    }

    /** The energy and momentum after the last step that was followed. All ranks call this at the same time. */
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

    /** For a unit of mass: the sum of the momenta along each axis, and the sum of their absolute values. */
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
