package mpj.apps.nbody;

import static mpj.apps.Application.require;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line. */
@Command(name = "nbody", sortOptions = false, usageHelpAutoWidth = true,
    description = "A cosmological N-body simulation: a Barnes-Hut tree, domains along a Peano-Hilbert curve, leapfrog.")
final class Options {
    private static final int LEAST_SIDE = 4;
    /** The softening, as a part of the mean distance between particles. */
    private static final double SOFTENING_OF_DISTANCE = 0.1;
    private static final double PLUMMER_SOFTENING = 0.02;

    /** The simulated system. */
    enum Kind {
        /** A part of a universe of cold dark matter. */
        BOX,
        /** A star cluster in equilibrium. */
        PLUMMER
    }

    @Option(names = "--model", paramLabel = "box|plummer", description = "a periodic box that expands (default), or a "
        + "star cluster, alone in space")
    Kind kind = Kind.BOX;

    @Option(names = "--particles", paramLabel = "N", description = "about how many: the box takes the nearest cube "
        + "(default ${DEFAULT-VALUE})")
    int particles = 32_768;

    @Option(names = "--steps", paramLabel = "N", description = "time steps (default ${DEFAULT-VALUE})")
    int steps = 60;

    @Option(names = "--opening", paramLabel = "ANGLE", description = "opening angle of the tree walk "
        + "(default ${DEFAULT-VALUE})")
    double opening = 0.5;

    @Option(names = "--softening", paramLabel = "LENGTH", description = "Plummer's; by default 1/10 of the particles' "
        + "mean distance, and 0.02 in a cluster")
    double softening = Double.NaN;

    @Option(names = "--bucket", paramLabel = "N", description = "most particles of a leaf (default ${DEFAULT-VALUE})")
    int bucket = 16;

    @Option(names = "--seed", paramLabel = "N", description = "another seed is another universe "
        + "(default ${DEFAULT-VALUE})")
    long seed = 1;

    @Option(names = "--start", paramLabel = "A", description = "scale factor at the beginning "
        + "(default ${DEFAULT-VALUE})")
    double start = 0.05;

    @Option(names = "--end", paramLabel = "A", description = "scale factor at the end (default ${DEFAULT-VALUE})")
    double end = 1;

    @Option(names = "--box", paramLabel = "LENGTH", description = "side of the box in Mpc/h (default ${DEFAULT-VALUE})")
    double box = 100;

    @Option(names = "--sigma8", paramLabel = "S", description = "strength of the density's waves "
        + "(default ${DEFAULT-VALUE})")
    double sigma8 = 0.8;

    @Option(names = "--step-length", paramLabel = "T", description = "of a cluster's time step "
        + "(default ${DEFAULT-VALUE})")
    double stepLength = 0.01;

    @Option(names = "--check", paramLabel = "N", description = "print energy and momentum each N steps; 0 for never "
        + "(default ${DEFAULT-VALUE})")
    int check = 10;

    @Option(names = "--direct", paramLabel = "N", description = "before and after, compare the forces on about N "
        + "particles with the sum over all others; 0 for none (default ${DEFAULT-VALUE})")
    int direct = 64;

    @Option(names = "--plot", paramLabel = "FILE", description = "write a picture of the end as PNG")
    Path plot;

    @Option(names = "--scaling", description = "run with 1, 2, 4 ... and all ranks: the same particles on more ranks, "
        + "and as many for each rank")
    boolean scaling;

    @Option(names = "--options", usageHelp = true, description = "list these options")
    boolean help;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if an option is invalid; the message has option, value and remedy
     */
    void check(int ranks) {
        require(steps >= 1, "--steps", steps, "give at least 1");
        require(opening >= 0.1 && opening <= 1, "--opening", opening, "give 0.1 to 1; 0.5 is usual");
        require(bucket >= 1 && bucket <= 1024, "--bucket", bucket, "give 1 to 1024; 16 is usual");
        require(Double.isNaN(softening) || softening > 0 && softening < 1, "--softening", softening,
            "give a length above 0 and below 1, or leave it out");
        require(check >= 0, "--check", check, "give 0 for never, or after how many steps");
        require(direct >= 0, "--direct", direct, "give 0 for none, or how many particles");
        require(particles >= LEAST_SIDE * LEAST_SIDE * LEAST_SIDE, "--particles", particles, "give at least 64");
        long needed = (long) bucket * ranks;
        require(total() >= needed, "--particles", particles, "that is " + total() + ", too few for " + ranks
            + " ranks; give at least " + 2 * needed + ", or fewer ranks");
        if (kind == Kind.BOX) {
            require(start > 0, "--start", start, "give a scale factor above 0; 0.05 is usual");
            require(end > start && end <= 100, "--end", end, "give a scale factor above that of --start, " + start
                + ", and at most 100");
            require(box > 0 && Double.isFinite(box), "--box", box, "give a length in Mpc/h; 100 is usual");
            require(sigma8 > 0 && sigma8 < 10, "--sigma8", sigma8, "give a number above 0 and below 10; 0.8 is usual");
        } else {
            require(stepLength > 0 && Double.isFinite(stepLength), "--step-length", stepLength,
                "give a time above 0; 0.01 is usual");
        }
    }

    private int side() {
        return (int) Math.max(LEAST_SIDE, Math.round(Math.cbrt(particles)));
    }

    int total() {
        return kind == Kind.BOX ? Math.multiplyExact(Math.multiplyExact(side(), side()), side()) : particles;
    }

    Model model() {
        if (kind == Kind.PLUMMER) {
            return new Model(new PlummerSphere(particles, seed), new Expansion.None(stepLength), false, 1,
                softening(), opening, bucket);
        }
        return new Model(ZeldovichLattice.coldDarkMatter(side(), start, box, sigma8, seed),
            new Expansion.EinsteinDeSitter(start, end, steps), true, Expansion.EinsteinDeSitter.CONSTANT,
            softening(), opening, bucket);
    }

    private double softening() {
        return !Double.isNaN(softening) ? softening
            : kind == Kind.PLUMMER ? PLUMMER_SOFTENING : SOFTENING_OF_DISTANCE / side();
    }

    /** The same model with another number of particles. */
    Model model(int otherParticles) {
        int asked = particles;
        particles = otherParticles;
        Model model = model();
        particles = asked;
        return model;
    }

    /** The title of the output, with the facts that a reader must know. */
    String title(int ranks) {
        String what = kind == Kind.BOX
            ? "box of " + box + " Mpc/h, " + side() + "^3 = " + total() + " particles, scale factor " + start + " to "
                + end + " in " + steps + " steps"
            : "Plummer sphere, " + total() + " particles, " + steps + " steps of " + stepLength;
        return what + "; opening angle " + opening + ", softening " + (float) softening() + "; " + ranks
            + (ranks == 1 ? " rank" : " ranks");
    }
}
