package mpj.apps.nbody;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import mpi.Intracomm;
import mpj.apps.Application;

/** {@code bin/bench app nbody}. */
public final class NBody {
    private final Options options;
    private final Simulation simulation;
    private final boolean prints;
    private final PrintStream out;

    private NBody(Options options, Simulation simulation, PrintStream out) {
        this.options = options;
        this.simulation = simulation;
        prints = simulation.communication().rank() == 0;
        this.out = out;
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        Options options = new Options();
        Application.run("nbody", options, arguments, world -> run(options, world));
    }

    private static void run(Options options, Intracomm world) throws IOException {
        options.check(world.Size());
        Communication communication = new Communication(world);
        if (options.plot != null) {
            Picture.check(communication, options.plot);
        }
        if (world.Rank() == 0) {
            System.out.println("# MPJ N-body: " + options.title(world.Size()));
        }
        if (options.scaling) {
            new Scaling(world, options, System.out).run();
        } else {
            new NBody(options, new Simulation(communication, options.model()), System.out).run();
        }
    }

    private void run() throws IOException {
        Conservation conservation = new Conservation(simulation);
        compareForces();
        heading();
        double[] before = Profile.now(simulation);
        for (int step = 1; step <= options.steps; step++) {
            simulation.step();
            if (options.check > 0) {
                conservation.follow();
                if (step % options.check == 0 || step == options.steps) {
                    line(conservation.look());
                }
            }
        }
        Profile profile = Profile.since(before, simulation);
        compareForces();
        long checksum = simulation.checksum();
        if (prints) {
            profile.print(out);
            out.printf("checksum of all positions and momenta %016x, the same for any number of ranks%n", checksum);
        }
        // This comes at the end, because only rank 0 knows that the file could not be written.
        if (options.plot != null) {
            Picture.write(simulation, options.plot);
        }
    }

    private void compareForces() {
        if (options.direct > 0) {
            double error = DirectSum.error(simulation, options.direct);
            if (prints) {
                out.printf(Locale.ROOT, "# forces differ from the direct sum by %.3f %%%n", 100 * error);
            }
        }
    }

    private void heading() {
        if (prints && options.check > 0) {
            out.printf("%6s %10s %13s %13s %13s %13s%n", "#step", "time", "kinetic", "potential", "energy off by",
                "momentum by");
        }
    }

    private void line(Conservation.Look look) {
        if (prints) {
            out.printf(Locale.ROOT, "%6d %10.5f %13.6e %13.6e %11.4f %% %11.4f %%%n", look.step(), look.time(),
                look.kinetic(), look.potential(), 100 * look.energyError(), 100 * look.momentumError());
        }
    }
}
