package mpj.apps.nbody;

import mpj.apps.Stopwatch;

/** A simulation. Each step is a leapfrog of half a kick, a drift and half a kick, with new domains and a new tree. */
final class Simulation {
    private final Communication communication;
    private final Model model;
    private final Particles particles;
    private final Redistribution redistribution;
    private final EssentialTree trees;
    private final Ewald ewald;
    private final Gravity gravity;
    private final Stopwatch[] times = new Stopwatch[Phase.values().length];
    private int steps;

    /** Makes the particles, and computes the first forces. */
    Simulation(Communication communication, Model model) {
        this.communication = communication;
        this.model = model;
        for (int phase = 0; phase < times.length; phase++) {
            times[phase] = new Stopwatch();
        }
        Domains domains = new Domains(communication, model.bucket());
        redistribution = new Redistribution(communication, domains);
        trees = new EssentialTree(communication, domains, model.periodic(), model.opening(), model.bucket());
        ewald = model.periodic() ? Ewald.table(communication) : null;
        gravity = new Gravity(model.constant(), model.softening(), ewald);
        particles = model.start().part(communication.rank(), communication.size());
        findForces();
    }

    /** Does one step. */
    void step() {
        Expansion expansion = model.expansion();
        double from = expansion.time(steps);
        double to = expansion.time(steps + 1);
        double middle = expansion.middle(from, to);
        Stopwatch motion = times[Phase.MOTION.ordinal()];
        motion.start();
        particles.kick(expansion.kick(from, middle));
        particles.drift(expansion.drift(from, to));
        if (model.periodic()) {
            particles.wrap();
        }
        motion.stop();
        findForces();
        motion.start();
        particles.kick(expansion.kick(middle, to));
        motion.stop();
        steps++;
    }

    private void findForces() {
        RootCell root = model.periodic() ? RootCell.BOX : around();
        Stopwatch watch = times[Phase.DOMAINS.ordinal()];
        watch.start();
        redistribution.divide(particles, root);
        redistribution.exchange(particles, root);
        watch.stop();
        watch = times[Phase.TREE.ordinal()];
        watch.start();
        trees.build(particles, redistribution.order(), root);
        watch.stop();
        watch = times[Phase.EXCHANGE.ordinal()];
        watch.start();
        trees.exchange();
        watch.stop();
        watch = times[Phase.WALK.ordinal()];
        watch.start();
        gravity.attract(particles, trees);
        watch.stop();
    }

    /** A cube around all particles. */
    private RootCell around() {
        double most = 0;
        for (int i = 0; i < particles.count; i++) {
            most = Math.max(most, Math.max(Math.abs(particles.x[i]),
                Math.max(Math.abs(particles.y[i]), Math.abs(particles.z[i]))));
        }
        double half = communication.max(most) * (1 + 1e-9);
        return new RootCell(-half, -half, -half, 2 * half);
    }

    Communication communication() {
        return communication;
    }

    Model model() {
        return model;
    }

    Particles particles() {
        return particles;
    }

    /** The correction for periodic images, or null if there are none. */
    Ewald ewald() {
        return ewald;
    }

    /** How many steps there have been. */
    int steps() {
        return steps;
    }

    /** The time that the simulation has reached. */
    double time() {
        return model.expansion().time(steps);
    }

    /** Seconds that this rank has spent in a phase since the beginning. */
    double seconds(Phase phase) {
        return times[phase.ordinal()].seconds();
    }

    /** Attractions that this rank has computed since the beginning. */
    long interactions() {
        return gravity.interactions();
    }

    /** The checksum of the particles. It is the same for any number of ranks. */
    long checksum() {
        long[] sum = {particles.checksum()};
        communication.sum(sum, 1);
        return sum[0];
    }
}
