package mpj.apps.nbody;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mpi.Intracomm;

/** Measures the same simulation with fewer ranks, while the other ranks wait. */
final class Scaling {
    /** How many particles each rank simulates alone at first, for the JIT. */
    private static final int WARM_UP_PARTICLES = 4096;
    private static final int WARM_UP_STEPS = 4;

    private final Intracomm world;
    private final Options options;
    private final PrintStream out;

    Scaling(Intracomm world, Options options, PrintStream out) {
        this.world = world;
        this.options = options;
        this.out = out;
    }

    void run() {
        Intracomm alone = world.Split(world.Rank(), 0);
        Simulation warmUp = new Simulation(new Communication(alone),
            options.model(Math.min(options.particles, WARM_UP_PARTICLES)));
        for (int step = 0; step < WARM_UP_STEPS; step++) {
            warmUp.step();
        }
        alone.Free();
        table("strong: the same particles on more ranks", false);
        table("weak: as many particles for each rank", true);
    }

    private void table(String title, boolean weak) {
        boolean prints = world.Rank() == 0;
        if (prints) {
            out.println();
            out.println("# " + title);
            out.printf("%5s %10s %10s %10s %10s %10s %10s %9s %10s%n", "ranks", "particles", "s/step",
                "domains", "tree", "exchange", "walk", "in MPI", "efficiency");
        }
        Profile first = null;
        for (int ranks : rankCounts(world.Size())) {
            Intracomm part = world.Split(world.Rank() < ranks ? 0 : 1, world.Rank());
            if (world.Rank() < ranks) {
                Model model = options.model(weak
                    ? (int) ((long) options.total() * ranks / world.Size()) : options.particles);
                Profile profile = measure(part, model);
                first = first == null ? profile : first;
                if (prints) {
                    line(model, profile, first, weak);
                }
            }
            part.Free();
            // The ranks that do not take part wait here.
            world.Barrier();
        }
    }

    /** The numbers of ranks: 1, 2, 4 and so on, and all. */
    private static List<Integer> rankCounts(int all) {
        List<Integer> counts = new ArrayList<>();
        for (int ranks = 1; ranks < all; ranks *= 2) {
            counts.add(ranks);
        }
        counts.add(all);
        return counts;
    }

    private Profile measure(Intracomm part, Model model) {
        Simulation simulation = new Simulation(new Communication(part), model);
        double[] before = Profile.now(simulation);
        for (int step = 0; step < options.steps; step++) {
            simulation.step();
        }
        return Profile.since(before, simulation);
    }

    /**
     * Prints a line. The efficiency of weak scaling counts attractions, because with more particles each particle has
     * more attractions.
     */
    private void line(Model model, Profile profile, Profile first, boolean weak) {
        double speedUp = weak ? profile.interactions() / profile.total() / (first.interactions() / first.total())
            : first.secondsPerStep() / profile.secondsPerStep();
        double[] phases = profile.phases();
        out.printf(Locale.ROOT, "%5d %10d %10.4f %8.1f %% %8.1f %% %8.1f %% %8.1f %% %7.1f %% %8.0f %%%n",
            profile.ranks(), model.start().total(), profile.secondsPerStep(),
            profile.share(phases[Phase.DOMAINS.ordinal()]), profile.share(phases[Phase.TREE.ordinal()]),
            profile.share(phases[Phase.EXCHANGE.ordinal()]), profile.share(phases[Phase.WALK.ordinal()]),
            profile.share(profile.communication()), 100 * speedUp / profile.ranks());
    }
}
